// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/merge_schema.hpp"

#include <map>
#include <utility>

#include "kubexx/apimachinery/detail/json_scan.hpp"
#include "kubexx/apimachinery/json_view.hpp"
#include "kubexx/apimachinery/object.hpp"

namespace kubexx {

namespace {

constexpr std::string_view reference_prefix = "#/components/schemas/";
constexpr std::string_view kind_extension = "x-kubernetes-group-version-kind";

bool names(JsonView kind, const ResourceType& type)
{
  return kind.member("group").equals(type.group) && kind.member("version").equals(type.version) &&
         kind.member("kind").equals(type.kind);
}

}  // namespace

class OpenApiDocument::Index {
public:
  explicit Index(std::string text) : text_(std::move(text))
  {
    detail::JsonScanner scanner(text_);
    scanner.skip_space();
    if (scanner.peek() != '{') scanner.fail("an OpenAPI document must be an object");
    root_ = JsonView(scanner.value());
    for (auto schema = root_.at("/components/schemas").children(); schema.next();) {
      schemas_.emplace(schema.key(), schema.value());
    }
  }

  [[nodiscard]] JsonView root() const noexcept { return root_; }
  [[nodiscard]] const std::map<std::string, JsonView, std::less<>>& schemas() const noexcept { return schemas_; }

  /// What a schema stands for: allOf with one entry and $ref are how a document says "of that type".
  [[nodiscard]] JsonView resolved(JsonView schema) const
  {
    if (const auto all = schema.at("/allOf/0")) schema = all;
    const auto reference = schema.member("$ref").as_string();
    if (!reference || !reference->starts_with(reference_prefix)) return schema;
    const auto found = schemas_.find(std::string_view(*reference).substr(reference_prefix.size()));
    return found == schemas_.end() ? JsonView() : found->second;
  }

private:
  std::string text_;
  JsonView root_;
  std::map<std::string, JsonView, std::less<>> schemas_;
};

namespace {

class OpenApiSchema final : public MergeSchema {
public:
  OpenApiSchema(std::shared_ptr<const OpenApiDocument::Index> index, JsonView schema)
      : index_(std::move(index)), schema_(schema)
  {
  }

  [[nodiscard]] Field field(std::string_view name) const override
  {
    auto property = schema_.member("properties").member(name);
    if (!property) property = schema_.member("additionalProperties");
    Field field;
    if (!property) return field;
    field.merge_key = property.member("x-kubernetes-patch-merge-key").as_string().value_or(std::string());
    for (auto key = property.member("x-kubernetes-list-map-keys").children(); key.next();) {
      field.list_keys.push_back(key.value().as_string().value_or(std::string()));
    }
    const auto strategies = property.member("x-kubernetes-patch-strategy").as_string().value_or(std::string());
    for (std::string_view rest = strategies; !rest.empty();) {
      const auto word = rest.substr(0, rest.find(','));
      rest.remove_prefix(word.size() == rest.size() ? word.size() : word.size() + 1);
      if (word == "retainKeys") field.retain_keys = true;
      if (word == "merge") field.strategy = Field::Strategy::merge;
      if (word == "replace") field.strategy = Field::Strategy::replace;
    }
    auto value = index_->resolved(property);
    if (const auto items = value.member("items")) value = index_->resolved(items);
    if (value) field.value = std::make_shared<OpenApiSchema>(index_, value);
    return field;
  }

private:
  std::shared_ptr<const OpenApiDocument::Index> index_;
  JsonView schema_;
};

}  // namespace

OpenApiDocument OpenApiDocument::parse(std::string text)
{
  return OpenApiDocument(std::make_shared<const Index>(std::move(text)));
}

std::string OpenApiDocument::path_of(std::string_view group, std::string_view version)
{
  std::string path = group.empty() ? "/openapi/v3/api/" : "/openapi/v3/apis/";
  if (!group.empty()) path.append(group).push_back('/');
  return path.append(version);
}

bool OpenApiDocument::takes_strategic_merge(const ResourceType& type) const
{
  for (auto path = index_->root().member("paths").children(); path.next();) {
    const auto patch = path.value().member("patch");
    if (!patch || !names(patch.member(kind_extension), type)) continue;
    return static_cast<bool>(
        patch.member("requestBody").member("content").member("application/strategic-merge-patch+json"));
  }
  return false;
}

std::shared_ptr<const MergeSchema> OpenApiDocument::merge_schema(const ResourceType& type) const
{
  for (const auto& [name, schema] : index_->schemas()) {
    for (auto kind = schema.member(kind_extension).children(); kind.next();) {
      if (names(kind.value(), type)) return std::make_shared<OpenApiSchema>(index_, schema);
    }
  }
  return nullptr;
}

}  // namespace kubexx
