#!/usr/bin/env bash
# The scripts are valid bash, can be executed, and name the packages that docs/architecture.md lists.
set -euo pipefail
scripts=(warpproof .ci/run tools/install_dependencies)
for script in "${scripts[@]}"; do
  bash -n "$script"
  [[ -x $script ]] || { echo "$script cannot be executed" >&2; exit 1; }
  if command -v shellcheck >/dev/null; then shellcheck "$script"; fi
done
# Package names: the lines of the array, without their comments.
packages=$(sed -n '/packages=($/,/^)/p' tools/install_dependencies | sed '/($/d;/^)/d;s/#.*//' | tr -d ' ')
[[ $(wc -l <<<"$packages") -ge 15 ]]
for package in $packages; do
  grep -q "\`$package\`" docs/architecture.md || { echo "docs/architecture.md does not name $package" >&2; exit 1; }
done
