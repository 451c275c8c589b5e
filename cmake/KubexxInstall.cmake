# SPDX-License-Identifier: Apache-2.0
# Installs every module with its headers, the programs, and the CMake package. `kubexx_installed` builds what is
# installed and nothing else.
include_guard(GLOBAL)
include(CMakePackageConfigHelpers)

get_property(modules GLOBAL PROPERTY KUBEXX_MODULE_TARGETS)
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
add_custom_target(kubexx_installed)
add_dependencies(kubexx_installed ${modules} ${programs})

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/kubexx)
install(TARGETS ${modules} EXPORT kubexx-targets FILE_SET HEADERS)
install(TARGETS ${programs})
install(EXPORT kubexx-targets NAMESPACE kubexx:: DESTINATION ${package_folder})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/kubexx-config.cmake.in
  ${PROJECT_BINARY_DIR}/kubexx-config.cmake INSTALL_DESTINATION ${package_folder})
# Until 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/kubexx-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/kubexx-config.cmake ${PROJECT_BINARY_DIR}/kubexx-config-version.cmake
  DESTINATION ${package_folder})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/kubexx)
