// SPDX-License-Identifier: Apache-2.0
#include "request.hpp"

#include <stdexcept>

#include "kubexx/client/json_writer.hpp"
#include "kubexx/http/url.hpp"

namespace kubexx::detail {

namespace {

[[noreturn]] void refuse(const ApiCall& call, const std::string& why)
{
  throw std::invalid_argument(to_string(subject_of(call)) + ": " + why);
}

void append_segment(const ApiCall& call, std::string& path, const char* what, std::string_view segment)
{
  const auto quoted = [&] { return std::string(what) + " \"" + std::string(segment) + "\" "; };
  if (segment.empty()) refuse(call, std::string("the ") + what + " is empty");
  if (segment == "." || segment == "..") refuse(call, quoted() + "is not allowed");
  if (segment.find_first_of("/%") != std::string_view::npos) refuse(call, quoted() + "must not hold '/' or '%'");
  path += '/';
  path += encode_path_segment(segment);
}

/// The path of the call's resource, with name and subresource when it has them.
std::string path_of(const ApiCall& call)
{
  std::string path = call.type.group.empty() ? "/api" : "/apis";
  if (!call.type.group.empty()) append_segment(call, path, "API group", call.type.group);
  append_segment(call, path, "API version", call.type.version);
  if (!call.key.namespace_.empty()) {
    if (!call.type.namespaced()) {
      refuse(call, "a namespace is given, but " + call.type.group_resource() + " are cluster-scoped");
    }
    path += "/namespaces";
    append_segment(call, path, "namespace", call.key.namespace_);
  }
  append_segment(call, path, "plural resource name", call.type.plural);
  if (!call.key.name.empty()) append_segment(call, path, "name", call.key.name);
  if (!call.subresource.empty()) append_segment(call, path, "subresource", call.subresource);
  return path;
}

ApiCall make_call(Verb verb, const char* method, ResourceType type, ObjectKey key, std::string subresource)
{
  ApiCall call;
  call.verb = verb;
  call.type = std::move(type);
  call.key = std::move(key);
  call.subresource = std::move(subresource);
  call.request.method = method;
  call.request.headers.add("Accept", "application/json");
  return call;
}

void need_name(const ApiCall& call)
{
  if (call.key.name.empty()) refuse(call, "the name is empty");
}

/// For verbs on one object, where no namespace does not mean all of them.
void need_namespace(const ApiCall& call)
{
  if (call.type.namespaced() && call.key.namespace_.empty()) {
    refuse(call, "the namespace is empty, but " + call.type.group_resource() + " are namespaced");
  }
}

void finish(ApiCall& call, const QueryBuilder& query)
{
  call.request.target = query.appended_to(path_of(call));
}

void add_if(QueryBuilder& query, std::string_view name, const std::string& value)
{
  if (!value.empty()) query.add(name, value);
}

void add_write_options(QueryBuilder& query, const WriteOptions& options, const std::string& field_manager)
{
  if (options.dry_run) query.add("dryRun", "All");
  add_if(query, "fieldManager", options.field_manager.empty() ? field_manager : options.field_manager);
  add_if(query, "fieldValidation", options.field_validation);
}

void set_body(ApiCall& call, std::string body, const char* content_type = "application/json")
{
  call.request.body = std::move(body);
  call.request.headers.add("Content-Type", content_type);
}

/// The bytes to send: an object that does not say its kind is of `type`.
std::string body_of(const ResourceType& type, const Object& object)
{
  if (!object.kind().empty() && !object.api_version().empty()) return std::string(object.bytes());
  const Object::ParseOptions options{.keep_managed_fields = true, .type = &type};
  return std::string(Object::parse(object.bytes(), options).bytes());
}

void need_object(const ApiCall& call, const Object& object)
{
  if (!object) refuse(call, "the object is empty");
}

}  // namespace

CallSubject subject_of(const ApiCall& call)
{
  return {call.verb, call.type, call.key, call.subresource, call.verb == Verb::raw ? call.request.target : ""};
}

ApiCall get_call(ResourceType type, ObjectKey key, std::string subresource, const GetOptions& options)
{
  auto call = make_call(Verb::get, "GET", std::move(type), std::move(key), std::move(subresource));
  need_name(call);
  need_namespace(call);
  QueryBuilder query;
  add_if(query, "resourceVersion", options.resource_version);
  finish(call, query);
  return call;
}

ApiCall list_call(ResourceType type, const ListOptions& options)
{
  auto call = make_call(Verb::list, "GET", std::move(type), {options.namespace_, {}}, {});
  QueryBuilder query;
  add_if(query, "labelSelector", options.label_selector);
  add_if(query, "fieldSelector", options.field_selector);
  add_if(query, "resourceVersion", options.resource_version);
  add_if(query, "resourceVersionMatch", options.resource_version_match);
  if (options.limit > 0) query.add("limit", std::to_string(options.limit));
  add_if(query, "continue", options.continue_);
  finish(call, query);
  return call;
}

ApiCall watch_call(ResourceType type, const WatchOptions& options, std::chrono::seconds server_timeout)
{
  auto call = make_call(Verb::watch, "GET", std::move(type), {options.namespace_, {}}, {});
  // A compressed stream holds events back until a block is full.
  call.request.headers.add("Accept-Encoding", "identity");
  QueryBuilder query;
  query.add("watch", "true");
  add_if(query, "labelSelector", options.label_selector);
  add_if(query, "fieldSelector", options.field_selector);
  add_if(query, "resourceVersion", options.resource_version);
  if (options.send_initial_events) {
    query.add("sendInitialEvents", "true");
    query.add("resourceVersionMatch", "NotOlderThan");
  }
  if (options.allow_bookmarks) query.add("allowWatchBookmarks", "true");
  query.add("timeoutSeconds", std::to_string(options.server_timeout.value_or(server_timeout).count()));
  finish(call, query);
  return call;
}

ApiCall create_call(ResourceType type, const Object& object, const WriteOptions& options,
                    const std::string& field_manager)
{
  auto call = make_call(Verb::create, "POST", std::move(type), {}, {});
  need_object(call, object);
  call.key.namespace_ = object.namespace_();
  need_namespace(call);
  QueryBuilder query;
  add_write_options(query, options, field_manager);
  finish(call, query);
  call.key.name = object.name();
  // Reviews (of access, of a token) are questions, and have no name.
  if (call.key.name.empty() && !call.type.kind.ends_with("Review") &&
      object.at("/metadata/generateName").as_string().value_or("").empty()) {
    refuse(call, "the object has neither metadata.name nor metadata.generateName");
  }
  set_body(call, body_of(call.type, object));
  return call;
}

ApiCall create_subresource_call(ResourceType type, ObjectKey key, std::string subresource, const Object& body,
                                const WriteOptions& options, const std::string& field_manager)
{
  auto call = make_call(Verb::create, "POST", std::move(type), std::move(key), std::move(subresource));
  need_object(call, body);
  need_name(call);
  need_namespace(call);
  if (call.subresource.empty()) refuse(call, "the subresource is empty");
  QueryBuilder query;
  add_write_options(query, options, field_manager);
  finish(call, query);
  set_body(call, std::string(body.bytes()));
  return call;
}

ApiCall update_call(ResourceType type, const Object& object, std::string subresource, const WriteOptions& options,
                    const std::string& field_manager)
{
  auto call = make_call(Verb::update, "PUT", std::move(type), {}, std::move(subresource));
  need_object(call, object);
  call.key = object.key();
  need_name(call);
  need_namespace(call);
  QueryBuilder query;
  add_write_options(query, options, field_manager);
  finish(call, query);
  set_body(call, body_of(call.type, object));
  return call;
}

ApiCall patch_call(ResourceType type, ObjectKey key, std::string patch, std::string subresource,
                   const PatchOptions& options, const std::string& field_manager)
{
  auto call = make_call(Verb::patch, "PATCH", std::move(type), std::move(key), std::move(subresource));
  need_name(call);
  need_namespace(call);
  QueryBuilder query;
  add_write_options(query, options, field_manager);
  const char* content_type = "application/merge-patch+json";
  if (options.type == PatchType::json) content_type = "application/json-patch+json";
  if (options.type == PatchType::strategic) content_type = "application/strategic-merge-patch+json";
  if (options.type == PatchType::apply) {
    content_type = "application/apply-patch+yaml";
    if (options.force) query.add("force", "true");
  } else if (options.force) {
    refuse(call, "`force` is for PatchType::apply only");
  }
  finish(call, query);
  set_body(call, std::move(patch), content_type);
  return call;
}

ApiCall delete_call(ResourceType type, ObjectKey key, const DeleteOptions& options)
{
  auto call = make_call(Verb::delete_, "DELETE", std::move(type), std::move(key), {});
  need_name(call);
  need_namespace(call);
  finish(call, {});
  JsonWriter body;
  body.begin_object();
  body.key("kind");
  body.string("DeleteOptions");
  body.key("apiVersion");
  body.string("v1");
  if (options.grace_period_seconds) {
    body.key("gracePeriodSeconds");
    body.integer(*options.grace_period_seconds);
  }
  if (!options.propagation_policy.empty()) {
    body.key("propagationPolicy");
    body.string(options.propagation_policy);
  }
  if (!options.precondition_uid.empty() || !options.precondition_resource_version.empty()) {
    body.key("preconditions");
    body.begin_object();
    if (!options.precondition_uid.empty()) {
      body.key("uid");
      body.string(options.precondition_uid);
    }
    if (!options.precondition_resource_version.empty()) {
      body.key("resourceVersion");
      body.string(options.precondition_resource_version);
    }
    body.end_object();
  }
  if (options.dry_run) {
    body.key("dryRun");
    body.begin_array();
    body.string("All");
    body.end_array();
  }
  body.end_object();
  set_body(call, body.take());
  return call;
}

ApiCall raw_call(std::string target)
{
  auto call = make_call(Verb::raw, "GET", {}, {}, {});
  call.request.target = std::move(target);
  const auto is_bad = [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == '\x7f'; };
  if (call.request.target.empty() || call.request.target.front() != '/') refuse(call, "the path must begin with '/'");
  for (const char c : call.request.target) {
    if (is_bad(c)) throw std::invalid_argument("get of a raw path: white space and control characters must be encoded");
  }
  return call;
}

}  // namespace kubexx::detail
