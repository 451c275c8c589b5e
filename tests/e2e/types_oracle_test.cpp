// SPDX-License-Identifier: Apache-2.0
// kubexx::types beside Kubernetes' own types: objects of every kind, filled at random and written by Go, are read and
// written again.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>

#include "go_objects.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/types/all.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;

using detail::Codec;
using detail::codec_of;
using detail::Field;

struct KindEntry {
  const Codec* codec;
  json (*there_and_back)(const std::string&);
};

template <class K>
json there_and_back(const std::string& text)
{
  return json::parse(encode(decode_text<K>(text)));
}

template <class K>
std::pair<std::string, KindEntry> entry()
{
  const ResourceType type = resource_of<K>();
  return {type.api_version() + " " + type.kind, {&codec_of<K>, &there_and_back<K>}};
}

const std::map<std::string, KindEntry>& kinds()
{
  static const std::map<std::string, KindEntry> all{
#define KIND(space, name) entry<space::name>(),
#include "types/every_kind.inc"
#undef KIND
  };
  return all;
}

bool is_zero(const json& value)
{
  return value.is_null() || value == "" || value == 0 || value == false || (value.is_structured() && value.empty());
}

/// Without what Go reads as it reads an object without it: null, and the zero value of what is no pointer.
void drop_zeros(json& value, const Codec& codec)
{
  if (codec.info != nullptr) {
    for (const Field& field : codec.info()->fields) {
      const std::string name(field.name());
      if (!value.contains(name)) continue;
      drop_zeros(value[name], *field.codec);
      if (field.codec->is_optional() ? value[name].is_null() : is_zero(value[name])) value.erase(name);
    }
    // ObjectMeta does not have these; they survive a write as what is unknown does.
    if (codec.ops == codec_of<ObjectMeta>.ops && codec.info == codec_of<ObjectMeta>.info) {
      value.erase("managedFields");
      value.erase("selfLink");
    }
  } else if (codec.element != nullptr && codec.is_optional()) {
    if (!value.is_null()) drop_zeros(value, *codec.element);
  } else if (codec.element != nullptr) {
    for (auto& item : value) drop_zeros(item, *codec.element);
  }
}

TEST(TypesOracle, EveryObjectIsReadAndWrittenAsGoDoes)
{
  std::set<std::string> seen;
  for_each_go_object([&](const json& one, int number) {
    const auto name = one.at("apiVersion").get<std::string>() + " " + one.at("kind").get<std::string>();
    const auto kind = kinds().find(name);
    if (kind == kinds().end()) return;
    seen.insert(name);
    auto sent = one.at("json");
    auto written = kind->second.there_and_back(sent.dump());
    for (const char* member : {"apiVersion", "kind"}) sent.erase(member);
    drop_zeros(sent, *kind->second.codec);
    drop_zeros(written, *kind->second.codec);
    EXPECT_EQ(written, sent) << name << ", case " << number << "\n"
                             << json::diff(written, sent).dump(1).substr(0, 3000);
  });
  if (HasFailure() || IsSkipped()) return;
  seen.insert("apiregistration.k8s.io/v1 APIService");  // of kube-aggregator, whose types client-go does not have
  EXPECT_EQ(seen.size(), kinds().size());
}

}  // namespace
}  // namespace kubexx::e2e
