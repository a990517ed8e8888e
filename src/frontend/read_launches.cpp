// Launches of a file, from clang or from a cache of earlier results.
#include <memory>

#include "src/frontend/build_commands.h"
#include "src/frontend/compile_cache.h"
#include "src/frontend/launches.h"

namespace warpproof {

// One function a structure, for writing and for reading.
template <class Archive>
static void each(Archive& archive, Is<IntegerType> auto& value) {
  auto& [bits, is_signed] = value;
  archive(bits, is_signed);
}
template <class Archive>
static void each(Archive& archive, Is<LaunchExtent> auto& value) {
  auto& [known, text] = value;
  archive(known, text);
}
template <class Archive>
static void each(Archive& archive, Is<HostLaunch::Parameter> auto& value) {
  auto& [name, type] = value;
  archive(name, type);
}
template <class Archive>
static void each(Archive& archive, Is<StructureMembers::Member> auto& value) {
  auto& [place, name, type] = value;
  archive(place, name, type);
}
template <class Archive>
static void each(Archive& archive, Is<StructureMembers> auto& value) {
  auto& [all, sizes] = value;
  archive(all, sizes);
}
template <class Archive>
static void each(Archive& archive, Is<DeclaredFunction::Parameter> auto& value) {
  auto& [name, type, is_restrict, pointee_alignment] = value;
  archive(name, type, is_restrict, pointee_alignment);
}
template <class Archive>
static void each(Archive& archive, Is<DeclaredFunction> auto& value) {
  auto& [parameters, members, cluster] = value;
  archive(parameters, members, cluster);
}
template <class Archive>
static void each(Archive& archive, Is<HostLaunch::Writer> auto& value) {
  auto& [parameter, by, place, is_copy] = value;
  archive(parameter, by, place, is_copy);
}
template <class Archive>
static void each(Archive& archive, Is<HostLaunch> auto& value) {
  auto& [kernel, kernel_name, kernel_file, place, also_at, called_from, block, grid, dynamic_shared, cooperative, block_is_open, grid_is_open,
         open_arguments, open_members, parameters, members, one_pointer, one_buffer, perhaps_one, of_variable, member_names, written_before,
         relations] = value;
  archive(kernel, kernel_name, kernel_file, place, also_at, called_from, block, grid, dynamic_shared, cooperative, block_is_open, grid_is_open,
          open_arguments, open_members, parameters, members, one_pointer, one_buffer, perhaps_one, of_variable, member_names, written_before,
          relations);
}
template <class Archive>
static void each(Archive& archive, Is<UnreadLaunch> auto& value) {
  auto& [place, kernel, reason] = value;
  archive(place, kernel, reason);
}
template <class Archive>
static void each(Archive& archive, Is<HostLaunches> auto& value) {
  auto& [launches, unread, unreached, declared] = value;
  archive(launches, unread, unreached, declared);
}

namespace {

HostLaunches read_anew(const std::string& path, const CompileOptions& options) {
  std::unique_ptr<HostAst> ast;
  read_host_tree(path, options,
                 {[&](UsersFile users_file) {
                    ast = std::make_unique<HostAst>(std::move(users_file));
                  },
                  [&](std::string_view text) { return ast->feed(text); }});
  if (ast == nullptr || !ast->complete()) throw InputError({path}, "its host code is too large to be read");
  return find_launches(*ast);
}

}  // namespace

HostLaunches read_launches(const std::string& path, const CompileOptions& options) {
  // The flags of its build are part of what is asked for, not of what is read.
  CompileOptions built = with_build_flags(options, path).options;
  return kept_or<HostLaunches>(CompileCache::What::Launches, path, built,
                               [&](const CompileOptions& o) { return read_anew(path, o); });
}

}  // namespace warpproof
