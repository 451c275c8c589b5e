// SPDX-License-Identifier: Apache-2.0
#include "columns/cells.hpp"
#include "kinds/builtin.hpp"
#include "validation/validate.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::array apps_rows{
    KindRow{"ControllerRevision", "controllerrevisions", "", "", ""},
    KindRow{"DaemonSet", "daemonsets", "status generation", "ds", "all"},
    KindRow{"Deployment", "deployments", "status scale generation", "deploy", "all"},
    KindRow{"ReplicaSet", "replicasets", "status scale generation", "rs", "all"},
    KindRow{"StatefulSet", "statefulsets", "status scale generation label", "sts", "all"},
};

constexpr std::string_view template_generation = "deprecated.daemonset.template.generation";

void set_template_generation(Json& set, std::int64_t count)
{
  ensure_object(set["metadata"], "annotations")[std::string(template_generation)] = std::to_string(count);
}

void prepare_daemon_set_update(Json& set, const Json& current)
{
  const auto before = string_at(current, {"metadata", "annotations", template_generation});
  std::int64_t count = 1;
  if (read_number(before, count) != nullptr) count = 0;
  const auto* is = find(set, {"spec", "template"});
  const auto* was = find(current, {"spec", "template"});
  const bool same = is != nullptr && was != nullptr && *is == *was;
  set_template_generation(set, same ? count : count + 1);
}

}  // namespace

std::vector<Kind> apps_kinds()
{
  auto kinds = make_kinds("apps", apps_rows);
  auto& deployments = kind_among(kinds, "deployments");
  deployments.generation = GenerationRule::spec_or_annotations;
  deployments.validate = validate_deployment;
  auto& replica_sets = kind_among(kinds, "replicasets");
  replica_sets.validate = validate_replica_set;
  auto& daemon_sets = kind_among(kinds, "daemonsets");
  // Go's conversion writes the annotation whatever was sent, so whoever writes the object owns it.
  daemon_sets.defaults = [](Json& set) {
    set_default(ensure_object(set["metadata"], "annotations"), template_generation, "0");
  };
  daemon_sets.prepare_create = [](Json& set) { set_template_generation(set, 1); };
  daemon_sets.prepare_update = prepare_daemon_set_update;
  daemon_sets.validate = validate_daemon_set;
  kind_among(kinds, "statefulsets").validate = validate_stateful_set;
  kind_among(kinds, "controllerrevisions").validate = validate_controller_revision;
  return kinds;
}

}  // namespace kubexx::apiserver
