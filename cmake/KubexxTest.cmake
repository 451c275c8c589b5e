# SPDX-License-Identifier: Apache-2.0
# kubexx_test(NAME SOURCES ... LINK ... [APART ...] [LABELS ...] [TIMEOUT seconds] [OPTIMIZED])
# One GoogleTest program, whose cases ctest runs one by one (discovered before the run). Labels that mean something:
# concurrent (also runs under ThreadSanitizer), processes (runs several real programs, so .ci/run tries it again when it
# failed), e2e (needs a real control plane), soak (takes long). What is labelled e2e or soak is not part of `all`.
#
# The tests' own units are compiled with -O0, in a third of the time; the libraries that they test are what is shipped.
# OPTIMIZED is for the models, threads and coroutines that run the queues, which are in headers alone, and for tests that
# try many thousands of random cases: they are optimized as the libraries are.
# Unless KUBEXX_BATCHED is empty, four files *_test.cpp of a program are compiled at once. Those in APART are not, because
# they define names that another file also defines.
include_guard(GLOBAL)
include(GoogleTest)

# What `make tsan` compiles.
add_custom_target(kubexx_concurrent_tests)
# What `make e2e` and `make soak` compile.
add_custom_target(kubexx_e2e_tests)
add_custom_target(kubexx_soak_tests)

# kubexx_label_tests(NAME LABELS...): after gtest_discover_tests(NAME), which hands on a single label only.
function(kubexx_label_tests NAME)
  set(file "${CMAKE_CURRENT_BINARY_DIR}/${NAME}_labels.cmake")
  file(CONFIGURE OUTPUT "${file}" @ONLY CONTENT
    "if(@NAME@_TESTS)\n  set_tests_properties(\${@NAME@_TESTS} PROPERTIES LABELS \"@ARGN@\")\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${file}")
endfunction()

# kubexx_test_environment(NAME MODIFICATIONS...): the same for ENVIRONMENT_MODIFICATION: "KUBECONFIG=unset:".
function(kubexx_test_environment NAME)
  set(file "${CMAKE_CURRENT_BINARY_DIR}/${NAME}_environment.cmake")
  file(CONFIGURE OUTPUT "${file}" @ONLY CONTENT
    "if(@NAME@_TESTS)\n  set_tests_properties(\${@NAME@_TESTS} PROPERTIES ENVIRONMENT_MODIFICATION \"@ARGN@\")\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${file}")
endfunction()

# kubexx_test_batches(NAME RESULT SOURCES...): the sources, with batches in the place of most of them.
function(kubexx_test_batches NAME result)
  set(sources)
  set(text)
  set(count 0)
  set(number 0)
  foreach(source IN LISTS ARGN ITEMS end)
    if(source MATCHES "^[a-z_0-9/]+_test\\.cpp$")
      # One that is apart counts, too, so that the other batches stay what they are.
      math(EXPR count "${count} + 1")
      if(source IN_LIST ARG_APART)
        list(APPEND sources ${source})
      else()
        string(APPEND text "#include \"${source}\"\n")
      endif()
    elseif(NOT source STREQUAL "end")
      list(APPEND sources ${source})
    endif()
    if(count EQUAL 4 OR source STREQUAL "end")
      math(EXPR number "${number} + 1")
      if(text)
        set(batch ${CMAKE_CURRENT_BINARY_DIR}/${NAME}_${number}.cpp)
        file(CONFIGURE OUTPUT ${batch} CONTENT "${text}" @ONLY)
        if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND "${ARG_LINK}" MATCHES "controller")
          # g++ takes a test that is included for a header, whose types must not be in an anonymous namespace when they are
          # arguments of a coroutine template.
          set_property(SOURCE ${batch} APPEND PROPERTY COMPILE_OPTIONS -Wno-subobject-linkage)
        endif()
        list(APPEND sources ${batch})
      endif()
      set(text)
      set(count 0)
    endif()
  endforeach()
  set(${result} ${sources} PARENT_SCOPE)
endfunction()

function(kubexx_test NAME)
  cmake_parse_arguments(ARG "OPTIMIZED" "TIMEOUT" "SOURCES;LINK;APART;LABELS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 60)
  endif()
  if(KUBEXX_SANITIZE)
    math(EXPR ARG_TIMEOUT "3 * ${ARG_TIMEOUT}") # code that is instrumented
  endif()
  if(KUBEXX_BATCHED)
    kubexx_test_batches(${NAME} ARG_SOURCES ${ARG_SOURCES})
  endif()
  add_executable(${NAME} ${ARG_SOURCES})
  if(KUBEXX_BATCHED)
    target_include_directories(${NAME} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  endif()
  target_link_libraries(${NAME} PRIVATE ${ARG_LINK} kubexx_options GTest::gtest_main GTest::gmock)
  if(ARG_OPTIMIZED)
    set_target_properties(${NAME} PROPERTIES KUBEXX_OPTIMIZED ON)
  else()
    target_compile_options(${NAME} PRIVATE -O0)
  endif()
  if(KUBEXX_SANITIZE MATCHES "thread")
    target_sources(${NAME} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/tsan_suppressions.cpp)
  endif()
  gtest_discover_tests(${NAME} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT ${ARG_TIMEOUT})
  if(ARG_LABELS)
    kubexx_label_tests(${NAME} ${ARG_LABELS})
  endif()
  if("concurrent" IN_LIST ARG_LABELS)
    add_dependencies(kubexx_concurrent_tests ${NAME})
  endif()
  if("soak" IN_LIST ARG_LABELS)
    set_target_properties(${NAME} PROPERTIES EXCLUDE_FROM_ALL ON)
    add_dependencies(kubexx_soak_tests ${NAME})
  endif()
endfunction()

# kubexx_planted_source(BUG SOURCE OUTPUT): OUTPUT is made from SOURCE with the one change that the file BUG describes. A
# program that has it among its sources links it in the place of the library's object.
function(kubexx_planted_source bug source output)
  add_custom_command(
    OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${source} -DOUTPUT=${output} -DBUG=${bug}
            -P ${PROJECT_SOURCE_DIR}/cmake/PlantBug.cmake
    DEPENDS "${source}" "${bug}" "${PROJECT_SOURCE_DIR}/cmake/PlantBug.cmake")
endfunction()

# kubexx_comma_locale_test(NAME): all tests of the program NAME once more, in a locale that writes 1.234,5. Not under the
# sanitizers, which find nothing more there.
function(kubexx_comma_locale_test NAME)
  if(KUBEXX_SANITIZE)
    return()
  endif()
  target_sources(${NAME} PRIVATE ${PROJECT_SOURCE_DIR}/tests/support/comma_locale.cpp)
  add_test(NAME comma_locale.${NAME} COMMAND ${NAME})
  set_tests_properties(comma_locale.${NAME} PROPERTIES ENVIRONMENT KUBEXX_TEST_COMMA_LOCALE=1 TIMEOUT 120)
endfunction()
