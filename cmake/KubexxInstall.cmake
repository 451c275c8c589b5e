# SPDX-License-Identifier: Apache-2.0
# Installs the modules with their headers, the tools, the CMake package with a component for each module, and the
# pkg-config files. `kubexx_installed` builds what is installed and nothing else.
include_guard(GLOBAL)
include(CMakePackageConfigHelpers)

set(programs)
if(KUBEXX_BUILD_TOOLS)
  kubexx_targets_of(${PROJECT_SOURCE_DIR}/tools tools)
  foreach(tool IN LISTS tools)
    get_target_property(type ${tool} TYPE)
    if(type STREQUAL "EXECUTABLE")
      list(APPEND programs ${tool})
    endif()
  endforeach()
endif()
list(TRANSFORM KUBEXX_SELECTED PREPEND kubexx_ OUTPUT_VARIABLE modules)
set(suffix)
if(BUILD_SHARED_LIBS)
  list(TRANSFORM modules APPEND _shared)
  set(suffix _shared)
endif()
add_custom_target(kubexx_installed)
add_dependencies(kubexx_installed ${modules} ${programs})
if(BUILD_SHARED_LIBS)
  # So they start from any prefix. A distribution's build sets CMAKE_SKIP_INSTALL_RPATH.
  cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_LIBDIR BASE_DIRECTORY ${CMAKE_INSTALL_FULL_BINDIR} OUTPUT_VARIABLE libraries)
  set_target_properties(${programs} PROPERTIES INSTALL_RPATH "$ORIGIN/${libraries}")
endif()
install(TARGETS ${programs} COMPONENT tools)

# Each module is a component: a file of targets of its own, so that a user needs only the libraries of the components
# that the user asks for.
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/kubexx)
set(KUBEXX_COMPONENT_TABLE)
foreach(module IN LISTS KUBEXX_SELECTED)
  set(target kubexx_${module}${suffix})
  # A shared library belongs to the component that every user of it needs, or has a file of targets of its own.
  set(library)
  if(BUILD_SHARED_LIBS AND module STREQUAL "base")
    set(library kubexx_library)
  endif()
  install(TARGETS ${target} ${library} EXPORT kubexx-${module}-targets
    LIBRARY COMPONENT runtime NAMELINK_COMPONENT development
    ARCHIVE COMPONENT development
    FILE_SET HEADERS COMPONENT development)
  install(EXPORT kubexx-${module}-targets NAMESPACE kubexx:: DESTINATION ${package_folder} COMPONENT development)
  get_property(needs GLOBAL PROPERTY KUBEXX_NEEDS_${module})
  get_property(libraries GLOBAL PROPERTY KUBEXX_LIBRARIES_${module})
  if(BUILD_SHARED_LIBS)
    # The libraries whose headers users include; the others are linked into the shared library.
    list(FILTER libraries INCLUDE REGEX "^(Threads|Boost|nlohmann_json)$")
  endif()
  list(JOIN needs " " needs)
  list(JOIN libraries " " libraries)
  string(APPEND KUBEXX_COMPONENT_TABLE
    "set(kubexx_needs_${module} ${needs})\nset(kubexx_libraries_${module} ${libraries})\n")
endforeach()
if(BUILD_SHARED_LIBS AND TARGET kubexx_testing_library)
  install(TARGETS kubexx_testing_library EXPORT kubexx-testing_library-targets
    LIBRARY COMPONENT runtime NAMELINK_COMPONENT development)
  install(EXPORT kubexx-testing_library-targets NAMESPACE kubexx:: DESTINATION ${package_folder} COMPONENT development)
  list(JOIN KUBEXX_TESTING_MODULES " " kit)
  string(APPEND KUBEXX_COMPONENT_TABLE "set(kubexx_testing_modules ${kit})\n")
endif()
list(JOIN KUBEXX_SELECTED " " KUBEXX_COMPONENTS)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/kubexx-config.cmake.in
  ${PROJECT_BINARY_DIR}/kubexx-config.cmake INSTALL_DESTINATION ${package_folder})
# Until 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/kubexx-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/kubexx-config.cmake ${PROJECT_BINARY_DIR}/kubexx-config-version.cmake
  ${PROJECT_SOURCE_DIR}/cmake/KubexxLibraries.cmake ${PROJECT_SOURCE_DIR}/cmake/KubexxCrds.cmake
  ${PROJECT_SOURCE_DIR}/cmake/print_crds.cmake ${PROJECT_SOURCE_DIR}/cmake/KubexxManifests.cmake
  ${PROJECT_SOURCE_DIR}/cmake/print_manifests.cmake ${PROJECT_SOURCE_DIR}/cmake/print_chart.cmake
  ${PROJECT_SOURCE_DIR}/cmake/cold_text.ld
  DESTINATION ${package_folder} COMPONENT development)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/kubexx COMPONENT development)

# kubexx-<module>.pc. Boost has no file for pkg-config; Debian's headers are where the compiler looks.
set(pc_Threads -pthread)
set(pc_OpenSSL openssl)
set(pc_ZLIB zlib)
set(pc_nlohmann_json nlohmann_json)
set(pc_yaml-cpp yaml-cpp)
set(pc_zstd libzstd)
set(pc_prometheus-cpp prometheus-cpp-core)
set(pc_re2 re2)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/pkgconfig
  OUTPUT_VARIABLE up)
foreach(module IN LISTS KUBEXX_SELECTED)
  get_property(needs GLOBAL PROPERTY KUBEXX_NEEDS_${module})
  get_property(libraries GLOBAL PROPERTY KUBEXX_LIBRARIES_${module})
  set(requires ${needs})
  list(TRANSFORM requires PREPEND kubexx-)
  set(flags)
  set(link)
  get_target_property(type kubexx_${module} TYPE)
  if(BUILD_SHARED_LIBS)
    set(link -lkubexx)
    if(module IN_LIST KUBEXX_TESTING_MODULES)
      set(link "-lkubexx-testing -lkubexx")
    endif()
    list(FILTER libraries INCLUDE REGEX "^(Threads|nlohmann_json)$")
  elseif(NOT type STREQUAL "INTERFACE_LIBRARY")
    set(link -lkubexx_${module})
  endif()
  foreach(library IN LISTS libraries)
    if(library STREQUAL "Threads")
      string(APPEND flags " -pthread")
      string(APPEND link " -pthread")
    elseif(library STREQUAL "BoostUrl")
      if(TARGET Boost::url)
        string(APPEND link " -lboost_url")
      endif()
    elseif(DEFINED pc_${library})
      list(APPEND requires ${pc_${library}})
    endif()
  endforeach()
  if(module STREQUAL "base_asio")
    string(APPEND flags " -DBOOST_ASIO_SEPARATE_COMPILATION")
  endif()
  list(JOIN requires ", " requires)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/kubexx-${module}.pc @ONLY CONTENT
"prefix=\${pcfiledir}/@up@
includedir=\${prefix}/@CMAKE_INSTALL_INCLUDEDIR@
libdir=\${prefix}/@CMAKE_INSTALL_LIBDIR@

Name: kubexx-@module@
Description: @PROJECT_DESCRIPTION@: the module @module@
URL: https://github.com/kubexx/kubexx
Version: @PROJECT_VERSION@
Requires: @requires@
Cflags: -I\${includedir}@flags@
Libs: -L\${libdir} @link@
")
  install(FILES ${PROJECT_BINARY_DIR}/kubexx-${module}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
    COMPONENT development)
endforeach()
