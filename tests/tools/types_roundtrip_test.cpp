// SPDX-License-Identifier: Apache-2.0
// CRDs, the structs that kubexx types made from them when this test was built, in both forms, and the CRDs of these.
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "compiled/authentication_class_v1alpha1.hpp"
#include "compiled/oddity_v1.hpp"
#include "compiled/oddity_v1alpha1.hpp"
#include "compiled/pod_volume_backup_v1.hpp"
#include "compiled/tier_v3.hpp"
#include "compiled/virtual_machine_template_v1alpha1.hpp"
#include "compiled/virtual_machine_template_v1beta1.hpp"
#include "described/authentication_class_v1alpha1.hpp"
#include "described/oddity_v1.hpp"
#include "described/oddity_v1alpha1.hpp"
#include "described/pod_volume_backup_v1.hpp"
#include "described/tier_v3.hpp"
#include "described/virtual_machine_template_v1alpha1.hpp"
#include "described/virtual_machine_template_v1beta1.hpp"
#include "kubexx/apimachinery/crd.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "types/same_crd.hpp"

namespace kubexx::test {
namespace {

nlohmann::json crd_in(const std::string& file)
{
  std::ifstream in(std::string(TOOLS_TEST_CRDS) + "/" + file);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  for (const auto& document : parse_yaml(text)) {
    if (document.is_object()) return document;
  }
  return nullptr;
}

/// How the CRD of these versions differs from that in the file.
template <class... Versions>
std::string round_trip(const std::string& file)
{
  const std::array versions{described_kind<Versions>()...};
  return differences(crd_in(file), crd_of(versions));
}

TEST(TypesRoundTrip, DescribedInTheHeader)
{
  EXPECT_EQ((round_trip<described::v1::Oddity, described::v1alpha1::Oddity>("oddities.yaml")), "");
  EXPECT_EQ(round_trip<described::v3::Tier>("calico-tiers.yaml"), "");
  EXPECT_EQ(round_trip<described::v1::PodVolumeBackup>("velero-podvolumebackups.yaml"), "");
  EXPECT_EQ(round_trip<described::v1alpha1::AuthenticationClass>("stackable-authenticationclasses.yaml"), "");
  EXPECT_EQ((round_trip<described::v1alpha1::VirtualMachineTemplate, described::v1beta1::VirtualMachineTemplate>(
                "kubevirt-virtualmachinetemplates.yaml")),
            "");
}

TEST(TypesRoundTrip, DescribedInASourceFile)
{
  EXPECT_EQ((round_trip<compiled::v1::Oddity, compiled::v1alpha1::Oddity>("oddities.yaml")), "");
  EXPECT_EQ(round_trip<compiled::v3::Tier>("calico-tiers.yaml"), "");
  EXPECT_EQ(round_trip<compiled::v1::PodVolumeBackup>("velero-podvolumebackups.yaml"), "");
  EXPECT_EQ(round_trip<compiled::v1alpha1::AuthenticationClass>("stackable-authenticationclasses.yaml"), "");
  EXPECT_EQ((round_trip<compiled::v1alpha1::VirtualMachineTemplate, compiled::v1beta1::VirtualMachineTemplate>(
                "kubevirt-virtualmachinetemplates.yaml")),
            "");
}

template <class Oddity>
void check_objects()
{
  const Object before = Object::parse(R"({"apiVersion": "example.org/v1", "kind": "Oddity", "metadata": {"name": "a"},
      "spec": {"namespace": "x", "foo-bar": "hyphen", "fooBar": "none", "3scale": "three", "mode": "",
               "bounds": {"small": 200}, "unknown": 1, "flags": [true, false], "amount": "25%",
               "free": {"any": ["thing"]}, "selector": {"matchLabels": {"a": "b"}},
               "ports": [{"port": 1, "note": "one", "unknown": 1}, {"port": 2, "note": "two", "unknown": 2}]},
      "status": {"conditions": [{"type": "Ready", "status": "True"}]}})");
  auto oddity = before.as<Oddity>();
  EXPECT_EQ(oddity.spec.namespace_, "x");
  EXPECT_EQ(oddity.spec.fooBar2, "hyphen");
  EXPECT_EQ(oddity.spec.fooBar, "none");
  EXPECT_EQ(oddity.spec._3scale, "three");
  EXPECT_EQ(oddity.spec.mode, decltype(oddity.spec.mode)(""));
  EXPECT_EQ(oddity.spec.bounds.small, 200);
  EXPECT_EQ(oddity.spec.flags.at(0), true);
  EXPECT_EQ(oddity.spec.selector->matchLabels.at("a"), "b");
  EXPECT_EQ(oddity.status.conditions.at(0).type, "Ready");
  EXPECT_TRUE(same_content(before.with(oddity), before));
  const auto copy = oddity;
  EXPECT_TRUE(copy == oddity);
  std::swap(oddity.spec.ports.at(0), oddity.spec.ports.at(1));
  oddity.spec.ports.at(0).note = "changed";
  EXPECT_FALSE(copy == oddity);
  EXPECT_EQ(before.with(oddity).json()["spec"]["ports"],
            nlohmann::json::parse(R"([{"port": 2, "note": "changed", "unknown": 2},
                                      {"port": 1, "note": "one", "unknown": 1}])"))
      << "found by list_map_key";
}

TEST(TypesRoundTrip, ReadsAndWritesObjects)
{
  check_objects<described::v1::Oddity>();
  check_objects<compiled::v1::Oddity>();
}

}  // namespace
}  // namespace kubexx::test
