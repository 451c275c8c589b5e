// SPDX-License-Identifier: Apache-2.0
// The schema of a type, from its table. crd_schema_facts.cpp changes it by its facts.
#include "crd_schema.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>

#include "kubexx/apimachinery/condition.hpp"
#include "kubexx/apimachinery/crd.hpp"
#include "kubexx/apimachinery/meta.hpp"

namespace kubexx {

namespace detail {

namespace {

using crd::Fact;
using nlohmann::json;

/// What the API server keeps of an embedded object's metadata once it is declared.
bool is_kept_metadata(std::string_view name)
{
  constexpr std::array<std::string_view, 5> kept{"annotations", "finalizers", "labels", "name", "namespace"};
  return std::find(kept.begin(), kept.end(), name) != kept.end();
}

const StructInfo* metadata_info()
{
  return codec_of<ObjectMeta>.info();
}

const Fact* raw_schema_in(std::span<const Fact> facts)
{
  const auto found =
      std::find_if(facts.begin(), facts.end(), [](const Fact& fact) { return fact.kind == Fact::Kind::raw_schema; });
  return found == facts.end() ? nullptr : &*found;
}

std::string joined(const std::string& path, std::string_view member)
{
  return path.empty() ? std::string(member) : path + '.' + std::string(member);
}

/// The schemas of the structs of apimachinery; those of ObjectMeta and Condition come from their tables.
std::string_view known_schema(std::string_view type)
{
  if (type == "LabelSelectorRequirement") {
    return R"({"type":"object","required":["key","operator"],"properties":{"key":{"type":"string"},
      "operator":{"type":"string"},
      "values":{"type":"array","items":{"type":"string"},"x-kubernetes-list-type":"atomic"}}})";
  }
  if (type == "MetaLabelSelector") {
    return R"({"type":"object","x-kubernetes-map-type":"atomic","properties":{
      "matchLabels":{"type":"object","additionalProperties":{"type":"string"}},
      "matchExpressions":{"type":"array","items":{"$ref":"LabelSelectorRequirement"},
                          "x-kubernetes-list-type":"atomic"}}})";
  }
  if (type == "OwnerReference") {
    return R"({"type":"object","required":["apiVersion","kind","name","uid"],"x-kubernetes-map-type":"atomic",
      "properties":{"apiVersion":{"type":"string"},"kind":{"type":"string"},"name":{"type":"string"},
        "uid":{"type":"string"},"controller":{"type":"boolean"},"blockOwnerDeletion":{"type":"boolean"}}})";
  }
  return {};
}

/// The name below namespace kubexx of a struct whose table is compiled; empty for others.
std::string_view compiled_name(const StructInfo& info)
{
  const bool named = info.object_facts.size() == 1 && info.object_facts.front().kind == Fact::Kind::name;
  constexpr std::string_view ours = "kubexx::";
  if (!named || !info.object_facts.front().text.starts_with(ours)) return {};
  return info.object_facts.front().text.substr(ours.size());
}

/// Whether it is one of kubexx::types: "corev1::PodSpec".
bool is_of_types(std::string_view name)
{
  return name.find("::") != std::string_view::npos;
}

using FactsByMember = std::map<std::string_view, std::span<const Fact>>;

/// For each member, by its JSON name, the facts about it without the one that begins them. Those of the bases too.
void collect_facts(const StructInfo& info, FactsByMember& facts)
{
  const auto all = info.member_facts;
  for (std::size_t begin = 0; begin < all.size();) {
    std::size_t end = begin + 1;
    while (end < all.size() && all[end].kind != Fact::Kind::member) ++end;
    const Fact& first = all[begin];
    if (first.kind == Fact::Kind::member && !first.text.empty()) {
      const auto about = all.subspan(begin, end - begin);
      facts.emplace(crd::detail::json_name_of(first.text, about), about.subspan(1));
    }
    begin = end;
  }
  for (const BaseInfo& base : info.bases) collect_facts(*base.info(), facts);
}

}  // namespace

void SchemaWriter::problem(const std::string& path, const std::string& text)
{
  problems_.push_back(root_ + ": " + (path.empty() ? "" : path + ": ") + text);
}

json SchemaWriter::parsed(std::string_view text, const std::string& path, const char* fact)
{
  json value = json::parse(text, nullptr, false);
  if (value.is_discarded()) {
    problem(path, std::string(fact) + " is not JSON: " + std::string(text));
    return nullptr;
  }
  return value;
}

json SchemaWriter::root_schema(const DescribedKind& kind)
{
  json schema = struct_schema(*kind.codec->info(), "", true);
  const bool implicit = std::any_of(kind.facts.begin(), kind.facts.end(),
                                    [](const Fact& fact) { return fact.kind == Fact::Kind::implicit_root; });
  if (implicit && schema.contains("properties")) {
    for (const char* name : {"apiVersion", "kind", "metadata"}) schema["properties"].erase(name);
    if (schema["properties"].empty()) schema.erase("properties");
  }
  return schema;
}

json SchemaWriter::schema_of(const Codec& codec, const std::string& path)
{
  switch (codec.ops->shape) {
    case CodecOps::Shape::optional:
      return schema_of(*codec.element, path);
    case CodecOps::Shape::vector:
      return {{"type", "array"}, {"items", schema_of(*codec.element, path + "[*]")}};
    case CodecOps::Shape::map:
      return {{"type", "object"}, {"additionalProperties", schema_of(*codec.element, path + "[*]")}};
    case CodecOps::Shape::structure:
      return struct_schema(*codec.info(), path, false);
    default:
      return scalar_schema(codec, path);
  }
}

json SchemaWriter::scalar_schema(const Codec& codec, const std::string& path)
{
  if (codec.ops == &string_ops) return {{"type", "string"}};
  if (codec.ops == &json_ops) return {{"x-kubernetes-preserve-unknown-fields", true}};
  if (codec.ops == &open_enum_ops) {
    json schema{{"type", "string"}};
    if (codec.container != nullptr) {
      for (const auto text : static_cast<const OpenEnumValues*>(codec.container)->texts) schema["enum"].push_back(text);
    }
    return schema;
  }
  if (codec.ops->schema.empty()) {
    problem(path,
            "its C++ type does not say what its schema is: give the type a `static constexpr std::string_view "
            "kubexx_schema`, or state raw_schema");
    return json::object();
  }
  json schema = json::parse(codec.ops->schema);
  for (const EnumName& one : codec.ops->enumerators) schema["enum"].push_back(one.name);
  if (without_ == Builtin::by_table && schema.contains("enum")) schema[closed_enum] = true;
  return schema;
}

/// The schema of a struct whose table is compiled, unless its own facts and members give it.
std::optional<json> SchemaWriter::builtin_schema(const StructInfo& info, const std::string& path)
{
  const std::string type(compiled_name(info));
  if (type.empty()) return std::nullopt;
  std::string_view text = known_schema(type);
  if (text.empty() && builtin_ != nullptr) text = builtin_(type);
  if (!text.empty()) return expanded(json::parse(text), path);
  if (is_of_types(type) && builtin_ == nullptr && without_ == Builtin::required) {
    problem(path, "its type " + type +
                      " is built in: pass kubexx::builtin_schema (kubexx/types/crd_schemas.hpp) for the "
                      "schemas of such types");
    return json::object();
  }
  return std::nullopt;
}

json SchemaWriter::referenced(const std::string& type, const std::string& path)
{
  if (type == "ObjectMeta") return struct_schema(*metadata_info(), path, false);
  if (type == "Condition") return struct_schema(*codec_of<Condition>.info(), path, false);
  std::string_view text = known_schema(type);
  if (text.empty() && builtin_ != nullptr) text = builtin_(type);
  if (text.empty()) {
    problem(path, "there is no schema of " + type);
    return json::object();
  }
  return expanded(json::parse(text), path);
}

json SchemaWriter::expanded(json schema, const std::string& path)
{
  if (const auto reference = schema.find("$ref"); reference != schema.end()) {
    return referenced(reference->get<std::string>(), path);
  }
  if (schema.contains("properties")) {
    for (auto& [name, member] : schema["properties"].items()) member = expanded(member, joined(path, name));
  }
  for (const char* inside : {"items", "additionalProperties"}) {
    if (schema.contains(inside)) schema[inside] = expanded(schema[inside], path + "[*]");
  }
  return schema;
}

json SchemaWriter::struct_schema(const StructInfo& info, const std::string& path, bool is_root)
{
  if (!is_root && &info != metadata_info()) {
    if (auto builtin = builtin_schema(info, path)) return std::move(*builtin);
  }
  if (std::find(open_.begin(), open_.end(), &info) != open_.end()) {
    problem(path, "its struct contains itself, which no schema can express: state raw_schema, or make it a RawJson");
    return json::object();
  }
  open_.push_back(&info);
  json schema{{"type", "object"}};
  json properties = json::object();
  std::set<std::string> required;
  std::set<std::string> names;
  if (is_root) {
    properties["apiVersion"] = {{"type", "string"}};
    properties["kind"] = {{"type", "string"}};
    properties["metadata"] = {{"type", "object"}};
  }
  const bool embedded_metadata = &info == metadata_info();
  FactsByMember facts_by_member;
  collect_facts(info, facts_by_member);
  for (const Field& field : info.fields) {
    const std::string name(field.name());
    if (embedded_metadata && !is_kept_metadata(name)) continue;
    const auto stated = facts_by_member.find(name);
    const auto facts = stated == facts_by_member.end() ? std::span<const Fact>() : stated->second;
    if (is_root && name == "metadata") {
      bool is_required = false;
      apply(facts, properties[name], is_required, name);
      if (is_required) required.insert(name);
      continue;
    }
    const Fact* raw = raw_schema_in(facts);
    const std::string at = joined(path, name);
    json member = raw != nullptr ? parsed(raw->text, at, "raw_schema") : schema_of(*field.codec, at);
    bool is_required = false;
    apply(facts, member, is_required, at);
    // The CRDs of other projects have the list types of the release that they were made with.
    const bool has_keys = !field.merge_keys().empty() && !is_of_types(compiled_name(info));
    if (has_keys) add_keys(member, field.merge_keys(), at);
    if (is_required) required.insert(name);
    if (!names.insert(name).second) problem(at, "two members have this name in JSON");
    properties[name] = std::move(member);
  }
  if (!properties.empty()) schema["properties"] = std::move(properties);
  if (!required.empty()) schema["required"] = required;
  if (const Fact* raw = raw_schema_in(info.object_facts)) {
    schema = parsed(raw->text, path, "raw_schema");
  } else {
    apply_of_bases(info, schema, path);
  }
  bool ignored = false;
  for (const Fact& fact : info.object_facts) apply_one(fact, schema, ignored, path);
  check_groups(info, info, schema, path);
  open_.pop_back();
  return schema;
}

}  // namespace detail

nlohmann::json schema_of(const DescribedKind& kind, BuiltinSchemas builtin)
{
  detail::SchemaWriter writer(std::string(kind.resource->kind) + "." + std::string(kind.resource->group) + "/" +
                                  std::string(kind.resource->version),
                              builtin, detail::SchemaWriter::Builtin::required);
  auto schema = writer.root_schema(kind);
  if (!writer.problems().empty()) throw CrdError(writer.problems());
  return schema;
}

}  // namespace kubexx
