// SPDX-License-Identifier: Apache-2.0
// A required member is written although it is empty: a server would refuse an object without it.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "kubexx/apimachinery/compiled_struct.hpp"
#include "kubexx/apimachinery/condition.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/schema/typed_schema.hpp"

namespace required_members_test {

using nlohmann::json;
using namespace kubexx;

struct Port {
  std::string name;
  int number = 0;
};
KUBEXX_DESCRIBE(Port, (name, required), number);
struct Policy {
  std::optional<std::string> kind;
};
KUBEXX_DESCRIBE(Policy, kind);
struct SiteSpec {
  std::string host;
  std::vector<Port> ports;
  std::map<std::string, std::string> labels;
  Policy policy;
  std::optional<std::string> note;
  std::string colour;
  Time since;
  std::string plain;
};
KUBEXX_DESCRIBE(SiteSpec, (host, required), (ports, required), (labels, required), (policy, required), (note, required),
                (colour, required, default_value("red")), (since, required), plain);
struct Site {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Site", "sites"};
  ObjectMeta metadata;
  SiteSpec spec;
};
KUBEXX_DESCRIBE(Site, metadata, (spec, required));

json spec_of(const Object& object)
{
  return object.json().at("spec");
}

TEST(RequiredMembers, OfANewObjectAreWrittenWithoutAValue)
{
  EXPECT_EQ(json::parse(encode(Site{})),
            json::parse(R"({"spec": {"host": "", "ports": [], "labels": {}, "policy": {}}})"))
      << "an optional has no empty value, a default is the server's, and no text is no time";
}

TEST(RequiredMembers, OfANewElementAreWrittenWithoutAValue)
{
  Object object = Object::parse(R"({"metadata": {"name": "a"}, "spec": {"host": "a", "ports": []}})");
  auto site = object.as<Site>();
  site.spec.ports.push_back({.name = "", .number = 1});
  EXPECT_EQ(spec_of(object.with(site))["ports"], json::parse(R"([{"name": "", "number": 1}])"));
}

TEST(RequiredMembers, AreEmptiedAndNotRemoved)
{
  Object object = Object::parse(R"({"metadata": {"name": "a"}, "spec": {"host": "a", "colour": "b", "plain": "c"}})");
  auto site = object.as<Site>();
  site.spec.host.clear();
  site.spec.colour.clear();
  site.spec.plain.clear();
  EXPECT_EQ(spec_of(object.with(site)), json::parse(R"({"host": ""})"));
}

TEST(RequiredMembers, ThatAnObjectHasNotAreNotAdded)
{
  const Object object = Object::parse(R"({"metadata": {"name": "a"}, "spec": {"plain": "c"}})");
  EXPECT_EQ(object.with(object.as<Site>()).json(), object.json());
  EXPECT_EQ(spec_of(object.with(object.as<Site>())), json::parse(R"({"plain": "c"})"));
}

TEST(RequiredMembers, OfAConditionAreWritten)
{
  EXPECT_EQ(json::parse(encode(Condition{.type = "Ready", .status = "True", .reason = "AllGood"})),
            json::parse(R"({"type": "Ready", "status": "True", "reason": "AllGood", "message": ""})"))
      << "every CRD requires a message of a condition";
}

struct Compiled {
  std::string host{};
  std::string note{};
  bool operator==(const Compiled&) const;
};
KUBEXX_COMPILED(Compiled)
KUBEXX_DESCRIBE_COMPILED(Compiled, (host, required), note);

TEST(RequiredMembers, OfACompiledStructAreWritten)
{
  EXPECT_EQ(encode(Compiled{}), R"({"host":""})");
}

TEST(RequiredMembers, AnObjectOfEmptyMembersIsValid)
{
  const schema::TypedSchema<Site> schema;
  Site site;
  site.metadata.name = "a";
  site.spec.note = "";
  site.spec.since = Time::parse("2026-01-01T00:00:00Z");
  EXPECT_TRUE(schema.validate(site).empty());
}

}  // namespace required_members_test
