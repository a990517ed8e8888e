#include "checker/cli/command_line.h"

namespace warpproof::cli {

CLI::Option* repeatable(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                        const std::string& help, const std::string& type) {
  return app.add_option(name, values, help)
      ->type_name(type)
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
}

void add_compile_options(CLI::App& app, CompileOptions& compile) {
  repeatable(app, "-I", compile.include_dirs, "Include directory for the compiler (repeatable)", "DIR");
  repeatable(app, "--isystem", compile.system_dirs,
             "-isystem DIR: include directory of a library, whose kernels are not checked (repeatable)", "DIR");
  repeatable(app, "--include", compile.forced_includes, "-include FILE: a header to include first (repeatable)",
             "FILE");
  repeatable(app, "-D", compile.defines, "Macro for the compiler (repeatable)", "NAME[=VALUE]");
  repeatable(app, "--instantiate", compile.instances,
             "Instantiates a template of the files, \"f<int, 128>\", so that it is there (repeatable)", "INSTANCE");
  app.add_option("--std", compile.standard,
                 "-std=c++20: the language; C++17 if left out, or C++20 for what does not compile as that")
      ->type_name("STANDARD");
  repeatable(app, "-X", compile.flags,
             "A flag for the compiler that chooses the language, as -X -fsigned-char, -X -UNAME, "
             "-X --expt-relaxed-constexpr; others are refused (repeatable)",
             "FLAG");
  app.add_option("-p", compile.build_dir,
                 "Flags that each file is built with, out of the compile_commands.json of this directory")
      ->type_name("DIR");
  app.add_option("--cuda-path", compile.cuda_path,
                 "The CUDA toolkit; else nvcc is looked for in PATH, CUDA_HOME and /usr/local/cuda")
      ->type_name("DIR");
}

CompileOptions::Compiler compiler_of(const std::string& name) {
  using Compiler = CompileOptions::Compiler;
  return name == "clang" ? Compiler::Clang : name == "nvcc" ? Compiler::Nvcc : Compiler::Auto;
}

spec::Policies read_policies(const std::vector<std::string>& settings, spec::Policies policies) {
  for (const std::string& setting : settings) {
    if (const auto message = spec::apply_policy(policies, setting)) throw OptionError(*message);
  }
  return policies;
}

void add_run_options(CLI::App& app, RawRun& raw, RunArguments& arguments) {
  app.add_option("FILE", arguments.file, "A PTX or CUDA C++ file")->required()->type_name("");
  app.add_option("--kernel", arguments.kernel, "The kernel, by its short or full name")->type_name("NAME");
  app.add_option("--grid", raw.grid, "Blocks of the grid: N, X,Y or X,Y,Z")
      ->type_name("SHAPE")
      ->capture_default_str();
  app.add_option("--block", raw.block, "Threads of a block: N, X,Y or X,Y,Z")
      ->type_name("SHAPE")
      ->capture_default_str();
  app.add_option("--dynamic-shared", arguments.dynamic_shared, "Dynamic shared memory")
      ->type_name("BYTES")
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 20));
  app.add_option("--block-index", raw.block_index, "Runs this block of the grid only: X, X,Y or X,Y,Z")
      ->type_name("INDEX");
  repeatable(app, "--arg", arguments.arguments,
             "A parameter's value, by position or name: a number, zeros:BYTES, file:PATH, "
             "random:SEED:TYPE:COUNT, iota:TYPE:COUNT, cells:BYTES:OFFSET=HEX,.. (BYTES may be any), bytes:HEX "
             "(repeatable); of a device function NAME@THREAD too",
             "[NAME=]VALUE");
  app.add_flag("--unsized", arguments.hardware.unsized,
               "Memory that no --arg gives a size is as large as the accesses need");
  repeatable(app, "--bytes", arguments.hardware.memory,
             "Bytes at a generic address that no parameter's buffer holds (repeatable)", "ADDRESS=HEX");
  repeatable(app, "--register", arguments.hardware.registers,
             "What a special register of the block holds, such as smid (repeatable)", "NAME[INDEX]=VALUE");
  repeatable(app, "--clock", arguments.hardware.clocks,
             "What a thread's readings of clocks give, in order (repeatable)", "THREAD=VALUE,..");
  repeatable(app, "--activemask", arguments.hardware.activemask,
             "Lanes that each activemask of a warp finds together: a group's number for each lane, two "
             "hexadecimal digits (repeatable)",
             "WARP=GROUPS,..");
  app.add_flag("--compare-activemask", arguments.compare_activemask,
               "Runs it again with all lanes of each activemask together, and says whether the contents of a buffer "
               "differ, in whatever order: mask.from-activemask");
  repeatable(app, "--dump", arguments.dumps, "Prints a buffer after the run (repeatable)", "NAME:TYPE:COUNT");
  repeatable(app, "--save", arguments.saves, "Writes a buffer to a file after the run (repeatable)",
             "NAME=PATH");
  app.add_flag("--trace", arguments.trace, "Prints every step");
  app.add_option("--trace-warp", arguments.trace_warps,
                 "Only this warp's steps (repeatable; implies --trace)")
      ->type_name("N")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  repeatable(app, "--assume", arguments.assumptions,
             "What the arguments and the launch have to satisfy (repeatable)", "CONDITION");
  app.add_option("--max-steps", arguments.max_steps, "Warp instructions of a block before the run is stopped")
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--schedule", raw.schedule, "canonical, or random:SEED")
      ->type_name("NAME")
      ->capture_default_str();
  app.add_option("--schedules", arguments.schedules, "Runs so many schedules and compares their results")
      ->type_name("N")
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
  app.add_flag("!--no-races", arguments.races, "Does not look for races");
  app.add_option("--target", raw.target, "Architecture: the module's, or sm_80 for CUDA C++")
      ->type_name("sm_NN");
  repeatable(app, "--policy", raw.policies, "Sets a policy; \"warpproof spec\" lists them (repeatable)",
             "NAME=VALUE");
  app.add_option("--compiler", raw.compiler, "clang, nvcc, or auto: nvcc where toolkit headers need it")
      ->check(CLI::IsMember({"auto", "clang", "nvcc"}))
      ->type_name("NAME")
      ->capture_default_str();
  add_compile_options(app, arguments.compile);
}

void read_raw(const RawRun& raw, RunArguments& arguments) {
  const BlockRequest block = parse_block(raw.block);
  const auto grid = parse_grid(raw.grid);
  if (block.any || !grid) throw OptionError("a run takes one block and one grid, not any");
  arguments.block = block.shape;
  arguments.grid = *grid;
  if (raw.block_index) arguments.block_index = parse_block_index(*raw.block_index, *grid);
  arguments.trace |= !arguments.trace_warps.empty();
  if (raw.target) {
    arguments.target_sm = parse_target(*raw.target);
    arguments.compile.target_sm = *arguments.target_sm;
    arguments.compile.target_is_given = true;
  }
  spec::Policies policies;
  policies.trap = spec::Trap::Check;  // a run that reaches one has shown something
  arguments.policies = read_policies(raw.policies, policies);
  arguments.seed = parse_schedule(raw.schedule);
  arguments.compile.compiler = compiler_of(raw.compiler);
  require_compile_options(arguments.compile);
}

}  // namespace warpproof::cli
