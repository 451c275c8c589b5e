// SPDX-License-Identifier: Apache-2.0
#include "apply/served_versions.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace kubexx::apiserver::apply {
namespace {

constexpr const char* autoscaling_version = "autoscaling/v1";

// Built-in kinds whose status strategy resets all metadata: GetResetFields in pkg/registry of Kubernetes 1.37.1.
constexpr std::array<std::string_view, 10> metadata_reset{
    "apiextensions.k8s.io/customresourcedefinitions",
    "admissionregistration.k8s.io/validatingadmissionpolicies",
    "certificates.k8s.io/podcertificaterequests",
    "flowcontrol.apiserver.k8s.io/flowschemas",
    "flowcontrol.apiserver.k8s.io/prioritylevelconfigurations",
    "networking.k8s.io/servicecidrs",
    "resource.k8s.io/resourceclaims",
    "resource.k8s.io/devicetaintrules",
    "storage.k8s.io/csinodes",
    "storage.k8s.io/volumeattachments",
};

FieldSet status_resets(const Kind& kind)
{
  const auto field = [](std::initializer_list<const char*> names) {
    Path path;
    for (const auto* name : names) path.push_back(PathElement::field(name));
    return path;
  };
  FieldSet set;
  set.insert(field({"spec"}));
  const auto id = kind.id();
  if (kind.custom || std::find(metadata_reset.begin(), metadata_reset.end(), id) != metadata_reset.end()) {
    set.insert(field({"metadata"}));
  } else if (id == "apps/deployments") {
    set.insert(field({"metadata", "labels"}));
  } else if (id == "/pods") {
    set.insert(field({"metadata", "deletionTimestamp"}));
    set.insert(field({"metadata", "ownerReferences"}));
  } else if (id == "certificates.k8s.io/certificatesigningrequests") {
    set.insert(field({"status", "conditions"}));
  }
  return set;
}

}  // namespace

ServedVersions::ServedVersions(const Kind& kind, const std::string& subresource)
    : kind_(kind), scale_(subresource == "scale"), status_(subresource == "status")
{
  const bool request = kind.id() == "certificates.k8s.io/certificatesigningrequests";
  if (status_) {
    reset_ = status_resets(kind);
  } else if (subresource == "approval") {
    reset_.insert({PathElement::field("spec")});
    reset_.insert({PathElement::field("status"), PathElement::field("certificate")});
  } else if (subresource.empty() || subresource == "finalize") {
    reset_.insert({PathElement::field("status")});
    if (request) reset_.insert({PathElement::field("spec")});
  }
}

const ServedVersion* ServedVersions::find_version(const std::string& api_version) const
{
  const auto slash = api_version.find('/');
  const auto group = slash == std::string::npos ? std::string() : api_version.substr(0, slash);
  const auto name = slash == std::string::npos ? api_version : api_version.substr(slash + 1);
  // As at a real server, another group's version of the same objects is none that is known here.
  return group == kind_.group ? kind_.version(name) : nullptr;
}

std::optional<Type> ServedVersions::type(const std::string& api_version) const
{
  if (scale_) {
    if (api_version != autoscaling_version) return std::nullopt;
    return Type::of_object(*builtin_schemas().at("autoscaling.v1.Scale"), false);
  }
  const auto* version = find_version(api_version);
  if (version == nullptr) return std::nullopt;
  if (!version->schema) return Type::deduced();
  return Type::of_object(*version->schema, kind_.custom);
}

Json ServedVersions::convert(const Json& object, const std::string& from, const std::string& to) const
{
  auto converted = object;
  const auto* source = find_version(from);
  const auto* target = find_version(to);
  if (source != nullptr && kind_.to_stored) converted = kind_.to_stored(std::move(converted), source->name);
  if (target != nullptr && kind_.from_stored) converted = kind_.from_stored(std::move(converted), target->name);
  converted["apiVersion"] = to;
  return converted;
}

const FieldSet* ServedVersions::reset(const std::string& api_version) const
{
  if (scale_) return nullptr;
  const auto* version = find_version(api_version);
  return version != nullptr && version->status ? &reset_ : nullptr;
}

}  // namespace kubexx::apiserver::apply
