# SPDX-License-Identifier: Apache-2.0
# kubexx_test(NAME SOURCES ... LINK ... [LABELS ...] [TIMEOUT seconds])
# One GoogleTest program, whose cases ctest runs one by one (discovered before the run).
include_guard(GLOBAL)
include(GoogleTest)

function(kubexx_test NAME)
  cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;LINK;LABELS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 60)
  endif()
  add_executable(${NAME} ${ARG_SOURCES})
  target_link_libraries(${NAME} PRIVATE ${ARG_LINK} kubexx_options GTest::gtest_main GTest::gmock)
  gtest_discover_tests(${NAME} DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS "${ARG_LABELS}")
endfunction()
