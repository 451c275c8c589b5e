// SPDX-License-Identifier: Apache-2.0
#include "manager/operator_crds.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "kubexx/apimachinery/crd.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/apimachinery/yaml.hpp"
#include "kubexx/base/asio.hpp"

namespace kubexx::detail {

namespace {

using nlohmann::json;

constexpr Duration kEstablished = std::chrono::minutes(1);

std::string name_of(const json& crd)
{
  return crd.at("metadata").at("name").get<std::string>();
}

std::string indented(const std::vector<std::string>& texts)
{
  std::string all;
  for (const auto& text : texts) all += "\n  " + text;
  return all;
}

/// The CRDs, after the checks that need no cluster.
std::vector<json> checked_crds(const ProgramCrds& program)
{
  const CrdSet& crds = program.set;
  std::vector<json> made;
  for (const auto& versions : crds.kinds) {
    json crd = crd_of(versions, crds.builtin);
    for (const Object& part : program.parts) {
      if (part.name() == name_of(crd)) crd.merge_patch(part.json());
    }
    if (std::any_of(made.begin(), made.end(), [&](const json& one) { return name_of(one) == name_of(crd); })) {
      throw std::runtime_error("two CRDs are called " + name_of(crd) +
                               ": pass the structs of its versions as one Versions<…> to crds<…>");
    }
    if (crds.validate != nullptr) {
      std::vector<std::string> causes;
      for (const StatusCause& cause : crds.validate(crd)) causes.push_back(cause.field + ": " + cause.message);
      if (!causes.empty()) {
        throw std::runtime_error("an API server would refuse the CRD " + name_of(crd) + ":" + indented(causes));
      }
    }
    made.push_back(std::move(crd));
  }
  return made;
}

std::optional<json> find_crd(const Client& client, const std::string& name)
{
  try {
    return client.get(resources::custom_resource_definitions, {"", name}).json();
  } catch (const ApiError& error) {
    if (!is_not_found(error)) throw;
    return std::nullopt;
  }
}

bool is_established(const Object& crd)
{
  const json conditions = crd ? crd.json().value(json::json_pointer("/status/conditions"), json::array()) : json();
  return std::any_of(conditions.begin(), conditions.end(), [](const json& condition) {
    return condition.value("type", "") == "Established" && condition.value("status", "") == "True";
  });
}

/// Polls, which needs no right to watch CRDs: they are served within a second.
awaitable<bool> wait_established(Client client, std::string name)
{
  Clock& clock = *client.runtime().clock;
  const SteadyTime end = saturating_add(clock.now(), kEstablished);
  const ObjectKey key{"", name};
  while (clock.now() < end) {
    const Object crd = co_await client.async_get(resources::custom_resource_definitions, key);
    if (is_established(crd)) co_return true;
    co_await async_sleep(clock, std::chrono::milliseconds(50));
  }
  co_return false;
}

void install_crd(const Client& client, const json& crd)
{
  PatchOptions options;
  options.force = true;  // it may have been applied with kubectl before
  (void)client.apply(resources::custom_resource_definitions, Object::from_json(crd), options);
  const std::string name = name_of(crd);
  const auto wait = [&client, &name] { return wait_established(client, name); };
  if (block_on(client.runtime().executor, wait)) return;
  throw std::runtime_error("--install-crds: the API server does not serve " + name + ": see its conditions");
}

}  // namespace

void print_crds(const ProgramCrds& crds, const std::string& folder)
{
  const auto made = checked_crds(crds);
  if (!folder.empty()) std::filesystem::create_directories(folder);
  for (const json& crd : made) {
    const std::string text = "---\n" + to_yaml_text(crd);
    if (folder.empty()) {
      if (std::fputs(text.c_str(), stdout) < 0) throw std::runtime_error("cannot write to standard output");
      continue;
    }
    const auto& spec = crd.at("spec");
    const auto path = std::filesystem::path(folder) / (spec.at("group").get<std::string>() + "_" +
                                                       spec.at("names").at("plural").get<std::string>() + ".yaml");
    std::ofstream out(path, std::ios::binary);
    out << text;
    out.close();
    if (!out) throw std::runtime_error("cannot write " + path.string());
  }
  if (std::fflush(stdout) != 0) throw std::runtime_error("cannot write to standard output");
}

void install_crds(const Client& client, const ProgramCrds& crds, bool force)
{
  const auto breaking_changes = crds.set.breaking_changes;
  const auto made = checked_crds(crds);
  for (const json& crd : made) {
    if (force || breaking_changes == nullptr) continue;
    const auto old_crd = find_crd(client, name_of(crd));
    if (!old_crd) continue;
    const auto changes = breaking_changes(*old_crd, crd);
    if (changes.empty()) continue;
    throw std::runtime_error(
        "--install-crds: the new CRD " + name_of(crd) +
        " breaks what the cluster has (--force-crds installs it nevertheless):" + indented(changes));
  }
  for (const json& crd : made) {
    install_crd(client, crd);
    client.runtime().log.info("installed a CRD", {{"name", name_of(crd)}});
  }
}

Permissions permissions_to_install_crds()
{
  Permissions needed;
  needed.allow(resources::custom_resource_definitions, {Verb::get, Verb::create, Verb::patch});
  return needed;
}

void check_crds(const Client& client, const std::vector<DescribedKind>& kinds)
{
  std::vector<std::string> problems;
  for (const DescribedKind& kind : kinds) {
    const ResourceInfo& resource = *kind.resource;
    if (resource.group.find('.') == std::string_view::npos) continue;  // built in
    const std::string name = std::string(resource.plural) + "." + std::string(resource.group);
    const auto crd = find_crd(client, name);
    if (!crd) continue;  // built in, or the log says that the server does not have it
    for (const auto& mismatch : crd_mismatches(kind, *crd)) problems.push_back(name + ": " + mismatch);
  }
  if (!problems.empty()) {
    throw std::runtime_error("--check-crds: CRDs in the cluster do not fit the program's structs:" +
                             indented(problems));
  }
}

Permissions permissions_to_check_crds()
{
  Permissions needed;
  needed.allow(resources::custom_resource_definitions, {Verb::get});
  return needed;
}

}  // namespace kubexx::detail
