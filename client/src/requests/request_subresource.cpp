// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/json_writer.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "requests/request_parts.hpp"

/// Requests for tokens, logs and tables.
namespace kubexx::detail {

namespace {

void add_flag(QueryBuilder& query, const char* name, bool value)
{
  if (value) query.add(name, "true");
}

void write_bound_object(JsonWriter& body, const TokenOptions& options)
{
  if (options.bound_kind.empty()) return;
  body.key("boundObjectRef");
  body.begin_object();
  const auto text = [&](const char* name, const std::string& value) {
    if (value.empty()) return;
    body.key(name);
    body.string(value);
  };
  text("kind", options.bound_kind);
  text("apiVersion", options.bound_api_version);
  text("name", options.bound_name);
  text("uid", options.bound_uid);
  body.end_object();
}

}  // namespace

ApiCall token_call(ObjectKey account, const TokenOptions& options, const std::string& field_manager)
{
  auto call = make_call(Verb::create, "POST", resources::service_accounts, std::move(account), "token");
  need_name(call);
  need_namespace(call);
  QueryBuilder query;
  add_write_options(call, query, WriteOptions{}, field_manager);
  finish(call, query);
  JsonWriter body;
  body.begin_object();
  body.key("apiVersion");
  body.string("authentication.k8s.io/v1");
  body.key("kind");
  body.string("TokenRequest");
  body.key("spec");
  body.begin_object();
  body.key("audiences");
  body.begin_array();
  for (const std::string& audience : options.audiences) body.string(audience);
  body.end_array();
  if (options.expires_in) {
    body.key("expirationSeconds");
    body.integer(options.expires_in->count());
  }
  write_bound_object(body, options);
  body.end_object();
  body.end_object();
  set_body(call, body.take());
  return call;
}

ApiCall log_call(ObjectKey pod, const LogOptions& options)
{
  auto call = make_call(Verb::get, "GET", resources::pods, std::move(pod), "log");
  need_name(call);
  need_namespace(call);
  // What the server says in JSON is an error; the log itself is text.
  accept(call, "application/json, */*");
  call.request.headers.add("Accept-Encoding", "identity");
  if (options.since && !options.since_time.empty()) refuse(call, "since and since_time are mutually exclusive");
  if (options.since && options.since->count() < 1) refuse(call, "since is less than a second");
  if (options.tail_lines.value_or(0) < 0) refuse(call, "tail_lines is negative");
  if (options.limit_bytes.value_or(1) < 1) refuse(call, "limit_bytes is less than 1");
  QueryBuilder query;
  add_if(query, "container", options.container);
  add_flag(query, "follow", options.follow);
  add_flag(query, "previous", options.previous);
  if (options.since) query.add("sinceSeconds", std::to_string(options.since->count()));
  add_if(query, "sinceTime", options.since_time);
  add_flag(query, "timestamps", options.timestamps);
  if (options.tail_lines) query.add("tailLines", std::to_string(*options.tail_lines));
  if (options.limit_bytes) query.add("limitBytes", std::to_string(*options.limit_bytes));
  finish(call, query);
  return call;
}

ApiCall get_table_call(ResourceType type, ObjectKey key, std::string subresource, const GetOptions& options,
                       IncludeObject include)
{
  auto call = make_call(Verb::get, "GET", std::move(type), std::move(key), std::move(subresource));
  need_name(call);
  need_namespace(call);
  accept(call, table_type);
  QueryBuilder query;
  add_if(query, "resourceVersion", options.resource_version);
  add_include(query, include);
  finish(call, query);
  return call;
}

ApiCall list_table_call(ResourceType type, const ListOptions& options, IncludeObject include)
{
  auto call = make_call(Verb::list, "GET", std::move(type), {options.namespace_, {}}, {});
  accept(call, table_type);
  QueryBuilder query;
  add_list_options(call, query, options);
  add_include(query, include);
  finish(call, query);
  return call;
}

}  // namespace kubexx::detail
