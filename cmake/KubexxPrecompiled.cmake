# SPDX-License-Identifier: Apache-2.0
# KUBEXX_PRECOMPILED_HEADERS: the standard library's headers are parsed once for our libraries, and once with GoogleTest
# for the tests, instead of in each unit; that is a third of the compiler's work. Each parse is bound to the options
# it was made with: libraries are -fPIC, some of them small, some instrumented for libFuzzer; tests are -fPIE,
# with and without optimization. Nothing else is in them, because it would cost more to load than it saves (nlohmann/json), or
# change the objects of units that do not ask for it (Asio's error categories are static objects of every unit that sees
# them).
#
# They must not hide a missing #include of the product: the preset `lint` goes without them, and `make headers` compiles
# every public header alone.
include_guard(GLOBAL)

# CMake gives clang the header's text, too, by its absolute path: each unit of another checkout would miss the compiler
# cache. The parse alone means the same.
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  set(CMAKE_CXX_COMPILE_OPTIONS_USE_PCH -Xclang -include-pch -Xclang <PCH_FILE>)
endif()

# kubexx_precompile(): to be called when all targets are there.
function(kubexx_precompile)
  set(standard algorithm array atomic charconv chrono condition_variable cstddef cstdint deque exception functional
    initializer_list limits list map memory mutex optional set span sstream stdexcept stop_token string string_view thread
    tuple type_traits unordered_map utility variant vector)
  list(TRANSFORM standard PREPEND "<")
  list(TRANSFORM standard APPEND ">")

  kubexx_targets_of(${PROJECT_SOURCE_DIR} targets)
  set(unit ${PROJECT_BINARY_DIR}/precompiled.cpp)
  file(CONFIGURE OUTPUT ${unit} CONTENT "// The headers are precompiled with this unit.\n")
  function(precompiled name)
    add_library(${name} OBJECT EXCLUDE_FROM_ALL ${unit})
    target_precompile_headers(${name} PRIVATE ${standard} ${ARGN})
    set_target_properties(${name} PROPERTIES KUBEXX_PRECOMPILED ON)
    target_link_libraries(${name} PRIVATE kubexx_options Threads::Threads)
    # Two parses of the same headers differ: clang writes the build's folder and the time into them, and g++ never writes
    # the same bytes. Each unit of another checkout would miss the compiler cache. ccache hashes this file in its place
    # (CCACHE_PCH_EXTSUM); of the headers themselves it compares the contents in any case.
    set(suffix gch)
    if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
      set(suffix pch)
      target_compile_options(${name} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
    endif()
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/CMakeFiles/${name}.dir/cmake_pch.hxx.${suffix}.sum
      CONTENT "${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_CXX_FLAGS} ${standard} ${ARGN}\n")
  endfunction()
  precompiled(kubexx_precompiled_libraries)
  precompiled(kubexx_precompiled_small_libraries)
  target_compile_options(kubexx_precompiled_small_libraries PRIVATE -Os)
  if(KUBEXX_BUILD_FUZZ)
    precompiled(kubexx_precompiled_fuzzed_libraries)
    target_compile_options(kubexx_precompiled_fuzzed_libraries PRIVATE -fsanitize=fuzzer-no-link)
  endif()
  if(KUBEXX_BUILD_TESTS)
    foreach(tests kubexx_precompiled_tests kubexx_precompiled_optimized_tests)
      precompiled(${tests} <gtest/gtest.h>)
      target_link_libraries(${tests} PRIVATE GTest::gtest)
      set_target_properties(${tests} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
      target_compile_options(${tests} PRIVATE -fPIE)
    endforeach()
    target_compile_options(kubexx_precompiled_tests PRIVATE -O0)
  endif()

  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    get_target_property(linked ${target} LINK_LIBRARIES)
    get_target_property(options ${target} COMPILE_OPTIONS)
    if(type MATCHES "^(STATIC|OBJECT)_LIBRARY$")
      if("-fsanitize=fuzzer-no-link" IN_LIST options)
        target_precompile_headers(${target} REUSE_FROM kubexx_precompiled_fuzzed_libraries)
      elseif("-Os" IN_LIST options)
        target_precompile_headers(${target} REUSE_FROM kubexx_precompiled_small_libraries)
      else()
        target_precompile_headers(${target} REUSE_FROM kubexx_precompiled_libraries)
      endif()
    elseif(type STREQUAL "EXECUTABLE" AND "GTest::gtest_main" IN_LIST linked)
      get_target_property(optimized ${target} KUBEXX_OPTIMIZED)
      if(optimized)
        target_precompile_headers(${target} REUSE_FROM kubexx_precompiled_optimized_tests)
      else()
        target_precompile_headers(${target} REUSE_FROM kubexx_precompiled_tests)
      endif()
    endif()
  endforeach()
endfunction()
