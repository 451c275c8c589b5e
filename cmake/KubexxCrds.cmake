# SPDX-License-Identifier: Apache-2.0
# kubexx_crds(TARGET [OUTPUT path] [COMMITTED path]): each build runs the operator TARGET with --print-crd. The CRDs go to
# OUTPUT (default: crds in the current binary folder): to one file if its name ends with .yaml, otherwise to a folder with
# one file for each CRD. The build fails for a CRD that an API server would refuse, if the tool `kubexx` is part of the
# build, installed beside the package or in the PATH.
#
# With COMMITTED, a file or folder of the repository, the build also fails if that differs from what is printed, so that
# the CRDs of a repository cannot lag behind its structs. Build the target TARGET_update_crds to copy them there.
#
# The program must pass its CRDs to run_operator (OperatorOptions::crds). A cross build runs it with
# CMAKE_CROSSCOMPILING_EMULATOR; without an emulator nothing is printed or compared.
include_guard(GLOBAL)
set(KUBEXX_CRDS_FOLDER ${CMAKE_CURRENT_LIST_DIR})

function(kubexx_crds TARGET)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "OUTPUT;COMMITTED" "")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "kubexx_crds(${TARGET}): unknown arguments ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
    message(STATUS "kubexx_crds(${TARGET}): set CMAKE_CROSSCOMPILING_EMULATOR to print and compare its CRDs")
    return()
  endif()
  set(committed)
  if(ARG_COMMITTED)
    cmake_path(ABSOLUTE_PATH ARG_COMMITTED BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE committed)
  endif()
  set(output ${CMAKE_CURRENT_BINARY_DIR}/crds)
  if(ARG_OUTPUT)
    cmake_path(ABSOLUTE_PATH ARG_OUTPUT BASE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR} OUTPUT_VARIABLE output)
  elseif(committed MATCHES "\\.yaml$")
    string(APPEND output .yaml)
  endif()
  if(committed AND NOT committed MATCHES "\\.yaml$" AND output MATCHES "\\.yaml$")
    message(FATAL_ERROR "kubexx_crds(${TARGET}): OUTPUT is a file and COMMITTED a folder: use two files or two folders")
  endif()
  set(printing ${TARGET} --print-crd)
  set(print COMMAND ${printing} --output-dir ${output})
  set(update COMMAND ${printing} --output-dir ${committed})
  if(output MATCHES "\\.yaml$")
    set(print COMMAND ${printing} > ${output})
    set(update COMMAND ${printing} > ${committed})
  endif()
  set(check)
  if(TARGET kubexx)
    set(check COMMAND kubexx crd-check)
  else()
    find_program(KUBEXX_PROGRAM kubexx HINTS ${KUBEXX_CRDS_FOLDER}/../../../bin ${KUBEXX_CRDS_FOLDER}/../../../../bin)
    mark_as_advanced(KUBEXX_PROGRAM)
    if(KUBEXX_PROGRAM)
      set(check COMMAND ${KUBEXX_PROGRAM} crd-check)
    else()
      message(STATUS "kubexx_crds(${TARGET}): the CRDs are not checked, because there is no program kubexx")
    endif()
  endif()
  if(check)
    set(all ${CMAKE_CURRENT_BINARY_DIR}/${TARGET}_all_crds.yaml)
    set(check COMMAND ${printing} > ${all} ${check} ${all})
  endif()
  set(compare)
  set(files)
  if(committed)
    add_custom_target(${TARGET}_update_crds ${update})
    set(compare COMMAND ${CMAKE_COMMAND} -DPRINTED=${output} -DCOMMITTED=${committed} -DUPDATE=${TARGET}_update_crds
      -P ${KUBEXX_CRDS_FOLDER}/compare_crds.cmake)
    file(GLOB files CONFIGURE_DEPENDS ${committed} ${committed}/*.yaml)
  endif()
  set(stamp ${CMAKE_CURRENT_BINARY_DIR}/${TARGET}_crds.stamp)
  add_custom_command(OUTPUT ${stamp}
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${output}
    ${print}
    ${check}
    ${compare}
    COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
    DEPENDS ${TARGET} ${files}
    COMMENT "Printing the CRDs of ${TARGET}")
  add_custom_target(${TARGET}_crds ALL DEPENDS ${stamp})
endfunction()
