// SPDX-License-Identifier: Apache-2.0
// Kinds with several versions: what their CRD says, and how their structs become each other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "kubexx/apimachinery/conversion.hpp"
#include "kubexx/apimachinery/crd.hpp"
#include "kubexx/apimachinery/crds.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/meta.hpp"

namespace kubexx::versions_test {

using nlohmann::json;
using ::testing::HasSubstr;

namespace v1alpha1 {
struct Site {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1alpha1", "Site", "sites"};
  ObjectMeta metadata;
  std::string host;
};
KUBEXX_DESCRIBE(Site, metadata, host);
KUBEXX_CRD(Site, not_stored, deprecated());
}  // namespace v1alpha1

namespace v1beta1 {
struct SiteSpec {
  std::string host;
  std::int64_t copies = 0;
};
KUBEXX_DESCRIBE(SiteSpec, host, copies);
struct Site {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1beta1", "Site", "sites"};
  ObjectMeta metadata;
  SiteSpec spec;
};
KUBEXX_DESCRIBE(Site, metadata, spec);
KUBEXX_CRD(Site, not_stored);
}  // namespace v1beta1

namespace v1 {
struct SiteSpec {
  std::vector<std::string> hosts;
  std::int64_t replicas = 0;
};
KUBEXX_DESCRIBE(SiteSpec, hosts, replicas);
struct Site {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Site", "sites"};
  ObjectMeta metadata;
  SiteSpec spec;
};
KUBEXX_DESCRIBE(Site, metadata, spec);
KUBEXX_CRD(Site, conversion_webhook("shop", "site-operator"));
}  // namespace v1

namespace v2 {
struct Site {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v2", "Site", "sites"};
  ObjectMeta metadata;
};
KUBEXX_DESCRIBE(Site, metadata);
}  // namespace v2

namespace again {
struct Site {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Site", "sites"};
  ObjectMeta metadata;
};
KUBEXX_DESCRIBE(Site, metadata);
}  // namespace again

namespace v1beta2 {
struct Site {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1beta2", "Site", "sites"};
  ObjectMeta metadata;
};
KUBEXX_DESCRIBE(Site, metadata);
KUBEXX_CRD(Site, not_stored, short_name("st"), conversion_webhook("shop", "site-operator"));
}  // namespace v1beta2

struct Other {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Other", "others"};
  ObjectMeta metadata;
};
KUBEXX_DESCRIBE(Other, metadata);
KUBEXX_CRD(Other, conversion_webhook_url("https://convert.example.org/others",
                                         {.ca_bundle = "Q0EK", .review_versions = "v1,v1beta1"}));

Conversions neighbours()
{
  Conversions conversions;
  conversions.add<v1alpha1::Site, v1beta1::Site>(
      [](const v1alpha1::Site& from, v1beta1::Site& to) { to.spec.host = from.host; },
      [](const v1beta1::Site& from, v1alpha1::Site& to) { to.host = from.spec.host; });
  conversions.add<v1beta1::Site, v1::Site>(
      [](const v1beta1::Site& from, v1::Site& to) {
        if (!from.spec.host.empty()) to.spec.hosts = {from.spec.host};
        to.spec.replicas = from.spec.copies;
      },
      [](const v1::Site& from, v1beta1::Site& to) {
        if (!from.spec.hosts.empty()) to.spec.host = from.spec.hosts.front();
        to.spec.copies = from.spec.replicas;
      });
  return conversions;
}

TEST(CrdVersions, AFactAboutTheKindIsStatedInItsStoredVersion)
{
  try {
    static_cast<void>(crd_of(std::array{described_kind<v1beta2::Site>(), described_kind<v1::Site>()}));
    FAIL();
  } catch (const CrdError& error) {
    EXPECT_EQ(error.problems(),
              std::vector<std::string>{"sites.example.org: v1beta2 states short_name(\"st\"), which is for the stored "
                                       "version v1"});
  }
}

TEST(CrdVersions, TheStoredVersionStatesTheConversion)
{
  const json crd = crd_of(crds<Versions<v1alpha1::Site, v1beta1::Site, v1::Site>>().kinds.front());
  EXPECT_EQ(crd["spec"]["conversion"], json::parse(R"({"strategy": "Webhook", "webhook": {
    "clientConfig": {"service": {"namespace": "shop", "name": "site-operator", "path": "/convert"}},
    "conversionReviewVersions": ["v1"]}})"));
  EXPECT_EQ(crd_of(described_kind<Other>())["spec"]["conversion"], json::parse(R"({"strategy": "Webhook", "webhook": {
    "clientConfig": {"url": "https://convert.example.org/others", "caBundle": "Q0EK"},
    "conversionReviewVersions": ["v1", "v1beta1"]}})"));
  EXPECT_FALSE(crd_of(described_kind<v2::Site>())["spec"].contains("conversion"));
}

TEST(Conversions, ConvertBetweenNeighbours)
{
  const auto conversions = neighbours();
  const auto v1beta1 = Object::parse(R"({"apiVersion": "example.org/v1beta1", "kind": "Site",
    "metadata": {"name": "a", "namespace": "n"}, "spec": {"host": "h", "copies": 3}})");
  const Object v1 = conversions.convert(v1beta1, "example.org/v1");
  EXPECT_EQ(v1.json(), json::parse(R"({"apiVersion": "example.org/v1", "kind": "Site",
    "metadata": {"name": "a", "namespace": "n"}, "spec": {"hosts": ["h"], "replicas": 3}})"));
  EXPECT_EQ(conversions.convert(v1, "example.org/v1beta1").json(), v1beta1.json());
  EXPECT_EQ(conversions.convert(v1, "example.org/v1").bytes(), v1.bytes()) << "it has that version";
}

TEST(Conversions, GoOverTheVersionsBetween)
{
  const auto conversions = neighbours();
  v1alpha1::Site old;
  old.metadata.name = "a";
  old.host = "h";
  const auto site = conversions.convert<v1::Site>(old);
  EXPECT_EQ(site.metadata.name, "a");
  EXPECT_EQ(site.spec.hosts, std::vector<std::string>{"h"});
  EXPECT_EQ(conversions.convert<v1alpha1::Site>(site).host, "h");
}

TEST(Conversions, LeaveTheMetadataAloneButForLabelsAndAnnotations)
{
  Conversions conversions;
  conversions.add<v1beta1::Site, v1::Site>(
      [](const v1beta1::Site& /*from*/, v1::Site& to) {
        to.metadata.name = "renamed";
        to.metadata.finalizers.clear();
        to.metadata.labels = {{"l", "new"}};
        to.metadata.annotations.clear();
      },
      [](const v1::Site&, v1beta1::Site&) {});
  const auto object = Object::parse(R"({"apiVersion": "example.org/v1beta1", "kind": "Site", "metadata": {"name": "a",
    "uid": "u", "labels": {"l": "old"}, "annotations": {"x": "y"}, "finalizers": ["f"], "later": {"added": 1},
    "managedFields": [{"manager": "m"}]}})",
                                    {.keep_managed_fields = true, .type = nullptr});
  EXPECT_EQ(conversions.convert(object, "example.org/v1").json()["metadata"], json::parse(R"({"name": "a", "uid": "u",
    "labels": {"l": "new"}, "finalizers": ["f"], "later": {"added": 1}, "managedFields": [{"manager": "m"}]})"));
  const auto v1 = Object::parse(R"({"apiVersion": "example.org/v1", "kind": "Site", "metadata": {"name": "a",
    "labels": {"l": "old"}}})");
  EXPECT_EQ(conversions.convert(v1, "example.org/v1beta1").json()["metadata"], v1.json()["metadata"]);
}

/// What `convert` says about an object that it cannot convert.
std::string refusal(const Conversions& conversions, const std::string& object, const std::string& api_version)
{
  try {
    static_cast<void>(conversions.convert(Object::parse(object), api_version));
  } catch (const ConversionError& error) {
    return error.what();
  }
  return "";
}

TEST(Conversions, SayWhatCannotBeConverted)
{
  auto conversions = neighbours();
  const auto site = [](const std::string& version, const std::string& spec) {
    return R"({"apiVersion": "example.org/)" + version + R"(", "kind": "Site", "metadata": {"name": "a",
      "namespace": "n"}, "spec": )" +
           spec + "}";
  };
  EXPECT_EQ(refusal(conversions, site("v1beta1", R"({"copies": "x"})"), "example.org/v1"),
            "cannot convert Site n/a from example.org/v1beta1 to example.org/v1: Site \"n/a\": spec.copies: "
            "expected an integer, got string");
  EXPECT_THAT(refusal(conversions, site("v1", "{}"), "example.org/v2"), HasSubstr("no conversions lead to"));
  EXPECT_THAT(refusal(conversions, site("v3", "{}"), "example.org/v1"), HasSubstr("no conversion from this kind and"));
  EXPECT_THAT(refusal(conversions, site("v1", "{}"), "example.com/v1"), HasSubstr("stays in the group"));
  conversions.add<v1::Site, v2::Site>([](const v1::Site&, v2::Site&) { throw std::runtime_error("not today"); },
                                      [](const v2::Site&, v1::Site&) {});
  EXPECT_THAT(refusal(conversions, site("v1", "{}"), "example.org/v2"), HasSubstr("example.org/v2: not today"));
}

TEST(Conversions, MistakesAreRefusedWhenTheyAreAdded)
{
  auto conversions = neighbours();
  const auto add = [&](auto& to) {
    to.template add<v1beta1::Site, v1::Site>([](const v1beta1::Site&, v1::Site&) {},
                                             [](const v1::Site&, v1beta1::Site&) {});
  };
  EXPECT_THROW(add(conversions), std::invalid_argument) << "a second time";
  EXPECT_THROW((conversions.add<v1::Site, Other>([](const v1::Site&, Other&) {}, [](const Other&, v1::Site&) {})),
               std::invalid_argument);
  EXPECT_THROW(
      (conversions.add<v1::Site, v1::Site>([](const v1::Site&, v1::Site&) {}, [](const v1::Site&, v1::Site&) {})),
      std::invalid_argument);
  EXPECT_THROW((conversions.add<v1::Site, v2::Site>(nullptr, [](const v2::Site&, v1::Site&) {})),
               std::invalid_argument);
  const auto add_other_struct = [&] {
    conversions.add<v2::Site, again::Site>([](const v2::Site&, again::Site&) {}, [](const again::Site&, v2::Site&) {});
  };
  EXPECT_THROW(add_other_struct(), std::invalid_argument) << "another struct is v1";
  EXPECT_EQ(conversions.kinds().size(), 1U);
  EXPECT_EQ(conversions.kinds().front().size(), 3U);
}

TEST(Conversions, NameTheVersionsThatNothingConnects)
{
  const auto versions = crds<Versions<v1alpha1::Site, v1beta1::Site, v1::Site, v2::Site>>().kinds.front();
  auto conversions = neighbours();
  EXPECT_THAT(conversions.missing(versions),
              ::testing::ElementsAre("no conversions between Site example.org/v1alpha1 and Site example.org/v2",
                                     "no conversions between Site example.org/v1beta1 and Site example.org/v2",
                                     "no conversions between Site example.org/v1 and Site example.org/v2"));
  conversions.add<v1::Site, v2::Site>([](const v1::Site&, v2::Site&) {}, [](const v2::Site&, v1::Site&) {});
  EXPECT_THAT(conversions.missing(versions), ::testing::IsEmpty());
}

}  // namespace kubexx::versions_test
