// SPDX-License-Identifier: Apache-2.0
// The CRDs of described structs on a real kube-apiserver: they are accepted as printed, and defaulting, pruning and
// validation there are those of kubexx::schema.
#include <gmock/gmock.h>

#include <filesystem>
#include <string>

#include "configmap-sync/config_map_sync.hpp"
#include "crd_objects.hpp"
#include "kubexx/apimachinery/crd.hpp"
#include "kubexx/apimachinery/crds.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "kubexx/schema/crd_validation.hpp"
#include "kubexx/types/batch/v1/cron_job.hpp"
#include "kubexx/types/crd_schemas.hpp"
#include "real_server.hpp"
#include "sample-controller/foo.hpp"

namespace kubexx::e2e {
namespace described {

enum class Size { small, large };
BOOST_DESCRIBE_ENUM(Size, small, large)

struct Part {
  std::string id;
  std::optional<std::int32_t> count;
};
KUBEXX_DESCRIBE(Part, (id, required, min_length(1), max_length(8)), (count, default_value(1), minimum(0), maximum(9)));
struct Limits {
  std::optional<std::int64_t> low, high;
};
KUBEXX_DESCRIBE(Limits, (low, default_value(1)), high);
KUBEXX_SCHEMA(Limits, rule("!has(self.high) || self.low <= self.high", {.message = "low is above high"}));
struct GadgetSpec {
  std::optional<bool> on;
  std::optional<Size> size;
  std::optional<std::string> colour;
  std::optional<double> ratio;
  std::optional<std::int32_t> even;
  std::vector<Part> parts;
  std::vector<std::string> tags;
  std::map<std::string, std::string> notes;
  std::optional<Limits> limits;
  std::optional<IntOrString> port;
  std::optional<Quantity> memory;
  std::optional<Time> at;
  nlohmann::json free;
  std::optional<std::string> may_be_null;
};
KUBEXX_DESCRIBE(GadgetSpec, (on, default_value(true)), size,
                (colour, pattern("^[a-z]+$"), max_length(8), default_value("red")),
                (ratio, minimum(0), exclusive_maximum(1.5)), (even, multiple_of(2)),
                (parts, list_map_key("id"), max_items(3)), (tags, list_set, items, enum_value("a"), enum_value("b")),
                (notes, max_properties(3), items, min_length(1)), (limits, default_json("{}")), port, memory, at, free,
                (may_be_null, nullable, min_length(2)));
struct GadgetStatus {
  std::int32_t ready = 0;
  std::vector<Condition> conditions;
};
KUBEXX_DESCRIBE(GadgetStatus, ready, conditions);
/// Most facts.
struct Gadget {
  static constexpr ResourceInfo kubexx_resource{"e2e.kubexx.dev", "v1", "Gadget", "gadgets"};
  ObjectMeta metadata;
  GadgetSpec spec;
  GadgetStatus status;
};
KUBEXX_DESCRIBE(Gadget, metadata, (spec, required), status);
KUBEXX_CRD(Gadget, short_name("gd"), category("all"), column("Colour", "string", ".spec.colour"),
           selectable_field(".spec.colour"));

struct TimerSpec {
  std::string schedule;
  batchv1::JobTemplateSpec jobTemplate;
};
KUBEXX_DESCRIBE(TimerSpec, (schedule, required, min_length(1)), (jobTemplate, required));
/// A built-in struct of some hundred members.
struct Timer {
  static constexpr ResourceInfo kubexx_resource{"e2e.kubexx.dev", "v1", "Timer", "timers"};
  ObjectMeta metadata;
  TimerSpec spec;
};
KUBEXX_DESCRIBE(Timer, metadata, spec);

namespace old {
struct Zone {
  static constexpr ResourceInfo kubexx_resource{"e2e.kubexx.dev", "v1beta1", "Zone", "zones", Scope::cluster};
  ObjectMeta metadata;
  std::string name;
};
KUBEXX_DESCRIBE(Zone, metadata, (name, max_length(3)));
KUBEXX_CRD(Zone, not_stored, deprecated("use v1"));
}  // namespace old
/// A cluster-wide kind with two versions.
struct Zone {
  static constexpr ResourceInfo kubexx_resource{"e2e.kubexx.dev", "v1", "Zone", "zones", Scope::cluster};
  ObjectMeta metadata;
  std::string name;
  std::vector<std::string> nodes;
};
KUBEXX_DESCRIBE(Zone, metadata, (name, max_length(3)), (nodes, list_set));
KUBEXX_CRD(Zone, scale(".spec.replicas", ".status.replicas"));

using DescribedCrds = RealServer;

/// Installs the CRD and compares 200 random objects of each version.
void check(const Client& admin, const std::string& namespace_, const std::vector<DescribedKind>& versions)
{
  const nlohmann::json crd = crd_of(versions, builtin_schema);
  EXPECT_THAT(schema::validate_crd(crd), ::testing::IsEmpty());
  const nlohmann::json stored = install_crd(admin, crd);
  EXPECT_EQ(spec_as_sent(stored), crd["spec"]);
  std::size_t accepted = 0, refused = 0;
  for (const DescribedKind& version : versions) {
    EXPECT_THAT(crd_mismatches(version, stored), ::testing::IsEmpty());
    for (const double mistakes : {0.0, 0.06}) {
      const auto result = compare_random_objects(admin, namespace_, crd, std::string(version.resource->version), 100,
                                                 mistakes > 0 ? 2 : 1, mistakes, true);
      for (const auto& difference : result.differences) ADD_FAILURE() << difference;
      accepted += result.accepted;
      refused += result.refused;
    }
  }
  EXPECT_GE(accepted, 20U) << "too few to compare defaults and pruning";
  EXPECT_GE(refused, 3U);
}

TEST_F(DescribedCrds, Gadget)
{
  check(admin(), ns(), {described_kind<Gadget>()});
}
TEST_F(DescribedCrds, Timer)
{
  check(admin(), ns(), {described_kind<Timer>()});
}
TEST_F(DescribedCrds, Zone)
{
  check(admin(), ns(), {described_kind<old::Zone>(), described_kind<Zone>()});
}
TEST_F(DescribedCrds, SampleController)
{
  check(admin(), ns(), {described_kind<sample::Foo>()});
}
TEST_F(DescribedCrds, ConfigMapSync)
{
  check(admin(), ns(), {described_kind<configmap_sync::ConfigMapSync>()});
}

}  // namespace described
}  // namespace kubexx::e2e
