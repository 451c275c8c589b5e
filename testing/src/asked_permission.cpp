// SPDX-License-Identifier: Apache-2.0
#include "asked_permission.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace kubexx::testing {

namespace {

// What system:basic-user grants to everybody who is authenticated.
bool is_for_everybody(Verb verb, const ResourceType& type)
{
  if (verb != Verb::create) return false;
  if (type.group == "authorization.k8s.io") {
    return type.plural == "selfsubjectaccessreviews" || type.plural == "selfsubjectrulesreviews";
  }
  return type.group == "authentication.k8s.io" && type.plural == "selfsubjectreviews";
}

// What a raw call reads, as RBAC sees its path: a resource, a list or a subresource; nullopt: no resource.
std::optional<AskedPermission> raw_read(std::string_view target)
{
  const auto query = target.find('?');
  const std::string_view options = query == std::string_view::npos ? std::string_view() : target.substr(query + 1);
  std::vector<std::string> parts;
  for (std::string_view rest = target.substr(0, query); !rest.empty();) {
    const auto slash = rest.find('/');
    if (const auto part = rest.substr(0, slash); !part.empty()) parts.emplace_back(part);
    rest = slash == std::string_view::npos ? std::string_view() : rest.substr(slash + 1);
  }
  const bool core = !parts.empty() && parts[0] == "api";
  if (!core && (parts.empty() || parts[0] != "apis")) return std::nullopt;
  std::size_t at = core ? 2 : 3;  // behind the version
  if (parts.size() <= at) return std::nullopt;
  AskedPermission read;
  read.type.group = core ? std::string() : parts[1];
  read.type.version = parts[at - 1];
  read.type.scope = Scope::cluster;
  if (parts[at] == "namespaces" && parts.size() > at + 2 && parts[at + 2] != "status" && parts[at + 2] != "finalize") {
    read.key.namespace_ = parts[at + 1];
    read.type.scope = Scope::namespaced;
    at += 2;
  }
  read.type.plural = parts[at];
  if (parts.size() > at + 1) read.key.name = parts[at + 1];
  if (parts.size() > at + 2) read.subresource = parts[at + 2];
  if (read.key.name.empty()) {
    const bool watches =
        options.find("watch=1") != std::string_view::npos || options.find("watch=true") != std::string_view::npos;
    read.verb = watches ? Verb::watch : Verb::list;
  }
  return read;
}

}  // namespace

std::optional<AskedPermission> asked_permission(const ApiCall& call)
{
  if (call.verb == Verb::raw) return call.request.method == "GET" ? raw_read(call.request.target) : std::nullopt;
  if (is_for_everybody(call.verb, call.type)) return std::nullopt;
  return AskedPermission{call.verb, call.type, call.subresource, call.key};
}

std::string declaration_of(Verb verb, const ResourceType& type, std::string_view subresource)
{
  const std::string kind = type.kind.empty() ? type.plural : type.kind;
  const std::string constant = verb == Verb::delete_             ? "Verb::delete_"
                               : verb == Verb::delete_collection ? "Verb::delete_collection"
                                                                 : std::string("Verb::") + to_string(verb);
  if (!subresource.empty() && (subresource != "status" || !is_write(verb))) {
    return "Permissions::allow(resource_of<" + kind + ">(), {" + constant + "}, \"" + std::string(subresource) +
           "\") and Manager::declare";
  }
  if (!is_write(verb)) return ".uses_client<" + kind + ">({" + constant + "})";
  if (type.group == "events.k8s.io") return ".writes_events()";
  if (subresource == "status") return ".writes_status<" + kind + ">({" + constant + "})";
  return ".writes<" + kind + ">({" + constant + "})";
}

}  // namespace kubexx::testing
