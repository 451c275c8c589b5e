// SPDX-License-Identifier: Apache-2.0
#include "kubexx/testing/random_objects.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/meta_duration.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "random_value.hpp"

namespace kubexx::testing {

using nlohmann::json;

namespace {

json schema_in(const json& crd, const std::string& version)
{
  for (const auto& one : crd.at("spec").at("versions")) {
    if (one.at("name") == version && one.contains("schema")) return one["schema"].at("openAPIV3Schema");
  }
  throw std::invalid_argument(crd["metadata"].value("name", "this CRD") + " has no schema for a version " + version);
}

bool is_text_of(const kubexx::detail::Codec& codec, const kubexx::detail::Codec& type)
{
  return codec.ops == type.ops;
}

/// Replaces texts that the schema permits and the C++ type cannot read: a schema has no format for them.
void make_readable(const kubexx::detail::Codec& codec, json& value, detail::ValueDrawer& drawer)
{
  using Shape = kubexx::detail::CodecOps::Shape;
  if (codec.ops->shape == Shape::optional) return make_readable(*codec.element, value, drawer);
  if (codec.ops->shape == Shape::structure && value.is_object()) {
    for (const auto& field : codec.info()->fields) {
      const auto member = value.find(field.name());
      if (member != value.end()) make_readable(*field.codec, *member, drawer);
    }
  } else if ((codec.is_vector() && value.is_array()) || (codec.is_map() && value.is_object())) {
    for (json& element : value) {
      if (codec.element != nullptr) make_readable(*codec.element, element, drawer);
    }
  } else if (value.is_string() && is_text_of(codec, kubexx::detail::codec_of<MetaDuration>)) {
    constexpr std::array texts{"1h0m0s", "1m30s", "500ms"};
    value = texts[drawer.below(texts.size())];
  } else if (value.is_string() && is_text_of(codec, kubexx::detail::codec_of<MicroTime>)) {
    constexpr std::array texts{"2026-01-02T03:04:05.000000Z", "1999-12-31T23:59:59.999999Z"};
    value = texts[drawer.below(texts.size())];
  }
}

}  // namespace

RandomObjects::RandomObjects(const DescribedKind& kind, RandomObjectsOptions options)
    : schema_(schema_of(kind, options.builtin_schemas)),
      api_version_(kind.resource->version),
      kind_(kind.resource->kind),
      options_(options),
      random_(options.seed),
      codec_(kind.codec)
{
  if (!kind.resource->group.empty()) api_version_ = std::string(kind.resource->group) + "/" + api_version_;
}

RandomObjects::RandomObjects(const json& crd, const std::string& version, RandomObjectsOptions options)
    : schema_(schema_in(crd, version)),
      api_version_(crd["spec"].at("group").get<std::string>() + "/" + version),
      kind_(crd["spec"].at("names").at("kind").get<std::string>()),
      options_(options),
      random_(options.seed)
{
}

json RandomObjects::next()
{
  detail::ValueDrawer drawer(random_, options_.mistakes);
  json object{
      {"apiVersion", api_version_}, {"kind", kind_}, {"metadata", {{"name", "random-" + std::to_string(++drawn_)}}}};
  const json required = schema_.value("required", json::array());
  const json members = schema_.value("properties", json::object());
  for (const auto& [name, member] : members.items()) {
    if (object.contains(name) || (name == "status" && !options_.has_status)) continue;
    const bool is_rare = drawer.below(10) == 0 && std::find(required.begin(), required.end(), name) == required.end();
    if (!is_rare) object[name] = drawer.value(member, 1);
  }
  if (codec_ != nullptr) make_readable(*codec_, object, drawer);
  return object;
}

}  // namespace kubexx::testing
