# SPDX-License-Identifier: Apache-2.0
# kubexx_crds(TARGET [OUTPUT path] [COMMITTED path]): each build runs the operator TARGET with --print-crd. The CRDs go to
# OUTPUT (default: TARGET_crds in the current binary folder): to one file if its name ends with .yaml or .yml, otherwise
# to a folder with one file for each CRD. Other files in that folder are left alone. The build fails for a CRD that an API
# server would refuse, if the tool `kubexx` is part of the build, installed beside the package or in the PATH.
#
# With COMMITTED, a file or folder of the repository, the build also fails if that differs from what is printed, so that
# the CRDs of a repository cannot lag behind its structs. Build the target TARGET_update_crds to copy them there.
#
# The program must pass its CRDs to run_operator (OperatorOptions::crds). A cross build runs it with
# CMAKE_CROSSCOMPILING_EMULATOR; without an emulator nothing is printed or compared.
include_guard(GLOBAL)
set(KUBEXX_CRDS_FOLDER ${CMAKE_CURRENT_LIST_DIR})

# Sets `variable` to the command that checks CRDs. It is empty without the tool `kubexx`.
function(kubexx_crd_check variable)
  set(check)
  if(TARGET kubexx)
    set(emulator "$<TARGET_PROPERTY:kubexx,CROSSCOMPILING_EMULATOR>")
    set(check "$<$<BOOL:${emulator}>:${emulator}$<SEMICOLON>>$<TARGET_FILE:kubexx>$<SEMICOLON>crd-check")
  else()
    find_program(KUBEXX_PROGRAM kubexx HINTS ${KUBEXX_CRDS_FOLDER}/../../../bin ${KUBEXX_CRDS_FOLDER}/../../../../bin)
    mark_as_advanced(KUBEXX_PROGRAM)
    if(KUBEXX_PROGRAM)
      set(check "${KUBEXX_PROGRAM}$<SEMICOLON>crd-check")
    else()
      message(STATUS "The CRDs are not checked, because the program kubexx was not found")
    endif()
  endif()
  set(${variable} "${check}" PARENT_SCOPE)
endfunction()

function(kubexx_crds TARGET)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "OUTPUT;COMMITTED" "")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "kubexx_crds(${TARGET}): unknown arguments ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
    message(STATUS "kubexx_crds(${TARGET}): set CMAKE_CROSSCOMPILING_EMULATOR to print and compare its CRDs")
    return()
  endif()
  set(is_file "\\.ya?ml$")
  set(committed)
  if(ARG_COMMITTED)
    cmake_path(ABSOLUTE_PATH ARG_COMMITTED BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE committed)
  endif()
  set(output "${CMAKE_CURRENT_BINARY_DIR}/${TARGET}_crds")
  if(ARG_OUTPUT)
    cmake_path(ABSOLUTE_PATH ARG_OUTPUT BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" OUTPUT_VARIABLE output)
  elseif(committed MATCHES "${is_file}")
    string(APPEND output .yaml)
  endif()
  if(committed AND NOT committed MATCHES "${is_file}" AND output MATCHES "${is_file}")
    message(FATAL_ERROR "kubexx_crds(${TARGET}): OUTPUT is a file and COMMITTED a folder: use two files or two folders")
  endif()
  if(committed MATCHES "${is_file}" AND NOT output MATCHES "${is_file}")
    message(FATAL_ERROR "kubexx_crds(${TARGET}): OUTPUT is a folder and COMMITTED a file: use two files or two folders")
  endif()
  get_property(outputs GLOBAL PROPERTY KUBEXX_CRDS_FILES)
  if(output MATCHES "${is_file}" AND output IN_LIST outputs)
    message(FATAL_ERROR "kubexx_crds(${TARGET}): another target writes ${output}: give each its own OUTPUT")
  endif()
  set_property(GLOBAL APPEND PROPERTY KUBEXX_CRDS_FILES "${output}")

  set(emulator "$<TARGET_PROPERTY:${TARGET},CROSSCOMPILING_EMULATOR>")
  set(program "$<$<BOOL:${emulator}>:${emulator}$<SEMICOLON>>$<TARGET_FILE:${TARGET}>")
  kubexx_crd_check(check)
  set(print ${CMAKE_COMMAND} "-DPROGRAM=${program}" "-DCHECK=${check}")
  set(script -P "${KUBEXX_CRDS_FOLDER}/print_crds.cmake")
  set(scratch "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${TARGET}_crds.dir")
  set(compare)
  set(files)
  if(committed)
    # The target has another scratch folder, because it does not own what it copies there.
    add_custom_target(${TARGET}_update_crds
      COMMAND ${print} "-DOUTPUT=${committed}" "-DSCRATCH=${scratch}/update" ${script} VERBATIM)
    add_dependencies(${TARGET}_update_crds ${TARGET})
    set(compare "-DCOMMITTED=${committed}" "-DUPDATE=${TARGET}_update_crds")
    file(GLOB files CONFIGURE_DEPENDS "${committed}" "${committed}/*.yaml" "${committed}/*.yml")
  endif()
  set(stamp "${CMAKE_CURRENT_BINARY_DIR}/${TARGET}_crds.stamp")
  add_custom_command(OUTPUT "${stamp}"
    COMMAND ${print} "-DOUTPUT=${output}" "-DSCRATCH=${scratch}/print" ${compare} ${script}
    COMMAND ${CMAKE_COMMAND} -E touch "${stamp}"
    DEPENDS ${TARGET} $<TARGET_NAME_IF_EXISTS:kubexx> ${files} "${KUBEXX_CRDS_FOLDER}/print_crds.cmake"
    COMMENT "Printing the CRDs of ${TARGET}"
    VERBATIM)
  add_custom_target(${TARGET}_crds ALL DEPENDS "${stamp}")
endfunction()
