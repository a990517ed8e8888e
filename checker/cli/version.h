// The tool's own version, as --version and reports show it.
#pragma once

namespace warpproof::cli {

inline constexpr char kVersion[] = "0.1.0";

}  // namespace warpproof::cli
