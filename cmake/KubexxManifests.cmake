# SPDX-License-Identifier: Apache-2.0
# kubexx_manifests(TARGET CONFIG folder [CHART folder [RULES file]]): each build runs the operator TARGET with --print-crd,
# --print-rbac and --print-webhooks. The target TARGET_generate copies the output into the repository, and the target
# `generate` does so for all programs:
#   CONFIG/crds.yaml, rbac.yaml, webhooks.yaml (if it has webhooks; with the Secret of its own authority), and a
#     kustomization.yaml that lists them for `kubectl apply -k`. The namespace is the name of the program.
#   CHART/templates/generated-crds.yaml, -rbac.yaml and -webhooks.yaml: templates for the same objects, with the names
#     and the namespace of a Helm release.
#   CHART/generated-rules.yaml: a copy of the Prometheus rules in RULES, because a chart cannot read files outside its
#     folder.
# If CONFIG does not exist, the first build creates it. The test TARGET_manifests fails if a file differs from the
# output of the program. If the tool `kubexx` is found, the build fails for a CRD that an API server would reject.
#
# The templates of the chart use the values crds.enabled, crds.keep, crds.byOperator, rbac.create, leaderElection,
# watchNamespaces and webhooks.enabled, and the named templates TARGET.fullname, TARGET.serviceAccountName, TARGET.labels,
# TARGET.selectorLabels and, for webhooks, TARGET.webhookMark, TARGET.ownAuthority and TARGET.certManager.
include_guard(GLOBAL)
include(${CMAKE_CURRENT_LIST_DIR}/KubexxCrds.cmake)
set(KUBEXX_MANIFESTS_FOLDER ${CMAKE_CURRENT_LIST_DIR})

function(kubexx_manifests TARGET)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "CONFIG;CHART;RULES" "")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "kubexx_manifests(${TARGET}): unknown arguments ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT ARG_CONFIG)
    message(FATAL_ERROR "kubexx_manifests(${TARGET}): specify the folder for kustomize with CONFIG")
  endif()
  if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
    message(STATUS "kubexx_manifests(${TARGET}): set CMAKE_CROSSCOMPILING_EMULATOR to print and compare its manifests")
    return()
  endif()
  cmake_path(ABSOLUTE_PATH ARG_CONFIG BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
  set(chart)
  if(ARG_CHART)
    cmake_path(ABSOLUTE_PATH ARG_CHART BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE chart)
  endif()
  set(rules)
  if(ARG_RULES)
    if(NOT ARG_CHART)
      message(FATAL_ERROR "kubexx_manifests(${TARGET}): RULES needs CHART, the chart that gets a copy of the file")
    endif()
    cmake_path(ABSOLUTE_PATH ARG_RULES BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE rules)
    if(NOT EXISTS "${rules}")
      message(FATAL_ERROR "kubexx_manifests(${TARGET}): the file ${rules} does not exist; without rules, remove RULES")
    endif()
  endif()
  kubexx_crd_check(check)
  set(emulator "$<TARGET_PROPERTY:${TARGET},CROSSCOMPILING_EMULATOR>")
  set(program "$<$<BOOL:${emulator}>:${emulator}$<SEMICOLON>>$<TARGET_FILE:${TARGET}>")
  set(printed "${CMAKE_CURRENT_BINARY_DIR}/${TARGET}_manifests")
  set(run ${CMAKE_COMMAND} "-DPROGRAM=${program}" "-DNAME=${TARGET}" "-DPRINTED=${printed}" "-DCONFIG=${ARG_CONFIG}"
    "-DCHART=${chart}" "-DRULES=${rules}")
  set(script -P "${KUBEXX_MANIFESTS_FOLDER}/print_manifests.cmake")
  set(stamp "${printed}.stamp")
  add_custom_command(OUTPUT "${stamp}"
    COMMAND ${run} -DMODE=print "-DCHECK=${check}" ${script}
    COMMAND ${CMAKE_COMMAND} -E touch "${stamp}"
    DEPENDS ${TARGET} $<TARGET_NAME_IF_EXISTS:kubexx> "${KUBEXX_MANIFESTS_FOLDER}/print_manifests.cmake"
      "${KUBEXX_MANIFESTS_FOLDER}/print_chart.cmake" ${rules}
    COMMENT "Printing the manifests of ${TARGET}"
    VERBATIM)
  add_custom_target(${TARGET}_manifests ALL DEPENDS "${stamp}")
  add_custom_target(${TARGET}_generate COMMAND ${run} -DMODE=copy ${script} DEPENDS "${stamp}" VERBATIM)
  if(NOT TARGET generate)
    add_custom_target(generate)
  endif()
  add_dependencies(generate ${TARGET}_generate)
  add_test(NAME ${TARGET}_manifests COMMAND ${run} -DMODE=compare ${script})
endfunction()
