# SPDX-License-Identifier: Apache-2.0
# kubexx_module(NAME SOURCES ... [PUBLIC ...] [PRIVATE ...] [HEADERS_OF folder])
# One static library kubexx_NAME with the alias kubexx::NAME, whose public headers are in include/ beside it.
include_guard(GLOBAL)

function(kubexx_module NAME)
  cmake_parse_arguments(ARG "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  set(target kubexx_${NAME})
  add_library(${target} STATIC ${ARG_SOURCES})
  add_library(kubexx::${NAME} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${NAME})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target}
    PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/src)
  target_link_libraries(${target} PUBLIC ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE} $<BUILD_INTERFACE:kubexx_options>)
  set_property(GLOBAL APPEND PROPERTY KUBEXX_MODULE_TARGETS ${target})
  set_property(GLOBAL APPEND PROPERTY KUBEXX_MODULE_FOLDERS ${CMAKE_CURRENT_SOURCE_DIR})
endfunction()
