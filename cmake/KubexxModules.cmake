# SPDX-License-Identifier: Apache-2.0
# The modules of kubexx, which are also the components of its package: what each one needs of the others, and which
# libraries it builds on. The only such table: the top-level CMakeLists.txt, the lookup of the libraries, the installed
# package and the pkg-config files read it.
include_guard(GLOBAL)

# kubexx_declare(NAME [FOLDER folder] [NEEDS module...] [LIBRARIES library...]): LIBRARIES are names of
# KubexxLibraries.cmake; PRIVATE ones are not needed by users of a shared library.
function(kubexx_declare NAME)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "FOLDER" "NEEDS;LIBRARIES")
  if(NOT ARG_FOLDER)
    set(ARG_FOLDER ${NAME})
  endif()
  set_property(GLOBAL APPEND PROPERTY KUBEXX_MODULES ${NAME})
  set_property(GLOBAL PROPERTY KUBEXX_FOLDER_${NAME} ${ARG_FOLDER})
  set_property(GLOBAL PROPERTY KUBEXX_NEEDS_${NAME} ${ARG_NEEDS})
  set_property(GLOBAL PROPERTY KUBEXX_LIBRARIES_${NAME} ${ARG_LIBRARIES})
endfunction()

# Each one after those that it needs.
kubexx_declare(base LIBRARIES Threads)
kubexx_declare(base_asio FOLDER base NEEDS base LIBRARIES Boost)
kubexx_declare(workqueue NEEDS base)
kubexx_declare(workqueue_asio FOLDER workqueue NEEDS workqueue base_asio)
kubexx_declare(http NEEDS base_asio LIBRARIES OpenSSL BoostUrl ZLIB)
kubexx_declare(apimachinery NEEDS base LIBRARIES Boost nlohmann_json yaml-cpp)
kubexx_declare(types NEEDS apimachinery)
kubexx_declare(cel NEEDS apimachinery LIBRARIES re2)
kubexx_declare(schema NEEDS cel)
kubexx_declare(client NEEDS apimachinery http)
kubexx_declare(informer NEEDS client LIBRARIES zstd)
kubexx_declare(election NEEDS informer)
kubexx_declare(controller NEEDS election workqueue_asio LIBRARIES prometheus-cpp)
kubexx_declare(apiserver NEEDS schema http)
kubexx_declare(testing_doubles FOLDER testing NEEDS apimachinery http)
kubexx_declare(testing NEEDS testing_doubles apiserver controller)
get_property(KUBEXX_ALL_MODULES GLOBAL PROPERTY KUBEXX_MODULES)

# kubexx_with_needs(RESULT module...): the modules and all that they need, in the order of the table.
function(kubexx_with_needs result)
  set(wanted ${ARGN})
  set(reversed ${KUBEXX_ALL_MODULES})
  list(REVERSE reversed)
  foreach(module IN LISTS reversed)
    if(module IN_LIST wanted)
      get_property(needs GLOBAL PROPERTY KUBEXX_NEEDS_${module})
      list(APPEND wanted ${needs})
    endif()
  endforeach()
  set(ordered)
  foreach(module IN LISTS KUBEXX_ALL_MODULES)
    if(module IN_LIST wanted)
      list(APPEND ordered ${module})
    endif()
  endforeach()
  set(${result} ${ordered} PARENT_SCOPE)
endfunction()
