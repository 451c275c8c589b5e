// SPDX-License-Identifier: Apache-2.0
// Kinds that are stored and checked by their schemas alone. A real server has more rules for them, columns, and objects
// that it creates itself (FlowSchemas, PriorityLevelConfigurations, APIServices).
#include "kinds/builtin.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::array registration{
    KindRow{"APIService", "apiservices", "cluster status versioned", "", "api-extensions"},
};
constexpr std::array flow_control{
    KindRow{"FlowSchema", "flowschemas", "cluster status generation", "", ""},
    KindRow{"PriorityLevelConfiguration", "prioritylevelconfigurations", "cluster status generation", "", ""},
};
constexpr std::array resource{
    KindRow{"DeviceClass", "deviceclasses", "cluster returns-deleted generation", "", ""},
    KindRow{"DeviceTaintRule", "devicetaintrules", "cluster status returns-deleted generation", "", ""},
    KindRow{"ResourceClaim", "resourceclaims", "status returns-deleted", "", ""},
    KindRow{"ResourceClaimTemplate", "resourceclaimtemplates", "returns-deleted", "", ""},
    KindRow{"ResourceSlice", "resourceslices", "cluster returns-deleted generation", "", ""},
};
constexpr std::array storage_migration{
    KindRow{"StorageVersionMigration", "storageversionmigrations", "cluster status versioned", "", ""},
};

}  // namespace

std::vector<Kind> generic_kinds()
{
  std::vector<Kind> kinds;
  const auto add = [&kinds](const char* group, std::span<const KindRow> rows) {
    auto some = make_kinds(group, rows);
    std::move(some.begin(), some.end(), std::back_inserter(kinds));
  };
  add("apiregistration.k8s.io", registration);
  add("flowcontrol.apiserver.k8s.io", flow_control);
  add("resource.k8s.io", resource);
  add("storagemigration.k8s.io", storage_migration);
  return kinds;
}

}  // namespace kubexx::apiserver
