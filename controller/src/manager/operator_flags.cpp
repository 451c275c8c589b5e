// SPDX-License-Identifier: Apache-2.0
#include "manager/operator_flags.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <stdexcept>

#include "diagnostics/probe_server.hpp"
#include "kubexx/apimachinery/meta_duration.hpp"
#include "webhook/webhook_checks.hpp"

namespace kubexx::detail {

namespace {

// The name, then the host's (in a cluster the pod's), as much as events may carry of them.
std::string instance_of(const std::string& name)
{
  constexpr std::size_t most = 128;
  std::array<char, 256> host{};
  if (gethostname(host.data(), host.size() - 1) != 0) return name;
  return (name + "-" + host.data()).substr(0, most);
}

// Validators of CLI11: the problem with a value, or "".
std::string address_problem(const std::string& text)
{
  if (text.empty() || text == "0") return {};
  try {
    (void)parse_listen_address(text, "the address");
    return {};
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}
std::string label_problem(const std::string& text)
{
  if (text.empty() || is_dns_label(text)) return {};
  return "use at most 63 lower case letters, digits and dashes, and begin and end with a letter or digit";
}

void add_duration(CLI::App& app, const std::string& flag, Duration& duration, const std::string& text)
{
  const auto parse = [&duration](const CLI::results_t& values) {
    try {
      duration = MetaDuration::parse(values.front());
    } catch (const ValueError&) {
      return false;
    }
    return true;
  };
  app.add_option(flag, parse, text)->type_name("DURATION")->default_str(MetaDuration(duration).to_string());
}

void add_election_flags(CLI::App& app, OperatorFlags& flags)
{
  app.add_flag("--leader-elect,!--no-leader-elect", flags.leader_elect,
               "Enable leader election: one replica is active, the others are on standby");
  app.add_option("--leader-election-id", flags.election.lease, "Name of the Lease that the leader holds")
      ->type_name("NAME")
      ->capture_default_str();
  app.add_option("--leader-election-namespace", flags.election.namespace_,
                 "Namespace of the Lease. Default: the namespace of the pod, or of the kubeconfig's context")
      ->type_name("NAME")
      ->check(label_problem);
  add_duration(app, "--leader-elect-lease-duration", flags.election.lease_duration,
               "How long standby replicas wait after the last renewal before they take over the Lease");
  add_duration(app, "--leader-elect-renew-deadline", flags.election.renew_deadline,
               "How long the leader retries to renew the Lease before it gives up leadership");
  add_duration(app, "--leader-elect-retry-period", flags.election.retry_period,
               "How long replicas wait between attempts to acquire or renew the Lease");
}

void add_crd_flags(CLI::App& app, OperatorFlags& flags, const CrdSet& crds)
{
  app.add_flag("--check-crds", flags.check_crds,
               "Before the start, compare the program's structs with the CRDs in the cluster, and exit if they do not "
               "fit. Needs the permission to get CRDs, which --print-rbac --check-crds includes");
  if (crds.kinds.empty()) return;
  auto* const print = app.add_flag("--print-crd", flags.print_crd, "Print the CRDs of the program as YAML, and exit");
  app.add_option("--output-dir", flags.output_dir, "Write one file for each CRD into this folder")
      ->type_name("FOLDER")
      ->needs(print);
  if (crds.breaking_changes == nullptr) return;
  auto* const install = app.add_flag(
      "--install-crds", flags.install_crds,
      "Before the start, apply the CRDs of the program and wait until they are served. A CRD with changes that break "
      "stored objects is refused. Needs permissions on CRDs, which --print-rbac --install-crds includes");
  app.add_flag("--force-crds", flags.force_crds, "With --install-crds: apply such a CRD too")->needs(install);
}

void add_webhook_flags(CLI::App& app, OperatorFlags& flags, bool has_authority)
{
  app.add_option("--webhook-address,--webhook-bind-address", flags.webhook_address,
                 "Address of the webhooks, if the program has any: host:port; \"\" or 0: disabled")
      ->type_name("ADDRESS")
      ->check(address_problem)
      ->capture_default_str();
  app.add_option(
         "--webhook-cert-path", flags.webhook_cert_path,
         "Directory of tls.crt and tls.key for the webhooks, reloaded when they change. Default: " +
             std::string(has_authority ? "certificates of the program's own authority"
                                       : "k8s-webhook-server/serving-certs in the directory for temporary files"))
      ->type_name("FOLDER");
  app.add_option("--webhook-service", flags.webhook_service,
                 "Name of the Service in front of the webhooks. Default: the name of the program with -webhooks")
      ->type_name("NAME")
      ->check(label_problem);
  app.add_flag("--print-webhooks", flags.print_webhooks,
               "Print the webhook configurations and their Service as YAML, and exit. Names and namespace are those of "
               "--print-rbac. --print-crd prints the conversion webhooks as a part of the CRDs");
}

}  // namespace

std::string object_name(std::string name)
{
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '_') c = '-';
  }
  return name;
}

OperatorFlags default_flags(const ManagerOptions& options, const std::string& name)
{
  OperatorFlags flags;
  flags.namespaces.assign(options.namespaces.begin(), options.namespaces.end());
  flags.workers = options.workers;
  flags.metrics_address = options.metrics_address.empty() ? ":8080" : options.metrics_address;
  flags.health_address = options.health_address.empty() ? ":8081" : options.health_address;
  flags.debug_address = options.debug_address;
  flags.webhook_address = options.webhooks.address;
  flags.webhook_cert_path = options.webhooks.certificate_folder;
  flags.leader_elect = options.leader_election.has_value();
  flags.election = options.leader_election.value_or(LeaderElectionOptions());
  if (flags.election.lease.empty()) flags.election.lease = object_name(name);
  return flags;
}

void add_flags(CLI::App& app, OperatorFlags& flags, const OperatorOptions& options)
{
  app.add_option(
         "--kubeconfig", flags.kubeconfig,
         "Path to a kubeconfig file. Default: the files in KUBECONFIG, the service account of the pod, ~/.kube/config")
      ->type_name("FILE");
  app.add_option("--context", flags.context, "Kubeconfig context to use. Default: the current context")
      ->type_name("NAME");
  app.add_option("--namespace", flags.namespaces, "Watch only this namespace; may be repeated. Default: all namespaces")
      ->type_name("NAME")
      ->check(label_problem)
      ->take_all()
      ->allow_extra_args(false);
  app.add_option("--workers", flags.workers,
                 "Maximum number of concurrent reconciles per controller, unless the program sets it")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--metrics-address,--metrics-bind-address", flags.metrics_address,
                 "Address of /metrics, host:port; port 0: a free port, which is logged; \"\" or 0: disabled")
      ->type_name("ADDRESS")
      ->check(address_problem)
      ->capture_default_str();
  app.add_flag("--metrics-secure", flags.metrics_secure,
               "Serve /metrics over https, and only to bearer tokens that are allowed to get it (TokenReview and "
               "SubjectAccessReview)");
  app.add_option(
         "--metrics-cert-path", flags.metrics_cert_path,
         "Directory of tls.crt and tls.key for --metrics-secure, reloaded when they change. Default: a certificate for "
         "localhost that is created at the start")
      ->type_name("FOLDER");
  app.add_option("--health-address,--health-probe-bind-address", flags.health_address,
                 "Address of /healthz and /readyz, host:port; may be the address of /metrics")
      ->type_name("ADDRESS")
      ->check(address_problem)
      ->capture_default_str();
  app.add_option(
         "--debug-address", flags.debug_address,
         "Address of /debug/why and /debug/pprof/profile, host:port. If it is not a loopback address, requests need "
         "a bearer token that is allowed to get the path. Default: disabled")
      ->type_name("ADDRESS")
      ->check(address_problem);
  app.add_option("--log-format", flags.log_format, "Log format: text for people, json for log collectors")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  app.add_flag("-v", flags.verbosity, "Log more: -v debug, -vv trace");
  add_webhook_flags(app, flags, options.manager.webhooks.authority.has_value());
  add_election_flags(app, flags);
  app.add_flag(
      "--print-rbac", flags.print_rbac,
      "Print the minimal RBAC roles for what the controllers watch and declare to write, and exit. The service "
      "account has the name of the program. Its namespace is --leader-election-namespace, by default also the name "
      "of the program");
  // Not shown: for tests, which have no pod to run in.
  app.add_option("--service-account-folder", flags.service_account_folder)->group("");
  add_crd_flags(app, flags, options.crds);
  app.footer(
      "Signals: SIGTERM or SIGINT shuts down cleanly and exits with 0; a second one exits immediately with 1.\n"
      "Exit codes: 0 stopped, 1 failed, 2 invalid flags.");
}

ManagerOptions manager_options(const OperatorOptions& options, const OperatorFlags& flags, const std::string& name)
{
  ManagerOptions manager = options.manager;
  if (manager.name == ManagerOptions().name) manager.name = name;
  if (manager.instance.empty()) manager.instance = instance_of(manager.name);
  manager.namespaces = Namespaces(flags.namespaces.begin(), flags.namespaces.end());
  manager.namespaces.erase("");
  manager.workers = flags.workers;
  manager.leader_election.reset();
  if (flags.leader_elect) manager.leader_election = flags.election;
  manager.metrics_address = flags.metrics_address == "0" ? "" : flags.metrics_address;
  manager.debug_address = flags.debug_address == "0" ? "" : flags.debug_address;
  manager.health_address = flags.health_address == "0" ? "" : flags.health_address;
  manager.webhooks.address = flags.webhook_address == "0" ? "" : flags.webhook_address;
  manager.webhooks.certificate_folder = flags.webhook_cert_path;
  auto& authority = manager.webhooks.authority;
  // Files are served instead of the certificates of an authority, and without an address nothing is served.
  if (!flags.webhook_cert_path.empty() || manager.webhooks.address.empty()) authority.reset();
  if (authority && !flags.webhook_service.empty()) authority->service = flags.webhook_service;
  if (authority && authority->service.empty()) authority->service = object_name(name) + "-webhooks";
  return manager;
}

RoleSubject subject_of(const OperatorFlags& flags, const std::string& name)
{
  const std::string account = object_name(name);
  return {account, flags.election.namespace_.empty() ? account : flags.election.namespace_};
}

std::string namespace_of(const OperatorFlags& flags, const ClientConfig& config)
{
  if (!flags.election.namespace_.empty()) return flags.election.namespace_;
  return config.namespace_.empty() ? "default" : config.namespace_;
}

}  // namespace kubexx::detail
