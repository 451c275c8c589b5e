// SPDX-License-Identifier: Apache-2.0
#include "kinds/disabled_fields.hpp"

namespace kubexx::apiserver {
void drop_disabled(std::string_view kind, Json& object)
{
  const auto drop_from_job = [](Json* spec) {
    if (spec == nullptr || !spec->is_object()) return;
    spec->erase("scheduling");
    if (auto* pod = find(*spec, {"template", "spec"}); pod != nullptr && pod->is_object())
      drop_disabled_pod_fields(*pod);
  };
  if (kind == "batch/jobs") return drop_from_job(find(object, {"spec"}));
  if (kind == "batch/cronjobs") return drop_from_job(find(object, {"spec", "jobTemplate", "spec"}));
  if (kind == "/nodes") {
    if (auto* spec = find(object, {"spec"}); spec != nullptr && spec->is_object()) {
      for (const char* member : {"configSource", "podPreemptionPolicy"}) spec->erase(member);
    }
    return;
  }
  auto* pod = kind == "/pods"           ? find(object, {"spec"})
              : kind == "/podtemplates" ? find(object, {"template", "spec"})
              : kind.starts_with("apps/") || kind == "/replicationcontrollers"
                  ? find(object, {"spec", "template", "spec"})
                  : nullptr;
  if (pod != nullptr && pod->is_object()) drop_disabled_pod_fields(*pod);
}

}  // namespace kubexx::apiserver
