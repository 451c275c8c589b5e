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

# spdlog and fmt from their headers: one unit uses them, and their shared objects would be a twentieth of an image.
add_library(kubexx_spdlog INTERFACE)
target_include_directories(kubexx_spdlog SYSTEM INTERFACE
  $<TARGET_PROPERTY:spdlog::spdlog_header_only,INTERFACE_INCLUDE_DIRECTORIES>)
target_compile_definitions(kubexx_spdlog INTERFACE
  $<TARGET_PROPERTY:spdlog::spdlog_header_only,INTERFACE_COMPILE_DEFINITIONS> FMT_HEADER_ONLY)

if(KUBEXX_BUILD_TESTS)
  find_package(GTest REQUIRED)
endif()
