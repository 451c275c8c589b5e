// SPDX-License-Identifier: Apache-2.0
// The Go types of k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1/types.go.
#include "definition/go_types.hpp"

#include <initializer_list>
#include <memory>
#include <utility>

#include "kubexx/schema/detail/definition.hpp"

namespace kubexx::schema::detail {
namespace {

using GoType = Schema::Type;

/// Whether a zero value or an empty list is like none, as omitempty makes it unless the field is a pointer.
enum class Zero { kept, dropped };

SchemaPtr go_scalar(GoType type, Zero zero = Zero::kept, const char* go_type = "", const char* format = "")
{
  auto schema = std::make_shared<Schema>();
  schema->type = type;
  schema->drop_zero = zero == Zero::dropped;
  schema->go_type = go_type;
  schema->format = format;
  return schema;
}

SchemaPtr go_text(Zero zero = Zero::kept, const char* go_type = "")
{
  return go_scalar(GoType::string, zero, go_type);
}

SchemaPtr go_flag(Zero zero = Zero::kept)
{
  return go_scalar(GoType::boolean, zero);
}

SchemaPtr go_number(const char* format, Zero zero = Zero::kept)
{
  return go_scalar(GoType::integer, zero, "", format);
}

SchemaPtr go_list(SchemaPtr items, Zero empty = Zero::dropped)
{
  auto schema = std::make_shared<Schema>();
  schema->type = GoType::array;
  schema->write_null = empty == Zero::kept;
  schema->items = std::move(items);
  return schema;
}

SchemaPtr go_map()
{
  auto schema = std::make_shared<Schema>();
  schema->type = GoType::object;
  schema->additional = go_text();
  return schema;
}

SchemaPtr go_any()
{
  auto schema = std::make_shared<Schema>();
  schema->preserve_unknown = true;
  return schema;
}

SchemaPtr go_struct(const std::string& name, std::initializer_list<std::pair<const std::string, SchemaPtr>> fields)
{
  auto schema = std::make_shared<Schema>();
  schema->type = GoType::object;
  schema->type_name = "apiextensions.v1." + name;
  schema->properties = fields;
  return schema;
}

SchemaPtr go_conversion()
{
  const auto service =
      go_struct("ServiceReference",
                {{"namespace", go_text()}, {"name", go_text()}, {"path", go_text()}, {"port", go_number("int32")}});
  const auto client = go_struct(
      "WebhookClientConfig",
      {{"url", go_text()}, {"service", service}, {"caBundle", go_scalar(GoType::string, Zero::dropped, "", "byte")}});
  const auto webhook = go_struct(
      "WebhookConversion", {{"clientConfig", client}, {"conversionReviewVersions", go_list(go_text(), Zero::kept)}});
  return go_struct("CustomResourceConversion",
                   {{"strategy", go_text(Zero::kept, "v1.ConversionStrategyType")}, {"webhook", webhook}});
}

SchemaPtr go_version()
{
  const auto scale =
      go_struct("CustomResourceSubresourceScale",
                {{"specReplicasPath", go_text()}, {"statusReplicasPath", go_text()}, {"labelSelectorPath", go_text()}});
  const auto subresources = go_struct("CustomResourceSubresources",
                                      {{"status", go_struct("CustomResourceSubresourceStatus", {})}, {"scale", scale}});
  const auto column = go_struct("CustomResourceColumnDefinition", {{"name", go_text()},
                                                                   {"type", go_text()},
                                                                   {"format", go_text(Zero::dropped)},
                                                                   {"description", go_text(Zero::dropped)},
                                                                   {"priority", go_number("int32", Zero::dropped)},
                                                                   {"jsonPath", go_text()}});
  const auto selectable = go_struct("SelectableField", {{"jsonPath", go_text()}});
  return go_struct("CustomResourceDefinitionVersion",
                   {{"name", go_text()},
                    {"served", go_flag()},
                    {"storage", go_flag()},
                    {"deprecated", go_flag(Zero::dropped)},
                    {"deprecationWarning", go_text()},
                    {"schema", go_struct("CustomResourceValidation", {{"openAPIV3Schema", go_any()}})},
                    {"subresources", subresources},
                    {"additionalPrinterColumns", go_list(column)},
                    {"selectableFields", go_list(selectable)}});
}

SchemaPtr go_definition()
{
  const auto names = go_struct("CustomResourceDefinitionNames", {{"plural", go_text()},
                                                                 {"singular", go_text(Zero::dropped)},
                                                                 {"shortNames", go_list(go_text())},
                                                                 {"kind", go_text()},
                                                                 {"listKind", go_text(Zero::dropped)},
                                                                 {"categories", go_list(go_text())}});
  const auto spec = go_struct("CustomResourceDefinitionSpec", {{"group", go_text()},
                                                               {"names", names},
                                                               {"scope", go_text(Zero::kept, "v1.ResourceScope")},
                                                               {"versions", go_list(go_version(), Zero::kept)},
                                                               {"conversion", go_conversion()},
                                                               {"preserveUnknownFields", go_flag(Zero::dropped)}});
  return go_struct("CustomResourceDefinition", {{"spec", spec}, {"status", go_any()}});
}

SchemaPtr go_object_meta()
{
  auto meta = std::make_shared<Schema>(
      *go_struct("ObjectMeta", {{"annotations", go_map()},
                                {"creationTimestamp", go_scalar(GoType::string, Zero::dropped, "v1.Time", "date-time")},
                                {"deletionGracePeriodSeconds", go_number("int64")},
                                {"deletionTimestamp", go_scalar(GoType::string, Zero::dropped, "v1.Time", "date-time")},
                                {"finalizers", go_list(go_text())},
                                {"generateName", go_text(Zero::dropped)},
                                {"generation", go_number("int64", Zero::dropped)},
                                {"labels", go_map()},
                                {"managedFields", go_any()},
                                {"name", go_text(Zero::dropped)},
                                {"namespace", go_text(Zero::dropped)},
                                {"ownerReferences", go_any()},
                                {"resourceVersion", go_text(Zero::dropped)},
                                {"selfLink", go_text(Zero::dropped)},
                                {"uid", go_text(Zero::dropped, "types.UID")}}));
  // Decoded by itself, but errors have the path from the definition.
  for (auto& [name, field] : meta->properties) {
    auto below = std::make_shared<Schema>(*field);
    below->go_inlined = "metadata";
    field = std::move(below);
  }
  return meta;
}

}  // namespace

void decode_go_types(Json& definition, std::vector<std::string>& unknown)
{
  static const SchemaPtr type = go_definition();
  static const SchemaPtr meta_type = go_object_meta();
  auto& meta = definition["metadata"];
  if (meta.is_null()) meta = Json::object();
  if (!meta.is_object()) throw cannot_unmarshal(meta, "CustomResourceDefinition", "metadata", "v1.ObjectMeta");
  std::vector<std::string> unknown_meta;
  decode_typed(*meta_type, meta, "ObjectMeta", unknown_meta);
  for (const auto& name : unknown_meta) unknown.push_back("metadata." + name);
  decode_typed(*type, definition, "CustomResourceDefinition", unknown);
  decode_definition(definition, unknown);
}

}  // namespace kubexx::schema::detail
