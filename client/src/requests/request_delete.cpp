// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "kubexx/apimachinery/json_writer.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "requests/request_parts.hpp"

/// Requests that delete: each has its options in the body.
namespace kubexx::detail {

namespace {

void write_preconditions(JsonWriter& body, const DeleteOptions& options)
{
  if (options.precondition_uid.empty() && options.precondition_resource_version.empty()) return;
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

void write_options(const ApiCall& call, JsonWriter& body, const DeleteOptions& options)
{
  constexpr std::array<std::string_view, 4> policies{"", "Background", "Foreground", "Orphan"};
  if (std::find(policies.begin(), policies.end(), options.propagation_policy) == policies.end()) {
    refuse(call, "propagation_policy \"" + options.propagation_policy +
                     "\" must be \"Background\", \"Foreground\" or \"Orphan\"");
  }
  if (options.grace_period_seconds.value_or(0) < 0) refuse(call, "grace_period_seconds is negative");
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
  write_preconditions(body, options);
  if (options.dry_run) {
    body.key("dryRun");
    body.begin_array();
    body.string("All");
    body.end_array();
  }
  body.end_object();
}

}  // namespace

ApiCall delete_call(ResourceType type, ObjectKey key, const DeleteOptions& options)
{
  auto call = make_call(Verb::delete_, "DELETE", std::move(type), std::move(key), {});
  need_name(call);
  need_namespace(call);
  QueryBuilder query;
  add_dry_run(call, query, options.dry_run);  // the server reads the body
  finish(call, query);
  JsonWriter body;
  write_options(call, body, options);
  set_body(call, body.take());
  return call;
}

ApiCall delete_collection_call(ResourceType type, const DeleteOptions& options, const ListOptions& which)
{
  auto call = make_call(Verb::delete_collection, "DELETE", std::move(type), {which.namespace_, {}}, {});
  need_namespace(call);
  accept_metadata(call, which.metadata_only, partial_list_type);
  QueryBuilder query;
  add_list_options(call, query, which);
  add_dry_run(call, query, options.dry_run);  // the server reads the body
  finish(call, query);
  JsonWriter body;
  write_options(call, body, options);
  set_body(call, body.take());
  return call;
}

ApiCall evict_call(ObjectKey pod, const DeleteOptions& options, const std::string& field_manager)
{
  auto call = make_call(Verb::create, "POST", resources::pods, std::move(pod), "eviction");
  need_name(call);
  need_namespace(call);
  WriteOptions write;
  write.dry_run = options.dry_run;
  QueryBuilder query;
  add_write_options(call, query, write, field_manager);
  finish(call, query);
  JsonWriter body;
  body.begin_object();
  body.key("apiVersion");
  body.string("policy/v1");
  body.key("kind");
  body.string("Eviction");
  body.key("metadata");
  body.begin_object();
  body.key("name");
  body.string(call.key.name);
  body.key("namespace");
  body.string(call.key.namespace_);
  body.end_object();
  body.key("deleteOptions");
  write_options(call, body, options);
  body.end_object();
  set_body(call, body.take());
  return call;
}

}  // namespace kubexx::detail
