// SPDX-License-Identifier: Apache-2.0
#include "verbs/apply.hpp"

#include <algorithm>

#include "apply/field_manager.hpp"
#include "apply/manager_name.hpp"
#include "core/strict_json.hpp"
#include "kubexx/apimachinery/error.hpp"
#include "kubexx/apimachinery/yaml.hpp"
#include "schema/schema.hpp"
#include "verbs/decode.hpp"
#include "verbs/scale.hpp"

namespace kubexx::apiserver {
namespace {

Json parse_config(const std::string& body, std::vector<std::string>& repeated)
{
  const auto first = body.find_first_not_of(" \t\r\n");
  if (first != std::string::npos && body[first] == '{' && Json::accept(body)) {
    if (opening_too_deep(body) != '\0') {
      throw bad_request("error decoding patch: error converting YAML to JSON: yaml: exceeded max depth of 10000");
    }
    auto config = parse_json(body, "error decoding patch");
    if (!has_duplicate_keys(body, config)) return config;
  }
  try {
    (void)Json(body).dump();  // throws for what is no UTF-8
  } catch (const Json::exception&) {
    throw bad_request("error decoding patch: error converting YAML to JSON: yaml: invalid trailing UTF-8 octet");
  }
  try {
    return parse_yaml_body(body, &repeated);
  } catch (const YamlError& error) {
    const auto problem = "yaml: " + go_yaml_problem(error);
    if (error.why() == YamlError::Why::depth) {
      throw bad_request("error decoding patch: error converting YAML to JSON: " + problem);
    }
    throw bad_request("error encoding patch: " + problem);
  }
}

std::string type_text(const std::string& api_version, const std::string& kind)
{
  return (api_version.find('/') == std::string::npos ? "/" : "") + api_version + ", Kind=" + kind;
}

Json decode_applied(Call& call, Json object)
{
  object["apiVersion"] = call.kind->api_version(call.version->name);
  object["kind"] = call.kind->kind;
  const auto named = "/" + string_at(object, {"metadata", "name"});
  Json decoded;
  try {
    Strictness strictness;
    strictness.nulls = Nulls::kept;
    decoded = decode_object(call, std::move(object), std::move(strictness));
  } catch (const DecodeError& error) {
    const auto type = type_text(call.kind->api_version(call.version->name), call.kind->kind);
    const std::string problem = error.what();
    throw Failure(500, "",
                  "failed to convert new object (" + named + "; " + type +
                      ") to proper version: unable to convert unstructured object to " + type + ": " +
                      (problem.starts_with("illegal base64") ? "error decoding from json: " : "") + problem);
  }
  check_url_namespace(call, decoded);
  check_url_name(call, decoded);
  return decoded;
}

}  // namespace

bool is_apply(const HttpRequest& request)
{
  const auto types = parse_media_types(header(request.headers, "content-type"));
  return !types.empty() && types.front().type == "application/apply-patch+yaml";
}

bool is_forced(const Call& call)
{
  const auto text = call.query.get("force");
  return call.query.has("force") && text != "false" && text != "0" && !text.empty();
}

void check_dry_run(const std::vector<std::string>& values, FieldErrors& errors)
{
  const auto all = [](const std::string& value) { return value == "All"; };
  if (std::all_of(values.begin(), values.end(), all)) return;
  errors.push_back(unsupported_value("dryRun", values, {"All"}));
}

void check_write_options(const Call& call, const char* options, bool apply)
{
  FieldErrors errors;
  const auto manager = call.query.get("fieldManager");
  if (apply && manager.empty()) errors.push_back(required_value("fieldManager", "is required for apply patch"));
  if (!apply && call.http.method == "PATCH" && call.query.has("force")) {
    errors.push_back(forbidden_value("force", "may not be specified for non-apply patch"));
  }
  apply::check_manager(manager, "fieldManager", errors);
  check_dry_run(call.query.all("dryRun"), errors);
  if (const auto mode = call.query.get("fieldValidation");
      !mode.empty() && mode != "Ignore" && mode != "Warn" && mode != "Strict") {
    errors.push_back(unsupported_value("fieldValidation", mode, {"", "Ignore", "Strict", "Warn"}));
  }
  if (!errors.empty()) throw invalid("meta.k8s.io", options, "", errors);
}

Ownership ownership_of(const Call& call)
{
  Ownership ownership;
  ownership.manager = apply::manager_of(call);
  ownership.subresource = call.path.subresource;
  return ownership;
}

Json parse_apply(Call& call, const std::string& api_version, const std::string& kind)
{
  check_body_size(call.http);
  std::vector<std::string> repeated;
  auto config = parse_config(call.http.body, repeated);
  const auto mode = call.query.get("fieldValidation");
  if (!repeated.empty() && mode == "Strict") {
    throw bad_request("error strict decoding patch: error converting YAML to JSON: " + yaml_problem(repeated));
  }
  if (mode != "Ignore") call.warnings.insert(call.warnings.end(), repeated.begin(), repeated.end());
  if (config.is_null()) config = Json::object();
  if (!config.is_object()) {
    throw bad_request(
        std::string("error decoding patch: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ") +
        config.type_name() + " into Go value of type map[string]interface {}");
  }
  const auto given_version = string_at(config, {"apiVersion"});
  const auto given_kind = string_at(config, {"kind"});
  if (given_version != api_version || given_kind != kind) {
    throw bad_request("invalid object type: " + type_text(given_version, given_kind));
  }
  make_numbers_plain(config);
  return config;
}

UpdateRequest applied_update(const Server& server, Call& call, const Json& config, const StoredPtr& current,
                             const Json& before)
{
  const auto& kind = *call.kind;
  UpdateRequest request;
  request.before = before;
  auto live = kind.from_stored ? kind.from_stored(before, call.version->name) : before;
  const apply::FieldManager manager(server, kind, *call.version, call.path.subresource);
  auto applied = manager.apply(&live, config, call.query.get("fieldManager"), is_forced(call));
  request.object = decode_applied(call, applied.object ? std::move(*applied.object) : std::move(live));
  request.ownership.managed_fields = std::move(applied.managed_fields);
  request.patch = true;
  request.current = current;
  request.approval = call.path.subresource == "approval";
  request.status_only = request.approval || call.path.subresource == "status";
  request.dry_run = is_dry_run(call.query);
  return request;
}

std::pair<Json, Ownership> applied_create(const Server& server, Call& call, const Json& config)
{
  const apply::FieldManager manager(server, *call.kind, *call.version, "");
  auto applied = manager.apply(nullptr, config, call.query.get("fieldManager"), is_forced(call));
  auto object = decode_applied(call, applied.object ? std::move(*applied.object) : Json::object());
  if (const auto uid = string_at(object, {"metadata", "uid"}); !uid.empty()) {
    throw conflict(call.kind->group, call.kind->plural, call.path.name,
                   "uid mismatch: the provided object specified uid " + uid + ", and no existing object was found");
  }
  object["metadata"].erase("resourceVersion");
  return {std::move(object), Ownership{std::nullopt, {}, std::move(applied.managed_fields)}};
}

}  // namespace kubexx::apiserver
