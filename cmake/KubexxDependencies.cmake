# SPDX-License-Identifier: Apache-2.0
# Finds what kubexx builds on. The installed package finds the same (cmake/kubexx-config.cmake.in).
include_guard(GLOBAL)

find_package(Threads REQUIRED)
find_package(OpenSSL 3.0 REQUIRED)
find_package(Boost 1.81 REQUIRED COMPONENTS headers CONFIG)
if(Boost_VERSION VERSION_GREATER_EQUAL 1.82)
  find_package(Boost REQUIRED COMPONENTS url CONFIG)
endif()
find_package(nlohmann_json 3.11 REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(spdlog REQUIRED)
find_package(prometheus-cpp REQUIRED CONFIG COMPONENTS core)
find_package(ZLIB REQUIRED)
find_package(zstd REQUIRED CONFIG)

# Debian 12's re2 has no package file for CMake: it is linked by its name.
find_library(KUBEXX_RE2_LIBRARY re2 REQUIRED)

# Debian 12's yaml-cpp 0.7 exports no namespaced target.
if(NOT TARGET yaml-cpp::yaml-cpp)
  add_library(yaml-cpp::yaml-cpp ALIAS yaml-cpp)
endif()

# kubexx_link_or_archive(NAME TARGETS... ARCHIVES NAMES...): KUBEXX_NAME is what a module links to use TARGETS. A program
# with the property KUBEXX_ARCHIVES gets their archives instead, if this machine has all of them: it starts sooner, with
# less memory, and its image is smaller. What is installed names TARGETS.
function(kubexx_link_or_archive name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "ARCHIVES")
  set(archives)
  foreach(archive IN LISTS ARG_ARCHIVES)
    find_library(KUBEXX_ARCHIVE_${archive} lib${archive}.a)
    mark_as_advanced(KUBEXX_ARCHIVE_${archive})
    list(APPEND archives ${KUBEXX_ARCHIVE_${archive}})
  endforeach()
  string(TOLOWER kubexx_${name} target)
  add_library(${target} INTERFACE)
  if(archives MATCHES "NOTFOUND")
    target_link_libraries(${target} INTERFACE ${ARG_UNPARSED_ARGUMENTS})
  else()
    set(wanted $<BOOL:$<TARGET_PROPERTY:KUBEXX_ARCHIVES>>)
    target_link_libraries(${target} INTERFACE "$<IF:${wanted},${archives},${ARG_UNPARSED_ARGUMENTS}>")
  endif()
  set(linked $<BUILD_INTERFACE:${target}>)
  foreach(installed IN LISTS ARG_UNPARSED_ARGUMENTS)
    list(APPEND linked $<INSTALL_INTERFACE:${installed}>)
  endforeach()
  set(KUBEXX_${name} ${linked} PARENT_SCOPE)
endfunction()
# Debian 13's OpenSSL needs the last two.
kubexx_link_or_archive(OPENSSL OpenSSL::SSL OpenSSL::Crypto ARCHIVES ssl crypto z zstd)
kubexx_link_or_archive(ZLIB ZLIB::ZLIB ARCHIVES z)
kubexx_link_or_archive(ZSTD zstd::libzstd_shared ARCHIVES zstd)
kubexx_link_or_archive(YAML yaml-cpp::yaml-cpp ARCHIVES yaml-cpp)

# spdlog and fmt from their headers: one unit uses them, and their shared objects would be a twentieth of an image.
add_library(kubexx_spdlog INTERFACE)
target_include_directories(kubexx_spdlog SYSTEM INTERFACE
  $<TARGET_PROPERTY:spdlog::spdlog_header_only,INTERFACE_INCLUDE_DIRECTORIES>)
target_compile_definitions(kubexx_spdlog INTERFACE
  $<TARGET_PROPERTY:spdlog::spdlog_header_only,INTERFACE_COMPILE_DEFINITIONS> FMT_HEADER_ONLY)

if(KUBEXX_BUILD_TESTS)
  find_package(GTest REQUIRED)
endif()
