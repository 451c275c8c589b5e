// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/run_operator.hpp"

#include <unistd.h>

#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <vector>

#include "kubexx/apimachinery/meta_duration.hpp"
#include "kubexx/base/console_log.hpp"
#include "kubexx/base/detail/command_arguments.hpp"
#include "kubexx/base/early_signals.hpp"
#include "kubexx/client/load_config.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "kubexx/http/transport.hpp"
#include "manager/operator_crds.hpp"
#include "manager/operator_manifests.hpp"

namespace kubexx {

namespace {

struct Flags {
  std::string kubeconfig, context;
  std::vector<std::string> namespaces;
  std::size_t workers = 1;
  std::string metrics_address, health_address;
  bool metrics_secure = false;
  std::string metrics_cert_path;
  std::string debug_address;
  std::string webhook_address, webhook_cert_path, webhook_service;
  std::string log_format = "text";
  int verbosity = 0;
  bool leader_elect = false;
  LeaderElectionOptions election;
  std::string service_account_folder;
  bool print_rbac = false;
  bool print_webhooks = false;
  bool print_crd = false;
  std::string output_dir;
  bool check_crds = false, install_crds = false, force_crds = false;
};

// The name of a program as one that an object may have.
std::string object_name(std::string name)
{
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '_') c = '-';
  }
  return name;
}

Flags defaults(const ManagerOptions& options, const std::string& name)
{
  Flags flags;
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

void add_election_flags(CLI::App& app, Flags& flags)
{
  app.add_flag("--leader-elect,!--no-leader-elect", flags.leader_elect,
               "Enable leader election: one replica is active, the others are on standby");
  app.add_option("--leader-election-id", flags.election.lease, "Name of the Lease that the leader holds")
      ->type_name("NAME")
      ->capture_default_str();
  app.add_option("--leader-election-namespace", flags.election.namespace_,
                 "Namespace of the Lease. Default: the namespace of the pod, or of the kubeconfig's context")
      ->type_name("NAME");
  add_duration(app, "--leader-elect-lease-duration", flags.election.lease_duration,
               "How long standby replicas wait after the last renewal before they take over the Lease");
  add_duration(app, "--leader-elect-renew-deadline", flags.election.renew_deadline,
               "How long the leader retries to renew the Lease before it gives up leadership");
  add_duration(app, "--leader-elect-retry-period", flags.election.retry_period,
               "How long replicas wait between attempts to acquire or renew the Lease");
}

void add_crd_flags(CLI::App& app, Flags& flags, const CrdSet& crds)
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

void add_webhook_flags(CLI::App& app, Flags& flags, bool has_authority)
{
  app.add_option("--webhook-address,--webhook-bind-address", flags.webhook_address,
                 "Address of the webhooks, if the program has any: host:port; \"\" or 0: disabled")
      ->type_name("ADDRESS")
      ->capture_default_str();
  app.add_option(
         "--webhook-cert-path", flags.webhook_cert_path,
         "Directory of tls.crt and tls.key for the webhooks, reloaded when they change. Default: " +
             std::string(has_authority ? "certificates of the program's own authority"
                                       : "k8s-webhook-server/serving-certs in the directory for temporary files"))
      ->type_name("FOLDER");
  app.add_option("--webhook-service", flags.webhook_service,
                 "Name of the Service in front of the webhooks. Default: the name of the program with -webhooks")
      ->type_name("NAME");
  app.add_flag("--print-webhooks", flags.print_webhooks,
               "Print the webhook configurations and their Service as YAML, and exit. Names and namespace are those of "
               "--print-rbac. Conversions are in the CRDs (--print-crd), or are printed as a part of each");
}

void add_flags(CLI::App& app, Flags& flags, bool has_authority)
{
  app.add_option(
         "--kubeconfig", flags.kubeconfig,
         "Path to a kubeconfig file. Default: the files in KUBECONFIG, the service account of the pod, ~/.kube/config")
      ->type_name("FILE");
  app.add_option("--context", flags.context, "Kubeconfig context to use. Default: the current context")
      ->type_name("NAME");
  app.add_option("--namespace", flags.namespaces, "Watch only this namespace; may be repeated. Default: all namespaces")
      ->type_name("NAME")
      ->take_all()
      ->allow_extra_args(false);
  app.add_option("--workers", flags.workers,
                 "Maximum number of concurrent reconciles per controller, unless the program sets it")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--metrics-address,--metrics-bind-address", flags.metrics_address,
                 "Address of /metrics, host:port; port 0: a free port, which is logged; \"\" or 0: disabled")
      ->type_name("ADDRESS")
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
      ->capture_default_str();
  app.add_option(
         "--debug-address", flags.debug_address,
         "Address of /debug/why and /debug/pprof/profile, host:port. If it is not a loopback address, requests need "
         "a bearer token that is allowed to get the path. Default: disabled")
      ->type_name("ADDRESS");
  app.add_option("--log-format", flags.log_format, "Log format: text for people, json for log collectors")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  app.add_flag("-v", flags.verbosity, "Log more: -v debug, -vv trace");
  add_webhook_flags(app, flags, has_authority);
  add_election_flags(app, flags);
  app.add_flag(
      "--print-rbac", flags.print_rbac,
      "Print the minimal RBAC roles for what the controllers watch and declare to write, and exit. The service "
      "account has the name of the program. Its namespace is --leader-election-namespace, by default also the name "
      "of the program");
  // Not shown: for tests, which have no pod to run in.
  app.add_option("--service-account-folder", flags.service_account_folder)->group("");
  app.footer(
      "Signals: SIGTERM or SIGINT shuts down cleanly and exits with 0; a second one exits immediately with 1.\n"
      "Exit codes: 0 stopped, 1 failed, 2 invalid flags.");
}

LogLevel level_of(int verbosity)
{
  if (verbosity <= 0) return LogLevel::info;
  return verbosity == 1 ? LogLevel::debug : LogLevel::trace;
}

// The name, then the host's (in a cluster the pod's), as much as events may carry of them.
std::string instance_of(const std::string& name)
{
  constexpr std::size_t most = 128;
  std::array<char, 256> host{};
  if (gethostname(host.data(), host.size() - 1) != 0) return name;
  return (name + "-" + host.data()).substr(0, most);
}

// A server whose certificate we do not accept will not become another one by waiting; everything else may pass.
void check_connection(const Client& client, const Log& log)
{
  CallOptions options;
  options.timeout = std::chrono::seconds(5);
  try {
    (void)client.get_raw("/version", options);
  } catch (const TransportError& error) {
    if (error.code() == TransportErrc::tls) throw;
    log.warn("the API server does not respond yet, retrying", {{"error", error.what()}});
  } catch (const ApiError& error) {
    log.warn("the API server still rejects our requests, retrying", {{"error", error.what()}});
  }
}

std::string file_text(const std::filesystem::path& path)
{
  std::ifstream in(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in || text.empty()) throw std::runtime_error("--metrics-cert-path: cannot read " + path.string());
  return text;
}

TlsServerConfig metrics_tls(const std::string& folder, const Clock& clock)
{
  TlsServerConfig tls;
  if (!folder.empty()) {
    tls.cert_chain_pem = file_text(std::filesystem::path(folder) / "tls.crt");
    tls.key_pem = file_text(std::filesystem::path(folder) / "tls.key");
    return tls;
  }
  CertificateRequest request;
  request.common_name = "localhost";
  request.dns_names = {"localhost"};
  request.ip_addresses = {"127.0.0.1", "::1"};
  const CertificateAndKey made = CertificateAuthority(clock).issue(request);
  tls.cert_chain_pem = made.cert_pem;
  tls.key_pem = made.key_pem;
  return tls;
}

ManagerOptions manager_options(const OperatorOptions& options, const Flags& flags, const std::string& name)
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

// Each arena of glibc beside the first grows by a page, with a system call. Nearly all allocations are those of the one
// io thread. Whoever sets MALLOC_ARENA_MAX decides.
void use_one_arena()
{
#if defined(__GLIBC__)
  if (std::getenv("MALLOC_ARENA_MAX") == nullptr) ::mallopt(M_ARENA_MAX, 1);
#endif
}

// The name and the namespace of the program in the cluster.
RoleSubject subject_of(const Flags& flags, const std::string& name)
{
  const std::string account = object_name(name);
  return {account, flags.election.namespace_.empty() ? account : flags.election.namespace_};
}

// Where the program runs: the Service of its webhooks and their Secret are there.
std::string namespace_of(const Flags& flags, const ClientConfig& config)
{
  if (!flags.election.namespace_.empty()) return flags.election.namespace_;
  return config.namespace_.empty() ? "default" : config.namespace_;
}

std::string roles_text(Manager& manager, const Flags& flags, const RoleSubject& subject)
{
  if (flags.check_crds) manager.declare(detail::permissions_to_check_crds());
  if (flags.install_crds) manager.declare(detail::permissions_to_install_crds());
  return manager.roles(subject);
}

// For the flags that print. No API server is asked, and no configuration is needed.
int print_manifests(const OperatorOptions& options, const Flags& flags, const std::string& name,
                    const std::function<void(Manager&)>& setup)
{
  ClientConfig nowhere;
  nowhere.server = "http://localhost";
  SystemRuntime system({.log = Log()});
  ManagerOptions given = manager_options(options, flags, name);
  given.metrics_address.clear();
  given.metrics_token_review = flags.metrics_secure;
  const RoleSubject subject = subject_of(flags, name);
  if (auto& authority = given.webhooks.authority; authority && authority->namespace_.empty()) {
    authority->namespace_ = subject.namespace_;
  }
  Manager manager(Client::connect(system.runtime(), nowhere), std::move(given));
  setup(manager);
  if (flags.print_crd) {
    detail::print_crds(detail::program_crds(options.crds, manager, subject, flags.webhook_service), flags.output_dir);
    return 0;
  }
  std::string text;
  if (flags.print_rbac) text += roles_text(manager, flags, subject);
  if (flags.print_webhooks) {
    const std::string more = detail::webhooks_text(options.crds, manager, subject, flags.webhook_service);
    text += (text.empty() || more.empty() ? "" : "---\n") + more;
  }
  std::fputs(text.c_str(), stdout);
  return 0;
}

int run(const OperatorOptions& options, const Flags& flags, const std::string& name,
        const std::function<void(Manager&)>& setup)
{
  const std::size_t io_threads = std::max<std::size_t>(options.io_threads, 1);
  if (io_threads == 1) use_one_arena();
  ConfigOptions where;
  where.path = flags.kubeconfig;
  where.context = flags.context;
  where.environment = system_environment();
  if (!flags.service_account_folder.empty()) where.in_cluster_root = flags.service_account_folder;
  const ClientConfig config = load_config(where);

  ConsoleLogOptions console;
  console.format = parse_log_format(flags.log_format).value_or(LogFormat::text);
  console.level = level_of(flags.verbosity);
  PrometheusMetrics metrics;
  SystemRuntime::Options services;
  services.io_threads = io_threads;
  services.log = Log(make_console_log(console));
  services.metrics = &metrics;
  SystemRuntime system(services);
  services.log.info(options.version.empty() ? name : name + " " + options.version, {{"config", config.summary()}});

  ManagerOptions given = manager_options(options, flags, name);
  if (auto& authority = given.webhooks.authority; authority && authority->namespace_.empty()) {
    authority->namespace_ = namespace_of(flags, config);
  }
  if (flags.metrics_secure) {
    given.metrics_tls = metrics_tls(flags.metrics_cert_path, *system.runtime().clock);
    if (const std::string folder = flags.metrics_cert_path; !folder.empty()) {
      given.renew_metrics_tls = [folder, clock = system.runtime().clock] { return metrics_tls(folder, *clock); };
    }
    given.metrics_token_review = true;
  }
  Manager manager(Client::connect(system.runtime(), config), std::move(given));
  setup(manager);
  check_connection(manager.client(), services.log);
  if (flags.install_crds) {
    const RoleSubject subject{object_name(name), namespace_of(flags, config)};
    detail::install_crds(manager.client(), detail::program_crds(options.crds, manager, subject, flags.webhook_service),
                         flags.force_crds);
  }
  if (flags.check_crds) detail::check_crds(manager.client(), manager.described_kinds());
  return manager.run();
}

}  // namespace

int run_operator(int argc, char** argv, const std::function<void(Manager&)>& setup)
{
  return run_operator(argc, argv, OperatorOptions(), setup);
}

int run_operator(int argc, char** argv, const OperatorOptions& options, const std::function<void(Manager&)>& setup)
{
  install_early_signal_handlers();
  std::string name = options.name;
  if (name.empty()) name = argc > 0 ? std::filesystem::path(argv[0]).filename().string() : "operator";
  CLI::App app(options.description, name);
  Flags flags = defaults(options.manager, name);
  add_flags(app, flags, options.manager.webhooks.authority.has_value());
  add_crd_flags(app, flags, options.crds);
  if (!options.version.empty()) {
    app.set_version_flag("--version", name + " " + options.version, "Print the version and exit");
  }
  try {
    if (options.add_flags) options.add_flags(app);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: add_flags: %s\n", name.c_str(), error.what());
    return 2;
  }
  try {
    app.parse(detail::command_arguments(argc, argv));
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (!flags.metrics_cert_path.empty() && !flags.metrics_secure) {
    std::fprintf(stderr, "%s: --metrics-cert-path requires --metrics-secure\n", name.c_str());
    return 2;
  }
  try {
    if (flags.print_crd || flags.print_rbac || flags.print_webhooks)
      return print_manifests(options, flags, name, setup);
    return run(options, flags, name, setup);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", name.c_str(), error.what());
    return 1;
  }
}

}  // namespace kubexx
