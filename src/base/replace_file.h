// A file is written under another name in its folder, brought to the disk, and renamed: a reader sees all of it or what was
// there before, whoever is killed, and of two writers one is the last.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>

namespace warpproof {

// What names of files that are not renamed yet begin with.
inline constexpr std::string_view kUnfinishedFile = ".tmp-";

// 0, or the number of the error (errno); nothing is left of what was written then. Without `permissions` they are those of
// new files (0644 and the umask). The folder has to be there; a link is replaced, not what it names. Several threads may
// write.
int replace_file(const std::string& path, std::string_view bytes, std::optional<mode_t> permissions = std::nullopt);

}  // namespace warpproof
