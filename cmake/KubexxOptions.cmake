# SPDX-License-Identifier: Apache-2.0
# Compiler options of kubexx's own targets: the INTERFACE target kubexx_options, linked PRIVATE by each of them.
include_guard(GLOBAL)
include(GNUInstallDirs)

# What a parent project has chosen stays: a newer standard, GNU extensions, hidden symbols, code that is not PIC.
if(NOT DEFINED CMAKE_CXX_STANDARD OR CMAKE_CXX_STANDARD LESS 20)
  set(CMAKE_CXX_STANDARD 20)
  set(CMAKE_CXX_STANDARD_REQUIRED ON)
endif()
if(NOT DEFINED CMAKE_CXX_EXTENSIONS)
  set(CMAKE_CXX_EXTENSIONS OFF)
endif()
if(NOT DEFINED CMAKE_POSITION_INDEPENDENT_CODE)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
endif()
if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
endif()

# A fresh clone in another folder hits the same cache: no path of this machine reaches an object file. Below a parent the
# debugger finds the sources by their paths.
if(PROJECT_IS_TOP_LEVEL)
  add_compile_options("-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=")
endif()
find_program(KUBEXX_CCACHE ccache)
if(KUBEXX_CCACHE AND PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1 CCACHE_PCH_EXTSUM=1
      CCACHE_SLOPPINESS=pch_defines,time_macros
      CCACHE_DEPEND=1 "CCACHE_IGNOREOPTIONS=--param=ggc-min-heapsize=* -Wno-stringop-overread" ${KUBEXX_CCACHE})
endif()

# Units with Asio, Beast and SSL need most memory, so they are compiled one at a time. CMake reads CMAKE_JOB_POOLS only if
# the property is not set.
get_property(pools GLOBAL PROPERTY JOB_POOLS)
if(NOT pools AND CMAKE_JOB_POOLS)
  set_property(GLOBAL PROPERTY JOB_POOLS ${CMAKE_JOB_POOLS})
endif()
set_property(GLOBAL APPEND PROPERTY JOB_POOLS kubexx_heavy=1)

if(KUBEXX_SMALL)
  add_compile_options(-ffunction-sections -fdata-sections)  # for --gc-sections
endif()

add_library(kubexx_options INTERFACE)
target_compile_options(kubexx_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor
                       $<$<BOOL:${KUBEXX_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # The compiler looks for garbage from 512 MB on: an eighth less work for a tenth more memory. With precompiled headers it
  # inlines strings so far that it warns about reads beyond their small buffers. A precompiled header does without both
  # options and the compiler cache ignores them, so that changing them leaves the cache valid.
  target_compile_options(kubexx_options INTERFACE
    "$<$<NOT:$<BOOL:$<TARGET_PROPERTY:KUBEXX_PRECOMPILED>>>:--param=ggc-min-heapsize=524288;-Wno-stringop-overread>")
  # g++ 12 and later warn about coroutine frames and inlined strings that are right.
  target_compile_options(kubexx_options INTERFACE -Wno-maybe-uninitialized -Wno-restrict
                         -Wno-stringop-overflow -Wno-array-bounds -Wno-mismatched-new-delete
                         $<$<VERSION_GREATER_EQUAL:$<CXX_COMPILER_VERSION>,13>:-Wno-dangling-reference>)
endif()

if(KUBEXX_SANITIZE)
  add_compile_options(-fsanitize=${KUBEXX_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${KUBEXX_SANITIZE})
endif()
