# SPDX-License-Identifier: Apache-2.0
# cmake -DPRINTED=path -DCOMMITTED=path -DUPDATE=target -P compare_crds.cmake: fails if the two files differ, or if a file
# of the folder PRINTED is not in the folder COMMITTED or differs. Other files there are ignored.
set(names "")
if(IS_DIRECTORY ${PRINTED})
  file(GLOB printed RELATIVE ${PRINTED} ${PRINTED}/*.yaml)
  list(TRANSFORM printed PREPEND / OUTPUT_VARIABLE names)
endif()
set(problems)
foreach(name IN LISTS names ITEMS "")
  set(printed ${PRINTED}${name})
  set(committed ${COMMITTED}${name})
  if(IS_DIRECTORY ${printed})
    continue()
  endif()
  if(NOT EXISTS ${committed})
    string(APPEND problems "\n  ${committed} does not exist")
    continue()
  endif()
  execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${printed} ${committed} RESULT_VARIABLE differs
    OUTPUT_QUIET ERROR_QUIET)
  if(differs)
    string(APPEND problems "\n  ${committed} differs from ${printed}")
  endif()
endforeach()
if(problems)
  message(FATAL_ERROR "The CRDs in the repository are not those of the program:${problems}\n"
    "Build the target ${UPDATE} to copy them, and commit them.")
endif()
