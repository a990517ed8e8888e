#!/usr/bin/env bash
# cached_twice.sh in a copy of the workspace with 16 kernels in place of 200. The checker is not built there once more: the copy's
# repository `warpproof` has the rules, and the program that this test depends on. Needs no network.
set -euo pipefail
root=$TEST_TMPDIR/warpproof
mkdir -p "$root/checker/cli" "$root/third_party"
mkdir -p "$root/tests"
cp -RL bazel "$root/bazel"
cp -RL tests/bazel "$root/tests/bazel"
cp -RL ../rules_cc ../remote_coverage_tools "$root/third_party"
chmod -R u+w "$root"
cp -L third_party/system.BUILD "$root/third_party/system.BUILD"
cp -L checker/cli/warpproof "$root/checker/cli/program"
touch "$root/WORKSPACE" "$root/third_party/BUILD"
cat >"$root/bazel/BUILD" <<'BUILD'
alias(
    name = "warpproof",
    actual = "//checker/cli:warpproof",
    visibility = ["//visibility:public"],
)
BUILD
cat >"$root/checker/cli/BUILD" <<'BUILD'
sh_binary(
    name = "warpproof",
    srcs = ["program"],
    visibility = ["//visibility:public"],
)
BUILD
workspace=$root/tests/bazel/workspace
sed -i 's/^reversals(100)$/reversals(8)/' "$workspace/BUILD"
grep -qx 'reversals(8)' "$workspace/BUILD"
cat >>"$workspace/.bazelrc" <<RC
startup --output_user_root=$TEST_TMPDIR/output
build --jobs=2 --noshow_progress
RC
stop() { (cd "$workspace" && bazel shutdown >/dev/null 2>&1) || true; }
trap stop EXIT
"$root/tests/bazel/cached_twice.sh"
