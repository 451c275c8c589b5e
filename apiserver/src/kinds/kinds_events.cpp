// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "core/text.hpp"
#include "kinds/builtin.hpp"
#include "kinds/type_defaults.hpp"
#include "kubexx/apimachinery/human_duration.hpp"
#include "kubexx/apimachinery/label_names.hpp"
#include "schema/schema.hpp"
#include "validation/names.hpp"

namespace kubexx::apiserver {
namespace {

/// The names of a field in core/v1, which is the stored form, and in events.k8s.io/v1.
constexpr std::array<std::pair<const char*, const char*>, 7> renamed{{
    {"involvedObject", "regarding"},
    {"message", "note"},
    {"source", "deprecatedSource"},
    {"firstTimestamp", "deprecatedFirstTimestamp"},
    {"lastTimestamp", "deprecatedLastTimestamp"},
    {"count", "deprecatedCount"},
    {"reportingComponent", "reportingController"},
}};

void rename(Json& object, const char* from, const char* to)
{
  const auto found = object.find(from);
  if (found == object.end()) return;
  auto value = std::move(*found);
  object.erase(from);
  object[to] = std::move(value);
}

/// What events.k8s.io/v1 does not write when it is not set, and core/v1 does.
void drop_zeros(Json& event)
{
  static const auto schema = builtin_schemas().at("events.v1.Event");
  for (auto member = event.begin(); member != event.end();) {
    const auto known = schema->properties.find(member.key());
    const bool drops = known != schema->properties.end() && known->second->drop_zero;
    member = drops && (*member == "" || *member == 0) ? event.erase(member) : std::next(member);
  }
  default_types(*schema, event);
}

void check_length(const Json& event, const char* field, std::size_t limit, FieldErrors& errors)
{
  if (string_at(event, {field}).size() > limit) {
    errors.push_back(invalid_value(field, "", "can have at most " + std::to_string(limit) + " characters"));
  }
}

bool is_set(const Json& event, const char* field)
{
  const auto* value = find(event, {field});
  return value != nullptr && !value->empty() && *value != 0 &&
         !(value->is_string() && value->get_ref<const std::string&>().empty());
}

/// What both API versions demand.
void validate_legacy(const Json& event, const char* controller_field, FieldErrors& errors)
{
  const auto namespace_ = string_at(event, {"metadata", "namespace"});
  const auto about = string_at(event, {"involvedObject", "namespace"});
  const auto mismatch = [&] {
    errors.push_back(invalid_value("involvedObject.namespace", about, "does not match event.namespace"));
  };
  if (!is_set(event, "eventTime")) {
    if (about.empty() ? namespace_ != "default" : namespace_ != about) mismatch();
    return;
  }
  if (about.empty() && namespace_ != "default" && namespace_ != "kube-system") mismatch();
  const auto controller = string_at(event, {"reportingComponent"});
  if (controller.empty()) errors.push_back(required_value(controller_field, ""));
  for (const auto& problem : label_key_problems(controller)) {
    errors.push_back(invalid_value(controller_field, controller, problem));
  }
  for (const auto& [field, limit] :
       {std::pair<const char*, std::size_t>{"reportingInstance", 128}, {"action", 128}, {"reason", 128}}) {
    if (string_at(event, {field}).empty()) errors.push_back(required_value(field, ""));
    check_length(event, field, limit, errors);
  }
  check_length(event, "message", 1024, errors);
}

void validate_series(const Json& event, FieldErrors& errors)
{
  const auto* series = find(event, {"series"});
  if (series == nullptr || !series->is_object()) return;
  const auto* count = find(*series, {"count"});
  if (count == nullptr || !count->is_number_integer() || count->get<std::int64_t>() < 2) {
    errors.push_back(invalid_value("series.count", "", "should be at least 2"));
  }
  if (string_at(*series, {"lastObservedTime"}).empty()) {
    errors.push_back(required_value("series.lastObservedTime", ""));
  }
}

/// What events.k8s.io/v1 demands beyond that.
void validate_strict(const Json& event, const Json* current, FieldErrors& errors)
{
  validate_legacy(event, "reportingController", errors);
  if (current == nullptr) {
    validate_series(event, errors);
    if (!is_set(event, "eventTime")) errors.push_back(required_value("eventTime", ""));
    const auto type = string_at(event, {"type"});
    if (type != "Normal" && type != "Warning") {
      errors.push_back(invalid_value("type", "", "has invalid value: " + type));
    }
    for (const char* field : {"firstTimestamp", "lastTimestamp", "count", "source"}) {
      if (is_set(event, field)) errors.push_back(invalid_value(field, "", "needs to be unset"));
    }
    return;
  }
  const auto value = [](const Json& of, const char* field) { return of.contains(field) ? of.at(field) : Json(); };
  if (value(event, "series") != value(*current, "series")) validate_series(event, errors);
  for (const auto& [field, shown] : {std::pair<const char*, const char*>{"involvedObject", "involvedObject"},
                                     {"reason", "reason"},
                                     {"message", "message"},
                                     {"source", "source"},
                                     {"firstTimestamp", "firstTimestamp"},
                                     {"lastTimestamp", "lastTimestamp"},
                                     {"count", "count"},
                                     {"type", "type"},
                                     {"eventTime", "eventTime"},
                                     {"action", "action"},
                                     {"related", "related"},
                                     {"reportingComponent", "reportingController"},
                                     {"reportingInstance", "reportingInstance"}}) {
    if (value(event, field) != value(*current, field)) {
      const bool text = current->contains(field) && current->at(field).is_string() && !event.contains(field);
      errors.push_back(invalid_value(shown, text ? Json("") : value(event, field), "field is immutable"));
    }
  }
}

/// The last of the times that an event carries, whichever API wrote it.
std::string last_seen(const Json& event)
{
  for (const auto& path : {std::initializer_list<std::string_view>{"series", "lastObservedTime"},
                           {"lastTimestamp"},
                           {"eventTime"},
                           {"metadata", "creationTimestamp"}}) {
    if (auto time = string_at(event, path); !time.empty()) return time;
  }
  return {};
}

Json event_cells(const Json& given, WallTime now)
{
  Json event = given;
  for (const auto& [core, modern] : renamed) rename(event, modern, core);
  std::string kind = string_at(event, {"involvedObject", "kind"});
  kind = lower(kind);
  auto source = string_at(event, {"source", "component"});
  auto instance = string_at(event, {"source", "host"});
  if (source.empty()) source = string_at(event, {"reportingComponent"});
  if (instance.empty()) instance = string_at(event, {"reportingInstance"});
  if (!instance.empty()) source += ", " + instance;
  auto first = string_at(event, {"firstTimestamp"});
  if (first.empty()) first = string_at(event, {"eventTime"});
  const auto* count = find(event, {"series", "count"});
  if (count == nullptr) count = find(event, {"count"});
  auto message = string_at(event, {"message"});
  while (!message.empty() && (message.back() == '\n' || message.back() == ' ')) message.pop_back();
  return Json::array({human_age(last_seen(event), now), string_at(event, {"type"}), string_at(event, {"reason"}),
                      kind + "/" + string_at(event, {"involvedObject", "name"}),
                      string_at(event, {"involvedObject", "fieldPath"}), source, message, human_age(first, now),
                      count != nullptr && count->is_number_integer() ? *count : Json(1),
                      string_at(event, {"metadata", "name"})});
}

Kind event_kind(std::string group)
{
  auto kind = make_kind(std::move(group), "Event", "events");
  kind.short_names = {"ev"};
  kind.create_on_update = true;
  if (kind.group.empty()) kind.name_rule = NameRule::path_segment;  // legacyValidateEvent looks at no metadata
  kind.cells = event_cells;
  return kind;
}

}  // namespace

std::vector<Kind> event_kinds()
{
  auto core = event_kind("");
  for (const char* field : {"kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath"}) {
    const auto pointer = Json::json_pointer(std::string("/involvedObject/") + field);
    core.selectable_fields.emplace(std::string("involvedObject.") + field, pointer);
  }
  core.selectable_fields.emplace("reason", Json::json_pointer("/reason"));
  core.selectable_fields.emplace("type", Json::json_pointer("/type"));
  core.selectable_fields.emplace("source", Json::json_pointer("/source/component"));
  core.selectable_fields.emplace("reportingComponent", Json::json_pointer("/reportingComponent"));
  auto modern = event_kind("events.k8s.io");
  modern.selectable_fields = core.selectable_fields;
  for (const char* field : {"kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath"}) {
    const auto pointer = Json::json_pointer(std::string("/involvedObject/") + field);
    modern.selectable_fields.emplace(std::string("regarding.") + field, pointer);
  }
  modern.selectable_fields.emplace("reportingController", Json::json_pointer("/reportingComponent"));

  core.validate = [](const Json& event, const Json*, FieldErrors& errors) {
    validate_legacy(event, "reportingComponent", errors);
  };
  modern.stored_as = core.id();
  modern.from_stored = [](Json event, std::string_view) {
    for (const auto& [stored, shown] : renamed) rename(event, stored, shown);
    drop_zeros(event);
    return event;
  };
  modern.to_stored = [](Json event, std::string_view) {
    for (const auto& [stored, shown] : renamed) rename(event, shown, stored);
    return event;
  };
  modern.validate = validate_strict;
  return {std::move(core), std::move(modern)};
}

}  // namespace kubexx::apiserver
