#pragma once

#include <cstdint>
#include <kubexx/controller.hpp>
#include <optional>
#include <string>
#include <vector>

namespace @SPACE@ {

/// The spec, which users write. Members have their JSON names. KUBEXX_DESCRIBE states the facts of each member that the
/// API server checks (kubexx/apimachinery/crd_facts.hpp and crd_rules.hpp list all facts).
struct @KIND@Spec {
@if cluster@
  std::string targetNamespace;
@end@
  std::string text;
  std::optional<std::int32_t> copies;
};
KUBEXX_DESCRIBE(@KIND@Spec,
@if cluster@
                (targetNamespace, required, min_length(1), description("The namespace of the ConfigMaps.")),
@end@
                (text, required, max_length(1000), description("The text in each ConfigMap.")),
                (copies, minimum(0), maximum(10), default_value(1), description("The number of ConfigMaps.")));

/// The status, which the operator writes.
struct @KIND@Status {
  std::optional<std::int64_t> observedGeneration;
  std::int32_t copies = 0;
  std::vector<kubexx::Condition> conditions;
};
KUBEXX_DESCRIBE(@KIND@Status, observedGeneration, (copies, description("The number of ConfigMaps that exist.")),
                conditions);

struct @KIND@ {
  static constexpr kubexx::ResourceInfo kubexx_resource{
      .group = "@GROUP@",
      .version = "@VERSION@",
      .kind = "@KIND@",
      .plural = "@PLURAL@",
@if cluster@
      .scope = kubexx::Scope::cluster,
@end@
  };
  kubexx::ObjectMeta metadata;
  @KIND@Spec spec;
  @KIND@Status status;
};
KUBEXX_DESCRIBE(@KIND@, metadata, (spec, required), status);
KUBEXX_SCHEMA(@KIND@, description("@KIND@ requests copies of a text in ConfigMaps."));
KUBEXX_CRD(@KIND@, column("Copies", "integer", ".status.copies"),
           column("Ready", "string", ".status.conditions[?(@.type==\"Ready\")].status"),
           column("Age", "date", ".metadata.creationTimestamp"));

}  // namespace @SPACE@
