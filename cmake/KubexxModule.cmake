# SPDX-License-Identifier: Apache-2.0
# kubexx_module(NAME SOURCES ... [PUBLIC ...] [PRIVATE ...] [HEADERS ...] [SMALL ...])
# One library kubexx_NAME with the alias kubexx::NAME: an archive, or INTERFACE when it has no sources. With
# BUILD_SHARED_LIBS the alias is an INTERFACE target with the headers of the module that links the shared library
# (KubexxShared.cmake), which is made of the archives. Its public headers are HEADERS, by default every .hpp below
# include/ that is not named asio*.hpp: those belong to the sibling NAME_asio.
# SMALL: beginnings of sources that neither a request, an event nor a reconcile waits for; with KUBEXX_SMALL they are
# optimized for size, as an object library of their own, unless the module is batched.
# The modules in KUBEXX_BATCHED, or "all", are compiled eight sources at once, in a third of the time. Unlike UNITY_BUILD,
# the files that this makes have no absolute path, so a compiler cache knows them in another checkout.
# The sources of a batch share one anonymous namespace: a function there must not be a better match for the calls of
# another source than the one that is meant. The tests run both ways: batched under the sanitizers, and, but for the
# server, each source alone with g++.
include_guard(GLOBAL)
include(KubexxShared)

function(kubexx_batches result)
  set(batches)
  set(text)
  string(REGEX MATCH "_(asio|doubles)$" part "${NAME}")  # which lies in the folder of another module
  list(LENGTH ARGN last)
  set(at 0)
  foreach(source IN LISTS ARGN)
    math(EXPR at "${at} + 1")
    math(EXPR full "${at} % 8")
    string(REGEX REPLACE "^src/" "" source "${source}")
    string(APPEND text "#include \"${source}\"\n")
    if(full EQUAL 0 OR at EQUAL last)
      set(batch ${CMAKE_CURRENT_BINARY_DIR}/batch${part}_${at}.cpp)
      file(CONFIGURE OUTPUT ${batch} CONTENT "${text}" @ONLY)
      list(APPEND batches ${batch})
      set(text)
    endif()
  endforeach()
  set(${result} ${batches} PARENT_SCOPE)
endfunction()

function(kubexx_module NAME)
  cmake_parse_arguments(ARG "" "" "SOURCES;PUBLIC;PRIVATE;HEADERS;SMALL" ${ARGN})
  set(target kubexx_${NAME})
  set(folder ${CMAKE_CURRENT_SOURCE_DIR})
  # Modules link each other's archives, whatever kubexx::NAME is.
  list(TRANSFORM ARG_PUBLIC REPLACE "^kubexx::" "kubexx_")
  if(NOT ARG_HEADERS)
    file(GLOB_RECURSE ARG_HEADERS CONFIGURE_DEPENDS ${folder}/include/*.hpp)
    list(FILTER ARG_HEADERS EXCLUDE REGEX "/asio[^/]*\\.hpp$")
  endif()

  if(ARG_SOURCES)
    set(batched OFF)
    if(NAME IN_LIST KUBEXX_BATCHED OR KUBEXX_BATCHED STREQUAL "all")
      set(batched ON)
    endif()
    if(ARG_SMALL AND KUBEXX_SMALL AND NOT batched)
      list(JOIN ARG_SMALL "|" pattern)
      set(small ${ARG_SOURCES})
      list(FILTER small INCLUDE REGEX "^(${pattern})")
      list(FILTER ARG_SOURCES EXCLUDE REGEX "^(${pattern})")
      add_library(${target}_small OBJECT ${small})
      target_compile_options(${target}_small PRIVATE -Os)
      target_compile_features(${target}_small PRIVATE cxx_std_20)
      target_include_directories(${target}_small PRIVATE ${folder}/src ${folder}/include)
      target_link_libraries(${target}_small PRIVATE ${ARG_PUBLIC} ${ARG_PRIVATE} kubexx_options)
      list(APPEND ARG_SOURCES $<TARGET_OBJECTS:${target}_small>)
    endif()
    if(batched)
      kubexx_batches(ARG_SOURCES ${ARG_SOURCES})
      if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # g++ takes a source that is included for a header, in which an anonymous namespace would be a mistake.
        set_property(SOURCE ${ARG_SOURCES} APPEND PROPERTY COMPILE_OPTIONS -Wno-subobject-linkage)
      endif()
    endif()
    add_library(${target} STATIC ${ARG_SOURCES})
    if(KUBEXX_SANITIZE AND NAME MATCHES "^(apimachinery|cel|informer|schema)$")
      target_compile_options(${target} PRIVATE -O1) # tests try many thousands of random cases
    endif()
    set(scope PUBLIC)
    target_include_directories(${target} PRIVATE ${folder}/src)
    target_link_libraries(${target} PUBLIC ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE} $<BUILD_INTERFACE:kubexx_options>)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
    target_link_libraries(${target} INTERFACE ${ARG_PUBLIC})
  endif()
  if(BUILD_SHARED_LIBS AND ARG_SOURCES)
    # The objects go into a shared library, whose version script can hide symbols but not show hidden ones.
    foreach(part IN ITEMS ${target} ${target}_small)
      if(TARGET ${part})
        set_target_properties(${part} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET default
          VISIBILITY_INLINES_HIDDEN OFF)
      endif()
    endforeach()
  endif()
  target_compile_features(${target} ${scope} cxx_std_20)
  target_sources(${target} ${scope} FILE_SET HEADERS BASE_DIRS ${folder}/include FILES ${ARG_HEADERS})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${NAME} VERIFY_INTERFACE_HEADER_SETS ON)
  set_property(GLOBAL APPEND PROPERTY KUBEXX_MODULE_TARGETS ${target})
  if(BUILD_SHARED_LIBS)
    kubexx_shared_module(${NAME} HEADERS ${ARG_HEADERS} LINK ${ARG_PUBLIC})
  else()
    add_library(kubexx::${NAME} ALIAS ${target})
  endif()
endfunction()

# kubexx_targets_of(FOLDER RESULT): the targets of a source folder and of those below it.
function(kubexx_targets_of folder result)
  get_property(found DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  get_property(below DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(subfolder IN LISTS below)
    kubexx_targets_of(${subfolder} more)
    list(APPEND found ${more})
  endforeach()
  set(${result} ${found} PARENT_SCOPE)
endfunction()
