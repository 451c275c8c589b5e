// SPDX-License-Identifier: Apache-2.0
// What the CRDs of converted kinds get from the declarations of a program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "conversion_kinds.hpp"
#include "kubexx/apimachinery/crds.hpp"
#include "kubexx/apimachinery/yaml.hpp"
#include "kubexx/controller/run_operator.hpp"
#include "kubexx/controller/webhook_target.hpp"
#include "kubexx/controller/webhooks.hpp"
#include "webhook_harness.hpp"

namespace kubexx::testing {
namespace ferries_v1 {
struct Ferry {
  static constexpr ResourceInfo kubexx_resource{"travel.example.org", "v1", "Ferry", "ferries"};
  ObjectMeta metadata;
};
KUBEXX_DESCRIBE(Ferry, metadata);
KUBEXX_CRD(Ferry, conversion_webhook("harbour", "ferries"));
}  // namespace ferries_v1
namespace ferries_v2 {
struct Ferry {
  static constexpr ResourceInfo kubexx_resource{"travel.example.org", "v2", "Ferry", "ferries"};
  ObjectMeta metadata;
};
KUBEXX_DESCRIBE(Ferry, metadata);
KUBEXX_CRD(Ferry, not_stored);
}  // namespace ferries_v2

namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

Conversions ferry_conversions()
{
  Conversions conversions;
  conversions.add<ferries_v1::Ferry, ferries_v2::Ferry>([](const ferries_v1::Ferry&, ferries_v2::Ferry&) {},
                                                        [](const ferries_v2::Ferry&, ferries_v1::Ferry&) {});
  return conversions;
}

void convert_roads(Manager& manager)
{
  manager.webhooks().converts(road_conversions());
}
void convert_ferries(Manager& manager)
{
  manager.webhooks().converts(ferry_conversions());
}

WebhookTarget travel()
{
  WebhookTarget target;
  target.name = "travel";
  target.namespace_ = "travel-system";
  return target;
}

/// What the program `travel` prints.
std::string travel_prints(std::vector<std::string> flags, const OperatorOptions& options,
                          const std::function<void(Manager&)>& setup)
{
  flags.insert(flags.begin(), "travel");
  std::vector<char*> pointers;
  for (auto& flag : flags) pointers.push_back(flag.data());
  pointers.push_back(nullptr);
  ::testing::internal::CaptureStdout();
  const int code = run_operator(static_cast<int>(flags.size()), pointers.data(), options, setup);
  std::string text = ::testing::internal::GetCapturedStdout();
  EXPECT_EQ(code, 0);
  return text;
}

std::vector<std::string> versions_of(const json& crd)
{
  std::vector<std::string> names;
  for (const json& version : crd.at("spec").at("versions")) names.push_back(version.at("name"));
  return names;
}

TEST(ConversionCrds, APartNamesTheServiceOfTheProgram)
{
  WebhookHarness h;
  convert_roads(h.manager);
  const auto parts = h.manager.conversion_parts(travel());
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_EQ(parts[0].json(), json::parse(R"({
    "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
    "metadata": {"name": "roads.travel.example.org"},
    "spec": {"conversion": {"strategy": "Webhook", "webhook": {
      "conversionReviewVersions": ["v1"],
      "clientConfig": {"service": {"name": "travel-webhooks", "namespace": "travel-system", "path": "/convert",
                                   "port": 443}}}}}})"));
  WebhookTarget by_url = travel();
  by_url.url = "https://127.0.0.1:9443/";
  by_url.ca_bundle = "pem";
  EXPECT_EQ(h.manager.conversion_parts(by_url).at(0).json()["spec"]["conversion"]["webhook"]["clientConfig"],
            json::parse(R"({"url": "https://127.0.0.1:9443/convert", "caBundle": "cGVt"})"));
  EXPECT_THROW((void)h.manager.conversion_parts({}), std::invalid_argument);
}

TEST(ConversionCrds, AnAuthorityMarksTheCrds)
{
  WebhookHarness h;
  convert_roads(h.manager);
  convert_ferries(h.manager);
  WebhookTarget target = travel();
  ASSERT_EQ(h.manager.conversion_parts(target).size(), 1U) << "the struct of the ferries states the conversion";
  target.authority_mark = "mine";
  const auto parts = h.manager.conversion_parts(target);
  ASSERT_EQ(parts.size(), 2U);
  for (const Object& part : parts) EXPECT_EQ(part.label("kubexx.dev/webhook-authority"), "mine");
  EXPECT_FALSE(parts[1].json().contains("spec"));
}

TEST(ConversionCrds, TheirVersionsAreKindsOfTheProgram)
{
  WebhookHarness h;
  convert_roads(h.manager);
  std::vector<std::string> names;
  for (const auto& kind : h.manager.described_kinds()) names.emplace_back(kind.resource->version);
  EXPECT_THAT(names, ::testing::UnorderedElementsAre("v1alpha1", "v1beta1", "v1"));
}

TEST(ConversionCrds, APrintedCrdHasTheConversionAndAllVersions)
{
  OperatorOptions options;
  // One version of the roads only, and no ferries.
  options.crds = crds<Trip, road_v1::Road>();
  options.manager.webhooks.authority = WebhookAuthorityOptions{};
  options.manager.webhooks.authority->service = "roads";
  options.manager.webhooks.authority->namespace_ = "travel-system";
  auto all = parse_yaml(travel_prints({"--print-crd"}, options, [](Manager& manager) {
    convert_roads(manager);
    convert_ferries(manager);
  }));
  ASSERT_EQ(all.size(), 3U);
  const json label = {{"kubexx.dev/webhook-authority", "travel-system.roads-certificates"}};
  EXPECT_FALSE(all[0]["spec"].contains("conversion"));
  EXPECT_FALSE(all[0]["metadata"].contains("labels"));
  EXPECT_EQ(all[1]["metadata"]["labels"], label);
  EXPECT_THAT(versions_of(all[1]), ::testing::UnorderedElementsAre("v1alpha1", "v1beta1", "v1"));
  EXPECT_EQ(all[1]["spec"]["conversion"]["webhook"]["clientConfig"]["service"]["name"], "roads");
  // What a struct states is not replaced.
  EXPECT_EQ(all[2]["metadata"]["name"], "ferries.travel.example.org");
  EXPECT_EQ(all[2]["metadata"]["labels"], label);
  EXPECT_EQ(all[2]["spec"]["conversion"]["webhook"]["clientConfig"]["service"],
            json::parse(R"({"name": "ferries", "namespace": "harbour", "path": "/convert"})"));
}

TEST(ConversionCrds, WebhooksArePrintedWithAPartOnlyIfTheCrdsAreNot)
{
  const std::string service = "kind: Service\n";
  const std::string without_crds = travel_prints({"--print-webhooks"}, {}, convert_roads);
  EXPECT_THAT(without_crds, HasSubstr(service)) << "a program with conversions and no admission webhook";
  EXPECT_THAT(without_crds, HasSubstr(R"(---
# Adds the conversion webhook to a CRD that exists. A field manager of its own leaves the rest unchanged:
# kubectl apply --server-side --force-conflicts --field-manager=travel-webhooks -f FILE
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: roads.travel.example.org
spec:
  conversion:
    strategy: Webhook
)"));
  OperatorOptions options;
  options.crds = crds<Trip>();
  const std::string with_crds = travel_prints({"--print-webhooks"}, options, convert_roads);
  EXPECT_THAT(with_crds, HasSubstr(service));
  EXPECT_THAT(with_crds, HasSubstr("# The conversion of roads.travel.example.org is in its CRD: --print-crd\n"));
  EXPECT_THAT(with_crds, Not(HasSubstr("CustomResourceDefinition")));
  EXPECT_THAT(travel_prints({"--print-webhooks"}, {}, [](Manager&) {}), "");
}

}  // namespace
}  // namespace kubexx::testing
