"""Kernels as tests: `warpproof_test` proves them, `warpproof_equiv_test` compares two.

    load("@warpproof//bazel:defs.bzl", "warpproof_test")

    warpproof_test(
        name = "reduce_proved",
        srcs = ["reduce.cu"],
        hdrs = ["reduce.h"],
        block = ["any:32"],
        opts = ["--assume", "n > 0"],
    )

A test reads what it declares and nothing else of the source tree: sources, headers, and the checker. A digest of the files of
clang, of the C++ library and of Z3 that are installed is an input, too. So Bazel keeps its verdict as long as none of them changes, here or in a remote cache.
"""

_STATUS = {"proved": 0, "violation": 1, "unknown": 2}

def _quoted(word):
    return "'" + word.replace("'", "'\\''") + "'"

def _in_runfiles(path):
    """Where a folder of the build is in a test's runfiles: without the output folder, repositories beside each other."""
    parts = path.split("/")
    if parts[0] == "bazel-out" and len(parts) > 3:
        parts = parts[3:]
    if parts[0] == "external":
        parts[0] = ".."
    return "/".join(parts) or "."

def _headers(ctx):
    """Headers of C++ libraries, and options for the folders that they are looked for in."""
    headers, words, seen = [], [], {}
    for dep in ctx.attr.deps:
        context = dep[CcInfo].compilation_context
        headers.append(context.headers)
        for option, folders in [
            ("-I", context.quote_includes),
            ("-I", context.includes),
            ("-isystem", context.system_includes),
        ]:
            for folder in folders.to_list():
                path = _in_runfiles(folder)
                if path not in seen:
                    seen[path] = True
                    words += [option, path]
        for define in context.defines.to_list():
            words += ["-D", define]
    package = ctx.label.package
    workspace = "../" + ctx.label.workspace_name + "/" if ctx.label.workspace_name else ""
    for folder in ctx.attr.includes:
        words += ["-I", (workspace + package + "/" + folder).strip("/")]
    for define in ctx.attr.defines:
        words += ["-D", define]
    return headers, words

def _test_of(ctx, command, files):
    """A script that runs the checker and turns its exit status into that of a test."""
    headers, include_words = _headers(ctx)
    words = [_quoted(word) for word in command + include_words]
    words += [_quoted(ctx.expand_location(word, ctx.attr.data)) for word in ctx.attr.opts]
    ctx.actions.write(
        output = ctx.outputs.executable,
        is_executable = True,
        content = """#!/usr/bin/env bash
# Temporary files belong into the folder that the test may write to.
export TMPDIR="${{TEST_TMPDIR:-${{TMPDIR:-/tmp}}}}"
status=0
{tool} {words} || status=$?
if ((status == {expected})); then exit 0; fi
echo "expected: {expect} (exit status {expected}), not $status" >&2
exit 1
""".format(
            tool = _quoted(ctx.executable.checker.short_path if ctx.executable.checker.short_path.startswith("../") else "./" + ctx.executable.checker.short_path),
            words = " ".join(words),
            expect = ctx.attr.expect,
            expected = _STATUS[ctx.attr.expect],
        ),
    )
    runfiles = ctx.runfiles(
        files = files + ctx.files.hdrs + ctx.files.data + ctx.files._compiler,
        transitive_files = depset(transitive = headers),
    ).merge(ctx.attr.checker[DefaultInfo].default_runfiles)
    return [DefaultInfo(runfiles = runfiles)]

def _check_impl(ctx):
    command = ["check", "-j", "1"] + [f.short_path for f in ctx.files.srcs]
    for host in ctx.files.hosts:
        command += ["--host", host.short_path]
    for kernel in ctx.attr.kernels:
        command += ["--kernel", kernel]
    for block in ctx.attr.block:
        command += ["--block", block]
    if ctx.attr.grid:
        command += ["--grid", ctx.attr.grid]
    return _test_of(ctx, command, ctx.files.srcs + ctx.files.hosts)

def _equiv_impl(ctx):
    sides = []
    for file, kernel in [(ctx.file.a, ctx.attr.kernel_a), (ctx.file.b, ctx.attr.kernel_b)]:
        sides.append(file.short_path + (":" + kernel if kernel else ""))
    command = ["equiv"] + sides
    if ctx.attr.block:
        command += ["--block", ctx.attr.block]
    if ctx.attr.grid:
        command += ["--grid", ctx.attr.grid]
    return _test_of(ctx, command, [ctx.file.a, ctx.file.b])

_SOURCES = [".cu", ".cuh", ".ptx", ".cpp", ".cc", ".cxx", ".h", ".hpp"]

_COMMON = {
    "hdrs": attr.label_list(allow_files = True, doc = "Headers that the sources include."),
    "deps": attr.label_list(providers = [CcInfo], doc = "C++ libraries whose headers they include."),
    "includes": attr.string_list(doc = "Folders to look for headers in, in this package."),
    "defines": attr.string_list(doc = "Macros, NAME or NAME=VALUE."),
    "grid": attr.string(doc = "As for --grid."),
    "opts": attr.string_list(doc = "More words of the command line; $(rootpath LABEL) of data is replaced."),
    "data": attr.label_list(allow_files = True, doc = "Other files that options name."),
    "expect": attr.string(default = "proved", values = ["proved", "violation", "unknown"]),
    "checker": attr.label(
        default = "//bazel:warpproof",
        executable = True,
        cfg = "target",
        doc = "The program; another one than that which is built here, if need be.",
    ),
    # What is installed on the machine and has a part in a verdict: when it changes, tests run again.
    "_compiler": attr.label(default = "@system//:compiler_digest", allow_files = True),
}

warpproof_test = rule(
    implementation = _check_impl,
    test = True,
    doc = "Passes if all kernels of the sources are proved (or are what `expect` says).",
    attrs = dict(
        _COMMON,
        srcs = attr.label_list(allow_files = _SOURCES, mandatory = True, allow_empty = False),
        hosts = attr.label_list(allow_files = _SOURCES, doc = "Files whose host code launches the kernels, too."),
        kernels = attr.string_list(doc = "Only these, by their names."),
        block = attr.string_list(doc = "As for --block; the launches of the sources where there is none."),
    ),
)

warpproof_equiv_test = rule(
    implementation = _equiv_impl,
    test = True,
    doc = "Passes if two kernels compute the same (expect = \"violation\": if they differ).",
    attrs = dict(
        _COMMON,
        a = attr.label(allow_single_file = _SOURCES, mandatory = True),
        b = attr.label(allow_single_file = _SOURCES, mandatory = True),
        kernel_a = attr.string(),
        kernel_b = attr.string(),
        block = attr.string(doc = "As for --block."),
    ),
)
