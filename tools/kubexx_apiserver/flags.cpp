// SPDX-License-Identifier: Apache-2.0
#include "flags.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "kube_flags.hpp"

namespace kubexx::tool {
namespace {

void add_serving_flags(CLI::App& app, ServerFlags& flags)
{
  app.add_option("--address,--bind-address", flags.address, "IP address to listen on")
      ->type_name("IP")
      ->capture_default_str();
  app.add_option("--port,--secure-port", flags.port, "Port to listen on; 0: any free one, which is printed")
      ->capture_default_str();
  app.add_option("--kubeconfig-out", flags.kubeconfig,
                 "Write a kubeconfig with an administrator's client certificate here, once the server listens")
      ->type_name("FILE");
  app.add_option("--cert-dir", flags.cert_dir,
                 "Serve with apiserver.crt and apiserver.key of this folder, if they are there")
      ->type_name("FOLDER");
  auto* certificate =
      app.add_option("--tls-cert-file", flags.cert_file, "Serve with this certificate")->type_name("FILE");
  auto* key = app.add_option("--tls-private-key-file", flags.key_file, "Its key")->type_name("FILE");
  certificate->needs(key);
  key->needs(certificate);
  app.add_option("--client-ca-file", flags.client_ca, "Accept client certificates that this authority has signed")
      ->type_name("FILE");
}

/// "--NAME" of each, and whether it needs no value.
std::vector<std::pair<std::string, bool>> ignored_flags()
{
  std::vector<std::pair<std::string, bool>> flags;
  std::istringstream names{std::string(flags_without_effect())};
  for (std::string name; names >> name;) {
    const bool needs_no_value = name.ends_with('=');
    if (needs_no_value) name.pop_back();
    flags.emplace_back("--" + name, needs_no_value);
  }
  return flags;
}

}  // namespace

void add_flags(CLI::App& app, ServerFlags& flags)
{
  add_serving_flags(app, flags);
  app.add_option("--history", flags.history, "Changes kept for watches to resume from; older versions get 410")
      ->check(CLI::Range(std::size_t{1}, std::size_t{100000000}))
      ->capture_default_str();
  app.add_option("--threads", flags.threads, "Threads that serve connections")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  app.add_option("--token-auth-file", flags.tokens,
                 "Know the bearer tokens of this CSV file: token, user, uid, \"group,group\" (optional)")
      ->type_name("FILE");
  app.add_option("--service-account-issuer", flags.issuer,
                 "Issuer of the tokens of ServiceAccounts, and the audience of this server")
      ->type_name("URL")
      ->default_str("https://kubernetes.default.svc.cluster.local");
  app.add_option("--authorization-mode", flags.authorization,
                 "AlwaysAllow, or RBAC: what roles and bindings allow (system:masters: everything)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"AlwaysAllow", "RBAC", "Node"}))
      ->type_name("MODE")
      ->default_str("AlwaysAllow");
  app.add_option("--webhook-service", flags.webhook_services,
                 "Call webhooks of this service at that address; several with commas or flags")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAMESPACE/NAME[:PORT]=HOST:PORT");
  app.add_flag(
      "--simulate-controllers", flags.simulate_controllers,
      "Stand in for the controllers of Deployments, ReplicaSets, StatefulSets, DaemonSets and Jobs, a scheduler "
      "and a kubelet: pods are made and become ready, although nothing runs");
  app.add_option(
         "--envtest-assets", flags.assets,
         "Put links to this program into FOLDER, named kube-apiserver and etcd, and exit: KUBEBUILDER_ASSETS=FOLDER "
         "then makes controller-runtime's envtest start it")
      ->type_name("FOLDER");
  for (const auto& [name, needs_no_value] : ignored_flags()) {
    auto* option = needs_no_value ? app.add_flag(name) : app.add_option(name);
    option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)->group("");
  }
}

std::vector<std::string> given_without_effect(const CLI::App& app)
{
  std::vector<std::string> given;
  for (const auto& [name, needs_no_value] : ignored_flags()) {
    if (app.count(name) > 0) given.push_back(name);
  }
  return given;
}

std::map<std::string, std::string> webhook_services_of(const ServerFlags& flags)
{
  std::map<std::string, std::string> services;
  for (const auto& entry : flags.webhook_services) {
    const auto equals = entry.find('=');
    if (equals == std::string::npos) {
      throw std::invalid_argument("--webhook-service wants NAMESPACE/NAME[:PORT]=HOST:PORT, and got " + entry);
    }
    services[entry.substr(0, equals)] = entry.substr(equals + 1);
  }
  return services;
}

ApiServer::Authorization authorization_of(const ServerFlags& flags)
{
  const auto& modes = flags.authorization;
  const bool all = std::find(modes.begin(), modes.end(), "AlwaysAllow") != modes.end();
  return all ? ApiServer::Authorization::always_allow : ApiServer::Authorization::rbac;
}

}  // namespace kubexx::tool
