// SPDX-License-Identifier: Apache-2.0
#include "requests/request.hpp"

#include <stdexcept>

#include "requests/request_parts.hpp"

namespace kubexx::detail {

namespace {

const char* content_type_of(PatchType type)
{
  switch (type) {
    case PatchType::merge:
      return "application/merge-patch+json";
    case PatchType::json:
      return "application/json-patch+json";
    case PatchType::strategic:
      return "application/strategic-merge-patch+json";
    case PatchType::apply:
      return "application/apply-patch+yaml";
  }
  throw std::invalid_argument("not a value of PatchType");
}

ApiCall write_subresource(ApiCall call, const Object& body, const WriteOptions& options,
                          const std::string& field_manager)
{
  need_object(call, body);
  need_name(call);
  need_namespace(call);
  if (call.subresource.empty()) refuse(call, "the subresource is empty");
  QueryBuilder query;
  add_write_options(call, query, options, field_manager);
  finish(call, query);
  set_body(call, std::string(body.bytes()));
  return call;
}

// Sets all but the body.
void finish_create(ApiCall& call, ObjectKey key, const WriteOptions& options, const std::string& field_manager)
{
  call.key.namespace_ = std::move(key.namespace_);
  need_namespace(call);
  QueryBuilder query;
  add_write_options(call, query, options, field_manager);
  finish(call, query);  // the path of a create has no name
  call.key.name = std::move(key.name);
}

void need_field_manager(const ApiCall& call, const WriteOptions& options, const std::string& field_manager)
{
  if (options.field_manager.empty() && field_manager.empty()) refuse(call, "apply needs a field_manager");
}

/// `the label selector "a in ("`, of the query of `call`.
std::string selectors_of(const ApiCall& call)
{
  const std::string& target = call.request.target;
  std::string text;
  for (std::size_t at = target.find('?'); at != std::string::npos; at = target.find('&', at + 1)) {
    const std::string_view part = std::string_view(target).substr(at + 1, target.find('&', at + 1) - at - 1);
    for (const std::string_view kind : {"label", "field", "shard"}) {
      const std::string name = std::string(kind) + "Selector=";
      if (!part.starts_with(name)) continue;
      text += std::string(text.empty() ? "the " : ", the ") + std::string(kind) + " selector \"" +
              percent_decode(part.substr(name.size())) + "\"";
    }
  }
  return text;
}

}  // namespace

CallSubject subject_of(const ApiCall& call)
{
  const bool raw = call.verb == Verb::raw;
  return {
      call.verb, call.type, call.key, call.subresource, raw ? call.request.target : "", raw ? "" : selectors_of(call)};
}

ApiCall get_call(ResourceType type, ObjectKey key, std::string subresource, const GetOptions& options)
{
  auto call = make_call(Verb::get, "GET", std::move(type), std::move(key), std::move(subresource));
  need_name(call);
  need_namespace(call);
  accept_metadata(call, options.metadata_only);
  QueryBuilder query;
  add_if(query, "resourceVersion", options.resource_version);
  finish(call, query);
  return call;
}

ApiCall list_call(ResourceType type, const ListOptions& options)
{
  auto call = make_call(Verb::list, "GET", std::move(type), {options.namespace_, {}}, {});
  accept_metadata(call, options.metadata_only, partial_list_type);
  QueryBuilder query;
  add_list_options(call, query, options);
  finish(call, query);
  return call;
}

ApiCall watch_call(ResourceType type, const WatchOptions& options, std::chrono::seconds server_timeout,
                   std::optional<IncludeObject> table)
{
  auto call = make_call(Verb::watch, "GET", std::move(type), {options.namespace_, {}}, {});
  accept_metadata(call, options.metadata_only);
  if (table) accept(call, table_type);
  // A compressed stream holds events back until a block is full.
  call.request.headers.add("Accept-Encoding", "identity");
  QueryBuilder query;
  query.add("watch", "true");
  add_if(query, "labelSelector", options.label_selector);
  add_if(query, "shardSelector", options.shard_selector);
  add_if(query, "fieldSelector", options.field_selector);
  add_if(query, "resourceVersion", options.resource_version);
  if (options.send_initial_events) {
    query.add("sendInitialEvents", "true");
    query.add("resourceVersionMatch", "NotOlderThan");
  }
  if (options.allow_bookmarks) query.add("allowWatchBookmarks", "true");
  query.add("timeoutSeconds", std::to_string(options.server_timeout.value_or(server_timeout).count()));
  if (table) add_include(query, *table);
  finish(call, query);
  return call;
}

ApiCall create_call(ResourceType type, const Object& object, const WriteOptions& options,
                    const std::string& field_manager)
{
  auto call = make_call(Verb::create, "POST", std::move(type), {}, {});
  need_object(call, object);
  finish_create(call, object.key(), options, field_manager);
  // Reviews (of access, of a token) are questions, and have no name.
  if (call.key.name.empty() && !call.type.kind.ends_with("Review") &&
      object.at("/metadata/generateName").as_string().value_or("").empty()) {
    refuse(call, "the object has neither metadata.name nor metadata.generateName");
  }
  set_body(call, body_of(call, object));
  return call;
}

ApiCall create_text_call(ResourceType type, NewObject object, const WriteOptions& options,
                         const std::string& field_manager)
{
  auto call = make_call(Verb::create, "POST", std::move(type), {}, {});
  finish_create(call, std::move(object.key), options, field_manager);
  set_body(call, std::move(object.text));
  return call;
}

ApiCall create_subresource_call(ResourceType type, ObjectKey key, std::string subresource, const Object& body,
                                const WriteOptions& options, const std::string& field_manager)
{
  return write_subresource(make_call(Verb::create, "POST", std::move(type), std::move(key), std::move(subresource)),
                           body, options, field_manager);
}

ApiCall update_subresource_call(ResourceType type, ObjectKey key, std::string subresource, const Object& body,
                                const WriteOptions& options, const std::string& field_manager)
{
  return write_subresource(make_call(Verb::update, "PUT", std::move(type), std::move(key), std::move(subresource)),
                           body, options, field_manager);
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
  add_write_options(call, query, options, field_manager);
  finish(call, query);
  set_body(call, body_of(call, object));
  return call;
}

ApiCall patch_call(ResourceType type, ObjectKey key, Patch patch, std::string subresource, const PatchOptions& options,
                   const std::string& field_manager)
{
  auto call = make_call(Verb::patch, "PATCH", std::move(type), std::move(key), std::move(subresource));
  need_name(call);
  need_namespace(call);
  accept_metadata(call, options.metadata_only);
  QueryBuilder query;
  add_write_options(call, query, options, field_manager);
  if (patch.type == PatchType::apply) {
    need_field_manager(call, options, field_manager);
    if (options.force) query.add("force", "true");
  } else if (options.force) {
    refuse(call, "`force` is for PatchType::apply only");
  }
  finish(call, query);
  set_body(call, std::move(patch.body), content_type_of(patch.type));
  return call;
}

ApiCall apply_call(ResourceType type, const Object& object, std::string subresource, const PatchOptions& options,
                   const std::string& field_manager)
{
  auto call = make_call(Verb::patch, "PATCH", type, {}, subresource);
  need_object(call, object);
  if (object.at("/metadata/managedFields")) {
    refuse(call, "metadata.managedFields must not be applied: leave them out");
  }
  return patch_call(std::move(type), object.key(), {PatchType::apply, body_of(call, object)}, std::move(subresource),
                    options, field_manager);
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
