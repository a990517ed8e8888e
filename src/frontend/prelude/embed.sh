#!/bin/sh
# Prints a C++ source that holds the given files as string literals.
set -eu
echo '#include "src/frontend/prelude.h"'
echo 'namespace warpproof {'
echo 'const std::vector<PreludeFile>& prelude_files() {'
echo '  static const std::vector<PreludeFile> files = {'
for file in "$@"; do
  printf '    {"%s", R"wp_prelude(' "$(basename "$file")"
  cat "$file"
  echo ')wp_prelude"},'
done
echo '  };'
echo '  return files;'
echo '}'
echo '}  // namespace warpproof'
