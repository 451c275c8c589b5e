// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/run_operator.hpp"

#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <vector>

#include "kubexx/base/console_log.hpp"
#include "kubexx/base/detail/command_arguments.hpp"
#include "kubexx/base/early_signals.hpp"
#include "kubexx/client/load_config.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "kubexx/http/transport.hpp"
#include "manager/operator_crds.hpp"
#include "manager/operator_flags.hpp"
#include "manager/operator_manifests.hpp"

namespace kubexx {

namespace {

LogLevel level_of(int verbosity)
{
  if (verbosity <= 0) return LogLevel::info;
  return verbosity == 1 ? LogLevel::debug : LogLevel::trace;
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

// Each arena of glibc beside the first grows by a page, with a system call. Nearly all allocations are those of the one
// io thread. Whoever sets MALLOC_ARENA_MAX decides.
void use_one_arena()
{
#if defined(__GLIBC__)
  if (std::getenv("MALLOC_ARENA_MAX") == nullptr) ::mallopt(M_ARENA_MAX, 1);
#endif
}

std::string roles_text(Manager& manager, const detail::OperatorFlags& flags, const RoleSubject& subject)
{
  if (flags.check_crds) manager.declare(detail::permissions_to_check_crds());
  if (flags.install_crds) manager.declare(detail::permissions_to_install_crds());
  return manager.roles(subject);
}

// For the flags that print. No API server is asked, and no configuration is needed.
int print_manifests(const OperatorOptions& options, const detail::OperatorFlags& flags, const std::string& name,
                    const std::function<void(Manager&)>& setup)
{
  ClientConfig nowhere;
  nowhere.server = "http://localhost";
  SystemRuntime system({.log = Log()});
  ManagerOptions given = detail::manager_options(options, flags, name);
  given.metrics_address.clear();
  given.metrics_token_review = flags.metrics_secure;
  const RoleSubject subject = detail::subject_of(flags, name);
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
  if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0) {
    throw std::runtime_error("cannot write to standard output");
  }
  return 0;
}

int run(const OperatorOptions& options, const detail::OperatorFlags& flags, const std::string& name,
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

  ManagerOptions given = detail::manager_options(options, flags, name);
  if (auto& authority = given.webhooks.authority; authority && authority->namespace_.empty()) {
    authority->namespace_ = detail::namespace_of(flags, config);
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
    const RoleSubject subject{detail::object_name(name), detail::namespace_of(flags, config)};
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
  detail::OperatorFlags flags = detail::default_flags(options.manager, name);
  detail::add_flags(app, flags, options);
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
