# SPDX-License-Identifier: Apache-2.0
# kubexx_test(NAME SOURCES ... LINK ... [LABELS ...] [TIMEOUT seconds])
# One GoogleTest program, whose cases ctest runs one by one (discovered before the run). Labels that mean something:
# concurrent (also runs under ThreadSanitizer), e2e (needs a real control plane), soak (takes long).
include_guard(GLOBAL)
include(GoogleTest)

# What `make tsan` compiles.
add_custom_target(kubexx_concurrent_tests)

function(kubexx_test NAME)
  cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;LINK;LABELS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 60)
  endif()
  add_executable(${NAME} ${ARG_SOURCES})
  target_link_libraries(${NAME} PRIVATE ${ARG_LINK} kubexx_options GTest::gtest_main GTest::gmock)
  if(KUBEXX_SANITIZE MATCHES "thread")
    target_sources(${NAME} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/tsan_suppressions.cpp)
  endif()
  set(labels)
  if(ARG_LABELS)
    string(REPLACE ";" "\\;" ARG_LABELS_ESCAPED "${ARG_LABELS}")
    set(labels LABELS "${ARG_LABELS_ESCAPED}")
  endif()
  gtest_discover_tests(${NAME} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
    PROPERTIES TIMEOUT ${ARG_TIMEOUT} ${labels})
  if("concurrent" IN_LIST ARG_LABELS)
    add_dependencies(kubexx_concurrent_tests ${NAME})
  endif()
endfunction()
