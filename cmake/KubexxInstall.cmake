# SPDX-License-Identifier: Apache-2.0
# Installs every module with its headers, the programs, and the CMake package. `kubexx_installed` builds what is
# installed and nothing else.
include_guard(GLOBAL)
include(CMakePackageConfigHelpers)

# The executables of a source folder and of those below it.
function(kubexx_executables_of folder result)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  get_property(below DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  set(found)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "EXECUTABLE")
      list(APPEND found ${target})
    endif()
  endforeach()
  foreach(subfolder IN LISTS below)
    kubexx_executables_of(${subfolder} more)
    list(APPEND found ${more})
  endforeach()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

get_property(modules GLOBAL PROPERTY KUBEXX_MODULE_TARGETS)
set(programs)
if(KUBEXX_BUILD_TOOLS)
  kubexx_executables_of(${PROJECT_SOURCE_DIR}/tools programs)
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
