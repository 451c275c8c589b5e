# SPDX-License-Identifier: Apache-2.0
# The structs that kubexx types makes of the CRDs in tests/tools/crds, in both forms, and the test that has them.
set(crds ${CMAKE_CURRENT_SOURCE_DIR}/crds/oddities.yaml ${CMAKE_CURRENT_SOURCE_DIR}/crds/calico-tiers.yaml
  ${CMAKE_CURRENT_SOURCE_DIR}/crds/kubevirt-virtualmachinetemplates.yaml
  ${CMAKE_CURRENT_SOURCE_DIR}/crds/stackable-authenticationclasses.yaml
  ${CMAKE_CURRENT_SOURCE_DIR}/crds/velero-podvolumebackups.yaml)
set(stems oddity_v1 oddity_v1alpha1 tier_v3 virtual_machine_template_v1alpha1 virtual_machine_template_v1beta1
  authentication_class_v1alpha1 pod_volume_backup_v1)
set(into ${CMAKE_CURRENT_BINARY_DIR}/generated)
list(TRANSFORM stems PREPEND ${into}/described/ OUTPUT_VARIABLE described)
list(TRANSFORM described APPEND .hpp)
list(TRANSFORM stems PREPEND ${into}/compiled/ OUTPUT_VARIABLE compiled)
list(TRANSFORM compiled APPEND .hpp OUTPUT_VARIABLE compiled_headers)
list(TRANSFORM compiled APPEND .cpp OUTPUT_VARIABLE compiled_sources)
add_custom_command(OUTPUT ${described} ${compiled_headers} ${compiled_sources}
  COMMAND kubexx types -f ${crds} --cpp-namespace described --output ${into}/described > ${into}.log 2>&1
  COMMAND kubexx types -f ${crds} --cpp-namespace compiled --output ${into}/compiled --sources > ${into}.log 2>&1
  DEPENDS ${crds} kubexx COMMENT "Writing structs for the CRDs in tests/tools/crds")
kubexx_test(kubexx_types_tests SOURCES types_roundtrip_test.cpp ${compiled_sources} LINK kubexx::apimachinery)
target_sources(kubexx_types_tests PRIVATE ${described} ${compiled_headers})
target_include_directories(kubexx_types_tests PRIVATE ${into})
target_compile_definitions(kubexx_types_tests PRIVATE TOOLS_TEST_CRDS="${CMAKE_CURRENT_SOURCE_DIR}/crds")


# The same for a folder of CRDs, KUBEXX_CRDS: some minutes for forty.
add_library(types_roundtrip_main OBJECT EXCLUDE_FROM_ALL types/roundtrip_main.cpp)
target_link_libraries(types_roundtrip_main PRIVATE kubexx::apimachinery kubexx_options)
add_dependencies(kubexx_soak_tests types_roundtrip_main)
foreach(form described sources)
  add_test(NAME tools.types_roundtrip_${form}
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/types/roundtrip.sh $<TARGET_FILE:kubexx> ${CMAKE_CXX_COMPILER}
      "-std=c++20 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -I$<JOIN:$<TARGET_PROPERTY:types_roundtrip_main,INCLUDE_DIRECTORIES>, -I>"
      $<TARGET_OBJECTS:types_roundtrip_main> "$<TARGET_FILE:kubexx_apimachinery> $<TARGET_FILE:kubexx_base> -lyaml-cpp")
  set_tests_properties(tools.types_roundtrip_${form} PROPERTIES LABELS soak SKIP_RETURN_CODE 77 TIMEOUT 3600
    ENVIRONMENT FORM=${form})
endforeach()
