"""What a workspace that uses warpproof needs besides: Debian packages, as repositories."""

def warpproof_dependencies(path):
    """To be called in WORKSPACE, behind the repository `warpproof`. What is there already stays.

    Args:
      path: the folder of warpproof, as its local_repository has it.
    """
    local = {
        "platforms": "/usr/share/bazel/platforms",
        "remote_coverage_tools": path + "/third_party/remote_coverage_tools",
        "rules_cc": path + "/third_party/rules_cc",
        "rules_java": "/usr/share/bazel/rules/java",
        "rules_proto": "/usr/share/bazel/rules/proto",
    }
    for name in local:
        if not native.existing_rule(name):
            native.local_repository(name = name, path = local[name])
    if not native.existing_rule("system"):
        native.new_local_repository(
            name = "system",
            build_file = "@warpproof//third_party:system.BUILD",
            path = "/usr",
        )
