# SPDX-License-Identifier: Apache-2.0
# The libraries that kubexx builds on, by the names that KubexxModules.cmake uses. Also part of the installed package, so
# that a build of kubexx and a user of it look for the same.

# kubexx_find_target(MISSING TARGET TEXT ARGUMENT...): TARGET by find_package(ARGUMENT...), if it is not there yet. TEXT
# says what was not found.
macro(kubexx_find_target missing target text)
  if(NOT TARGET ${target})
    find_package(${ARGN} QUIET)
    if(NOT TARGET ${target})
      set(${missing} "${text}")
    endif()
  endif()
endmacro()

# kubexx_find_library(NAME MISSING): looks for one and defines the targets that the modules link. A target that a parent
# project has already made is taken as it is. MISSING is empty, or says what was not found and which Debian package has
# it.
macro(kubexx_find_library name missing)
  set(${missing} "")
  if("${name}" STREQUAL "Threads")
    kubexx_find_target(${missing} Threads::Threads "a thread library; Debian: libc6-dev" Threads)
  elseif("${name}" STREQUAL "Boost")
    kubexx_find_target(${missing} Boost::headers
      "Boost 1.81 or later; Debian 12: libboost1.81-dev, Debian 13: libboost-dev" Boost 1.81 COMPONENTS headers CONFIG)
  elseif("${name}" STREQUAL "BoostUrl")
    # Up to 1.81 Boost.URL needs only headers. A parent that looked for Boost in a function left targets, but no version.
    if(NOT DEFINED Boost_VERSION)
      find_package(Boost 1.81 QUIET COMPONENTS headers CONFIG)
    endif()
    if(DEFINED Boost_VERSION AND Boost_VERSION VERSION_GREATER_EQUAL 1.82)
      kubexx_find_target(${missing} Boost::url "Boost.URL; Debian: libboost-url-dev" Boost COMPONENTS url CONFIG)
    endif()
  elseif("${name}" STREQUAL "OpenSSL")
    kubexx_find_target(${missing} OpenSSL::SSL "OpenSSL 3.0 or later; Debian: libssl-dev" OpenSSL 3.0)
  elseif("${name}" STREQUAL "nlohmann_json")
    kubexx_find_target(${missing} nlohmann_json::nlohmann_json
      "nlohmann/json 3.11 or later; Debian: nlohmann-json3-dev" nlohmann_json 3.11)
  elseif("${name}" STREQUAL "yaml-cpp")
    if(NOT TARGET yaml-cpp::yaml-cpp)
      kubexx_find_target(${missing} yaml-cpp "yaml-cpp; Debian: libyaml-cpp-dev" yaml-cpp)
      if(TARGET yaml-cpp::yaml-cpp)
        set(${missing} "")
      elseif(TARGET yaml-cpp)
        # Debian 12's yaml-cpp 0.7 exports no namespaced target.
        add_library(yaml-cpp::yaml-cpp INTERFACE IMPORTED)
        set_target_properties(yaml-cpp::yaml-cpp PROPERTIES INTERFACE_LINK_LIBRARIES yaml-cpp)
      endif()
    endif()
  elseif("${name}" STREQUAL "ZLIB")
    kubexx_find_target(${missing} ZLIB::ZLIB "zlib; Debian: zlib1g-dev" ZLIB)
  elseif("${name}" STREQUAL "zstd")
    if(NOT TARGET zstd::libzstd_static)
      kubexx_find_target(${missing} zstd::libzstd_shared "zstd; Debian: libzstd-dev" zstd CONFIG)
    endif()
  elseif("${name}" STREQUAL "prometheus-cpp")
    kubexx_find_target(${missing} prometheus-cpp::core "prometheus-cpp; Debian: prometheus-cpp-dev"
      prometheus-cpp CONFIG COMPONENTS core)
  elseif("${name}" STREQUAL "re2")
    if(NOT TARGET re2::re2)
      find_package(re2 CONFIG QUIET)
    endif()
    if(NOT TARGET re2::re2)
      # Debian 12's re2 has no package file for CMake.
      find_library(KUBEXX_RE2_LIBRARY re2)
      find_path(KUBEXX_RE2_INCLUDE re2/re2.h)
      mark_as_advanced(KUBEXX_RE2_LIBRARY KUBEXX_RE2_INCLUDE)
      if(KUBEXX_RE2_LIBRARY AND KUBEXX_RE2_INCLUDE)
        add_library(re2::re2 UNKNOWN IMPORTED)
        set_target_properties(re2::re2 PROPERTIES IMPORTED_LOCATION "${KUBEXX_RE2_LIBRARY}"
          INTERFACE_INCLUDE_DIRECTORIES "${KUBEXX_RE2_INCLUDE}")
      else()
        set(${missing} "RE2; Debian: libre2-dev")
      endif()
    endif()
  elseif("${name}" STREQUAL "CLI11")
    kubexx_find_target(${missing} CLI11::CLI11 "CLI11; Debian: libcli11-dev" CLI11)
  elseif("${name}" STREQUAL "GTest")
    kubexx_find_target(${missing} GTest::gtest "GoogleTest; Debian: libgtest-dev libgmock-dev" GTest)
  else()
    message(FATAL_ERROR "kubexx: unknown library '${name}'")
  endif()
endmacro()
