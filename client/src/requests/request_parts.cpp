// SPDX-License-Identifier: Apache-2.0
#include "requests/request_parts.hpp"

#include <algorithm>
#include <stdexcept>

#include "kubexx/apimachinery/detail/json_scan.hpp"

namespace kubexx::detail {

namespace {

bool is_utf8(std::string_view text)
{
  if (std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; })) return true;
  try {
    std::string quoted;
    append_quoted(quoted, text);
    return true;
  } catch (const ObjectError&) {
    return false;
  }
}

void append_segment(const ApiCall& call, std::string& path, const char* what, std::string_view segment)
{
  const auto quoted = [&] { return std::string(what) + " \"" + std::string(segment) + "\" "; };
  if (segment.empty()) refuse(call, std::string("the ") + what + " is empty");
  if (segment == "." || segment == "..") refuse(call, quoted() + "is not allowed");
  const std::string encoded = encode_path_segment(segment);
  if (encoded.size() != segment.size()) {  // not what every path consists of
    if (segment.find_first_of("/%") != std::string_view::npos) refuse(call, quoted() + "must not contain '/' or '%'");
    if (!is_utf8(segment)) refuse(call, std::string("the ") + what + " is not UTF-8");
  }
  path += '/';
  path += encoded;
}

/// What a server would read as another resource or verb (RequestInfoFactory of k8s.io/apiserver): below a namespace's
/// own name lie the namespace's resources, and /watch/… and /proxy/… are old verbs.
void check_not_ambiguous(const ApiCall& call)
{
  const auto is_one_of = [](std::string_view text, std::string_view a, std::string_view b) {
    return text == a || text == b;
  };
  if (call.key.namespace_.empty() && is_one_of(call.type.plural, "watch", "proxy")) {
    refuse(call, "plural resource name \"" + call.type.plural + "\" is reserved: the server reads it as a verb");
  }
  const bool of_a_namespace = call.type.group.empty() && call.type.plural == "namespaces";
  if (of_a_namespace && !call.subresource.empty() && !is_one_of(call.subresource, "status", "finalize")) {
    refuse(call,
           "subresource \"" + call.subresource + "\" is reserved: the server reads it as a resource in the namespace");
  }
}

/// The path of the call's resource, with name and subresource when it has them.
std::string path_of(const ApiCall& call)
{
  constexpr std::size_t usual = 128;
  std::string path;
  path.reserve(usual);
  path += call.type.group.empty() ? "/api" : "/apis";
  if (!call.type.group.empty()) append_segment(call, path, "API group", call.type.group);
  append_segment(call, path, "API version", call.type.version);
  if (!call.key.namespace_.empty()) {
    if (!call.type.namespaced()) {
      refuse(call, "a namespace is given, but " + call.type.group_resource() + " are cluster-scoped");
    }
    path += "/namespaces";
    append_segment(call, path, "namespace", call.key.namespace_);
  }
  check_not_ambiguous(call);
  append_segment(call, path, "plural resource name", call.type.plural);
  if (!call.key.name.empty()) append_segment(call, path, "name", call.key.name);
  if (!call.subresource.empty()) append_segment(call, path, "subresource", call.subresource);
  return path;
}

/// The rules of ValidateListOptions (k8s.io/apimachinery) and of the storage for continue tokens.
void check_list_options(const ApiCall& call, const ListOptions& options)
{
  const std::string& match = options.resource_version_match;
  const bool continues = !options.continue_.empty();
  if (!match.empty()) {
    if (match != "Exact" && match != "NotOlderThan") {
      refuse(call, "resource_version_match \"" + match + "\" is neither \"Exact\" nor \"NotOlderThan\"");
    }
    if (options.resource_version.empty()) refuse(call, "resource_version_match needs a resource_version");
    if (continues)
      refuse(call, "resource_version_match cannot be combined with continue_: the token has its own version");
    if (match == "Exact" && options.resource_version == "0") {
      refuse(
          call,
          "resource_version_match \"Exact\" cannot be combined with resource_version \"0\", which means any version");
    }
  }
  if (continues && !options.resource_version.empty() && options.resource_version != "0") {
    refuse(call, "resource_version cannot be combined with continue_: the token has its own version");
  }
  if (options.limit < 0) refuse(call, "limit " + std::to_string(options.limit) + " is negative");
}

/// The rules of ValidateFieldManager (k8s.io/apimachinery); what is printable beyond ASCII, the server decides.
void check_field_manager(const ApiCall& call, const std::string& manager)
{
  constexpr std::size_t longest = 128;
  if (manager.size() > longest) refuse(call, "field_manager is longer than 128 bytes");
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; };
  if (std::any_of(manager.begin(), manager.end(), is_control)) {
    refuse(call, "field_manager contains characters that are not printable");
  }
}

}  // namespace

void refuse(const ApiCall& call, const std::string& why)
{
  throw std::invalid_argument(to_string(subject_of(call)) + ": " + why);
}

ApiCall make_call(Verb verb, const char* method, ResourceType type, ObjectKey key, std::string subresource)
{
  ApiCall call;
  call.verb = verb;
  call.type = std::move(type);
  call.key = std::move(key);
  call.subresource = std::move(subresource);
  call.request.method = method;
  accept(call, json_type);
  return call;
}

void accept(ApiCall& call, const char* media_type)
{
  call.request.headers.set("Accept", media_type);
}

void accept_metadata(ApiCall& call, bool metadata_only, const char* media_type)
{
  call.metadata_only = metadata_only;
  if (metadata_only) accept(call, media_type);
}

void set_body(ApiCall& call, std::string body, const char* content_type)
{
  call.request.body = std::move(body);
  call.request.headers.add("Content-Type", content_type);
}

void finish(ApiCall& call, const QueryBuilder& query)
{
  call.request.target = query.appended_to(path_of(call));
}

void need_name(const ApiCall& call)
{
  if (call.key.name.empty()) refuse(call, "the name is empty");
}

void need_namespace(const ApiCall& call)
{
  if (call.type.namespaced() && call.key.namespace_.empty()) {
    refuse(call, "the namespace is empty, but " + call.type.group_resource() + " are namespaced");
  }
}

void need_object(const ApiCall& call, const Object& object)
{
  if (!object) refuse(call, "the object is empty");
}

std::string body_of(const ApiCall& call, const Object& object)
{
  if (object.kind() == "PartialObjectMetadata") {
    refuse(call, "the object has only metadata: writing it would lose the rest; read the full object first");
  }
  if (!object.kind().empty() && !object.api_version().empty()) return std::string(object.bytes());
  const Object::ParseOptions options{.keep_managed_fields = true, .type = &call.type};
  return std::string(Object::parse(object.bytes(), options).bytes());
}

void add_if(QueryBuilder& query, std::string_view name, const std::string& value)
{
  if (!value.empty()) query.add(name, value);
}

void add_list_options(const ApiCall& call, QueryBuilder& query, const ListOptions& options)
{
  check_list_options(call, options);
  add_if(query, "labelSelector", options.label_selector);
  add_if(query, "shardSelector", options.shard_selector);
  add_if(query, "fieldSelector", options.field_selector);
  add_if(query, "resourceVersion", options.resource_version);
  add_if(query, "resourceVersionMatch", options.resource_version_match);
  if (options.limit > 0) query.add("limit", std::to_string(options.limit));
  add_if(query, "continue", options.continue_);
}

void add_include(QueryBuilder& query, IncludeObject include)
{
  if (include == IncludeObject::none) query.add("includeObject", "None");
  if (include == IncludeObject::object) query.add("includeObject", "Object");
}

void add_dry_run(ApiCall& call, QueryBuilder& query, bool dry_run)
{
  call.dry_run = dry_run;
  if (dry_run) query.add("dryRun", "All");
}

void add_write_options(ApiCall& call, QueryBuilder& query, const WriteOptions& options,
                       const std::string& field_manager)
{
  const std::string& manager = options.field_manager.empty() ? field_manager : options.field_manager;
  check_field_manager(call, manager);
  const std::string& validation = options.field_validation;
  if (!validation.empty() && validation != "Strict" && validation != "Warn" && validation != "Ignore") {
    refuse(call, "field_validation \"" + validation + "\" must be \"Strict\", \"Warn\" or \"Ignore\"");
  }
  add_dry_run(call, query, options.dry_run);
  add_if(query, "fieldManager", manager);
  add_if(query, "fieldValidation", validation);
}

}  // namespace kubexx::detail
