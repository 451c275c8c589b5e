// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "validation/field_value.hpp"

/// Annotations of pods that mean something to the API server: mirror pods, the cost of a deletion, and the profiles of
/// seccomp and AppArmor, which have fields by now (pkg/apis/core/validation).
namespace kubexx::apiserver {

/// What annotations of one container begin with; its name follows.
inline constexpr std::string_view app_armor_annotations = "container.apparmor.security.beta.kubernetes.io/";
inline constexpr std::string_view seccomp_annotations = "container.seccomp.security.alpha.kubernetes.io/";
inline constexpr std::string_view seccomp_annotation_of_pod = "seccomp.security.alpha.kubernetes.io/pod";

/// ValidatePodSpecificAnnotations. `spec` is that of the pod or template.
void validate_pod_annotations(const FieldValue& annotations, const FieldValue& spec);
/// ValidatePodSpecificAnnotationUpdates of a whole pod.
void validate_pod_annotation_updates(const FieldValue& pod, const FieldValue& current);
/// That a profile in an annotation is the one in the field, of what is created.
void validate_annotated_profiles(const FieldValue& annotations, const FieldValue& spec);

/// What a pod is warned of before `copy_app_armor_annotations`.
void warn_of_app_armor_annotations(const Json& pod, std::vector<std::string>& warnings);
/// applyAppArmorVersionSkew: annotations become fields of the containers of a pod that is created.
void copy_app_armor_annotations(Json& pod);
/// The profile that an annotation says; null: none that is valid.
[[nodiscard]] Json app_armor_profile_of(const std::string& annotation);

}  // namespace kubexx::apiserver
