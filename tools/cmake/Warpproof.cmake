# Kernels as tests of a CMake project.
#
#   include(path/to/warpproof/tools/cmake/Warpproof.cmake)
#   warpproof_add_test(NAME reduce_proved SOURCES src/reduce.cu OPTIONS --block any:32)
#
# The test passes if all kernels of the sources are proved; EXPECT violation or unknown for what must not be. Sources are
# relative to the folder of the CMakeLists.txt. Of a TARGET the include folders and macros are taken over. The program is
# `warpproof` out of PATH or beside this file; -DWARPPROOF=PATH names another one.
cmake_minimum_required(VERSION 3.17)

find_program(WARPPROOF warpproof HINTS "${CMAKE_CURRENT_LIST_DIR}/../..")

function(warpproof_add_test)
  cmake_parse_arguments(PARSE_ARGV 0 ARG "" "NAME;EXPECT;TARGET" "SOURCES;OPTIONS")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "warpproof_add_test: not known: ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT ARG_NAME OR NOT ARG_SOURCES)
    message(FATAL_ERROR "warpproof_add_test needs NAME and SOURCES")
  endif()
  if(NOT WARPPROOF)
    message(FATAL_ERROR "warpproof_add_test: no program warpproof; -DWARPPROOF=PATH names it")
  endif()
  if(NOT ARG_EXPECT)
    set(ARG_EXPECT proved)
  endif()
  if(NOT ARG_EXPECT MATCHES "^(proved|violation|unknown)$")
    message(FATAL_ERROR "warpproof_add_test: EXPECT is proved, violation or unknown, not ${ARG_EXPECT}")
  endif()
  set(flags)
  if(ARG_TARGET)
    set(folders "$<TARGET_PROPERTY:${ARG_TARGET},INCLUDE_DIRECTORIES>")
    set(macros "$<TARGET_PROPERTY:${ARG_TARGET},COMPILE_DEFINITIONS>")
    list(APPEND flags "$<$<BOOL:${folders}>:-I$<JOIN:${folders},$<SEMICOLON>-I>>" "$<$<BOOL:${macros}>:-D$<JOIN:${macros},$<SEMICOLON>-D>>")
  endif()
  set(sources)
  foreach(source IN LISTS ARG_SOURCES)
    get_filename_component(full "${source}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
    list(APPEND sources "${full}")
  endforeach()
  if(ARG_EXPECT STREQUAL "proved")
    add_test(NAME "${ARG_NAME}" COMMAND "${WARPPROOF}" check ${sources} ${flags} ${ARG_OPTIONS} COMMAND_EXPAND_LISTS)
  else()
    # CTest knows statuses other than 0 only as failures: a script compares.
    add_test(NAME "${ARG_NAME}"
             COMMAND "${CMAKE_COMMAND}" "-DEXPECT=${ARG_EXPECT}" -P "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/expect.cmake"
                     -- "${WARPPROOF}" check ${sources} ${flags} ${ARG_OPTIONS}
             COMMAND_EXPAND_LISTS)
  endif()
endfunction()
