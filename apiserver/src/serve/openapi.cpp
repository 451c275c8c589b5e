// SPDX-License-Identifier: Apache-2.0
#include "serve/openapi.hpp"

#include <utility>

#include "serve/compression.hpp"
#include "serve/discovery.hpp"
#include "serve/etag.hpp"
#include "serve/openapi_protobuf.hpp"
#include "serve/openapi_schema.hpp"

namespace kubexx::apiserver {
namespace {

std::string path_of(const std::string& group, const std::string& version)
{
  return group.empty() ? "api/" + version : "apis/" + group + "/" + version;
}

Json parameter(const char* name, const char* type)
{
  return {{"name", name}, {"in", "query"}, {"schema", {{"type", type}, {"uniqueItems", true}}}};
}

/// One operation; `body` is the schema of its body, null without one.
Json operation(const Kind& kind, const ServedVersion& version, const char* action, Json parameters, Json content,
               const Json& answer)
{
  Json json{
      {"x-kubernetes-action", action},
      {"x-kubernetes-group-version-kind", {{"group", kind.group}, {"version", version.name}, {"kind", kind.kind}}},
      {"parameters", std::move(parameters)},
      {"responses", {{"200", {{"description", "OK"}, {"content", {{"application/json", {{"schema", answer}}}}}}}}}};
  if (!content.is_null()) json["requestBody"] = {{"required", true}, {"content", std::move(content)}};
  return json;
}

/// The paths of a kind, as far as clients look at them: which verbs there are, and what a write takes.
void add_paths(Json& paths, const Kind& kind, const ServedVersion& version, const Json& schema)
{
  const auto base = "/" + path_of(kind.group, version.name);
  const auto collection = base + (kind.namespaced ? "/namespaces/{namespace}/" : "/") + kind.plural;
  const Json write_parameters = Json::array(
      {parameter("dryRun", "string"), parameter("fieldManager", "string"), parameter("fieldValidation", "string")});
  const Json body{{"application/json", {{"schema", schema}}}};
  paths[collection]["post"] = operation(kind, version, "post", write_parameters, body, schema);
  if (!kind.storable) return;
  const Json anything{{"schema", {{"type", "object"}}}};
  Json patches{{"application/json-patch+json", anything}, {"application/merge-patch+json", anything}};
  if (!kind.custom) patches["application/strategic-merge-patch+json"] = anything;
  auto add_object = [&](const std::string& path, bool with_delete) {
    auto& item = paths[path];
    item["get"] = operation(kind, version, "get", Json::array(), nullptr, schema);
    item["put"] = operation(kind, version, "put", write_parameters, body, schema);
    item["patch"] = operation(kind, version, "patch", write_parameters, patches, schema);
    if (!with_delete) return;
    item["delete"] = operation(kind, version, "delete",
                               Json::array({parameter("dryRun", "string"), parameter("propagationPolicy", "string")}),
                               nullptr, schema);
  };
  add_object(collection + "/{name}", true);
  if (version.status) add_object(collection + "/{name}/status", false);
  const Json list_parameters =
      Json::array({parameter("labelSelector", "string"), parameter("fieldSelector", "string"),
                   parameter("limit", "integer"), parameter("continue", "string"), parameter("watch", "boolean"),
                   parameter("resourceVersion", "string"), parameter("sendInitialEvents", "boolean")});
  paths[collection]["get"] = operation(kind, version, "list", list_parameters, nullptr, schema);
}

Json info()
{
  return {{"title", "kubexx embedded API server"}, {"version", emulated_version}};
}

/// The document of one group version; null when nothing is served there. Built-in types are described with
/// `descriptions` alone.
Json document(const KindMap& kinds, const std::string& path, const BuiltinDescriptions* descriptions)
{
  OpenApiSchemas schemas("#/components/schemas/", descriptions);
  Json paths = Json::object();
  for (const auto& [id, kind] : kinds) {
    for (const auto& version : kind->versions) {
      if (!version.served || path_of(kind->group, version.name) != path) continue;
      add_paths(paths, *kind, version, schemas.ref(schemas.add_kind(*kind, version)));
    }
  }
  if (paths.empty()) return nullptr;
  return {{"openapi", "3.0.0"},
          {"info", info()},
          {"paths", std::move(paths)},
          {"components", {{"schemas", schemas.all()}}}};
}

constexpr std::string_view document_media_type = "application/com.github.proto-openapi.spec.v3.v1.0+protobuf";
constexpr std::string_view old_document_media_type = "application/com.github.proto-openapi.spec.v3@v1.0+protobuf";

/// What a client compares: descriptions never change.
std::string fingerprint_of(const KindMap& kinds, const std::string& path)
{
  return fingerprint(dump(document(kinds, path, nullptr)));
}

std::string url_of(const std::string& path, const std::string& hash)
{
  return "/openapi/v3/" + path + "?hash=" + hash;
}

HttpResponse index(const KindMap& kinds)
{
  Json paths = Json::object();
  for (const auto& [id, kind] : kinds) {
    for (const auto& version : kind->versions) {
      const auto path = path_of(kind->group, version.name);
      if (!version.served || paths.contains(path)) continue;
      paths[path] = {{"serverRelativeURL", url_of(path, fingerprint_of(kinds, path))}};
    }
  }
  return json_response(200, dump(Json{{"paths", std::move(paths)}}), "text/plain; charset=utf-8");
}

Json version_two(const KindMap& kinds, const BuiltinDescriptions* descriptions)
{
  OpenApiSchemas schemas("#/definitions/", descriptions);
  for (const auto& [id, kind] : kinds) {
    for (const auto& version : kind->versions) {
      if (version.served) schemas.add_kind(*kind, version);
    }
  }
  return {{"swagger", "2.0"}, {"info", info()}, {"paths", Json::object()}, {"definitions", schemas.all()}};
}

HttpResponse answer_version_two(const HttpRequest& request, const KindMap& kinds, bool protobuf)
{
  auto response = json_response(200, {}, std::string(protobuf ? swagger_media_type : "application/json"));
  const auto own = fingerprint(dump(version_two(kinds, nullptr)));
  set_etag(response, own);
  if (client_has(request, own)) {
    make_not_modified(response);
  } else {
    const BuiltinDescriptions descriptions;
    const auto full = version_two(kinds, &descriptions);
    response.body = protobuf ? swagger_protobuf(full) : dump(full);
  }
  return response;
}

/// The first of what the client accepts that is one of `types`; empty: none.
std::string chosen_type(const HttpRequest& request, std::initializer_list<std::string_view> types)
{
  const auto accepted = parse_media_types(header(request.headers, "accept"));
  if (accepted.empty()) return std::string(*types.begin());
  for (const auto& media : accepted) {
    for (const auto type : types) {
      if (media.type == type || media.type == "*/*" || media.type == "application/*") return std::string(type);
    }
  }
  return {};
}

/// As kube-openapi's handlers answer: without a body.
HttpResponse no_such_form()
{
  HttpResponse response;
  response.status = 406;
  response.headers.add("Cache-Control", "no-cache, private");
  return response;
}

/// The document of one group version. With the right hash in its query it may be kept for a year; with another one the
/// client is sent to the right one.
HttpResponse group_document(const HttpRequest& request, const KindMap& kinds, const std::string& path,
                            const std::string& hash)
{
  const auto plain = document(kinds, path, nullptr);
  if (plain.is_null()) {
    HttpResponse none;
    none.status = 404;
    none.headers.add("Cache-Control", "no-cache, private");
    return none;
  }
  // What accepts the form of protobuf alone gets JSON, and is told so.
  const auto type = chosen_type(request, {"application/json", document_media_type, old_document_media_type});
  auto response = type.empty() ? no_such_form() : json_response(200, {});
  response.headers.add("Vary", "Accept");
  if (type.empty()) return response;
  const auto own = fingerprint(dump(plain));
  set_etag(response, own);
  if (!hash.empty() && hash != own) {
    response.status = 301;
    response.headers.add("Location", url_of(path, own));
    return response;
  }
  if (!hash.empty()) response.headers.set("Cache-Control", "public, immutable");
  if (client_has(request, own)) {
    make_not_modified(response);
  } else {
    const BuiltinDescriptions descriptions;
    response.body = dump(document(kinds, path, &descriptions));
  }
  return response;
}

}  // namespace

HttpResponse answer_openapi(const KindMap& kinds, const HttpRequest& request, const std::vector<std::string>& segments,
                            const Query& query)
{
  if (segments.size() < 2) return page_not_found();
  if (segments[1] == "v2" && segments.size() == 2) {
    const auto type = chosen_type(request, {"application/json", swagger_media_type, old_swagger_media_type});
    auto response = type.empty() ? no_such_form() : answer_version_two(request, kinds, type != "application/json");
    compress_document(request, response);
    return response;
  }
  if (segments[1] != "v3") return page_not_found();
  if (segments.size() == 2) return index(kinds);
  std::string path;
  for (std::size_t at = 2; at < segments.size(); ++at) path += (path.empty() ? "" : "/") + segments[at];
  return group_document(request, kinds, path, query.get("hash"));
}

}  // namespace kubexx::apiserver
