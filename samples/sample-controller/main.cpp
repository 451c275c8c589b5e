// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <exception>
#include <string>

#include "foo_reconciler.hpp"
#include "kubexx/base/early_signals.hpp"
#include "kubexx/controller.hpp"

namespace {

struct Flags {
  std::string kubeconfig, context;
  std::vector<std::string> namespaces;
  std::size_t workers = 2;
  std::string metrics_address = ":8080";
  std::string health_address = ":8081";
  std::string log_format = "text";
  int verbosity = 0;
  std::string service_account_folder;
};

void add_flags(CLI::App& app, Flags& flags)
{
  app.add_option("--kubeconfig", flags.kubeconfig,
                 "Kubeconfig file. Without it: the files of KUBECONFIG, the service account of the pod, ~/.kube/config")
      ->type_name("FILE");
  app.add_option("--context", flags.context, "Context of the kubeconfig instead of its current one")->type_name("NAME");
  app.add_option("--namespace", flags.namespaces, "Watch this namespace only; may be repeated. Default: all")
      ->type_name("NAME")
      ->take_all()
      ->allow_extra_args(false);
  app.add_option("--workers", flags.workers, "Foos reconciled at the same time")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--metrics-address", flags.metrics_address,
                 "Where /metrics listens, host:port; port 0: any free one, which the log names; \"\" or 0: nowhere")
      ->type_name("ADDRESS")
      ->capture_default_str();
  app.add_option("--health-address", flags.health_address,
                 "Where /healthz and /readyz listen, the same way; may be the address of the metrics")
      ->type_name("ADDRESS")
      ->capture_default_str();
  app.add_option("--log-format", flags.log_format, "text for reading, json for log collectors")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  app.add_flag("-v", flags.verbosity, "Log more: -v debug, -vv trace");
  // Not shown: for tests, which have no pod to run in.
  app.add_option("--service-account-folder", flags.service_account_folder)->group("");
  app.set_version_flag("--version", "sample-controller " SAMPLE_VERSION, "Print the version and exit");
  app.footer(
      "Signals: SIGTERM or SIGINT shuts down cleanly and exits with 0; a second one exits immediately with 1.\n"
      "Exit codes: 0 stopped, 1 cannot run, 2 wrong flags.");
}

kubexx::LogLevel level_of(int verbosity)
{
  if (verbosity <= 0) return kubexx::LogLevel::info;
  return verbosity == 1 ? kubexx::LogLevel::debug : kubexx::LogLevel::trace;
}

std::string host_name()
{
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string("unknown");
}

// A server whose certificate we do not accept will not become another one by waiting; everything else may pass.
void check_connection(const kubexx::Client& client, const kubexx::Log& log)
{
  kubexx::CallOptions options;
  options.timeout = std::chrono::seconds(5);
  try {
    (void)client.get_raw("/version", options);
  } catch (const kubexx::TransportError& error) {
    if (error.code() == kubexx::TransportErrc::tls) throw;
    log.warn("the API server does not answer yet, trying again", {{"error", error.what()}});
  } catch (const kubexx::ApiError& error) {
    log.warn("the API server refuses us so far, trying again", {{"error", error.what()}});
  }
}

int run(const Flags& flags)
{
  kubexx::ConfigOptions where;
  where.path = flags.kubeconfig;
  where.context = flags.context;
  where.environment = kubexx::system_environment();
  if (!flags.service_account_folder.empty()) where.in_cluster_root = flags.service_account_folder;
  const kubexx::ClientConfig config = kubexx::load_config(where);

  kubexx::ConsoleLogOptions console;
  console.format = kubexx::parse_log_format(flags.log_format).value_or(kubexx::LogFormat::text);
  console.level = level_of(flags.verbosity);
  kubexx::PrometheusMetrics metrics;
  kubexx::SystemRuntime::Options services;
  services.log = kubexx::Log(kubexx::make_console_log(console));
  services.metrics = &metrics;
  kubexx::SystemRuntime system(services);
  services.log.info("sample-controller " SAMPLE_VERSION, {{"config", config.summary()}});

  kubexx::ManagerOptions options;
  options.name = "sample-controller";
  options.instance = "sample-controller-" + host_name();
  options.namespaces.insert(flags.namespaces.begin(), flags.namespaces.end());
  options.namespaces.erase("");
  options.metrics_address = flags.metrics_address == "0" ? "" : flags.metrics_address;
  options.health_address = flags.health_address == "0" ? "" : flags.health_address;
  kubexx::Manager manager(kubexx::Client::connect(system.runtime(), config), options);
  sample::add_foo_controller(manager, flags.workers);
  check_connection(manager.client(), services.log);
  return manager.run();
}

}  // namespace

int main(int argc, char** argv)
{
  kubexx::install_early_signal_handlers();
  CLI::App app("Runs a Deployment for each Foo (samplecontroller.k8s.io/v1alpha1).", "sample-controller");
  Flags flags;
  add_flags(app, flags);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  try {
    return run(flags);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "sample-controller: %s\n", error.what());
    return 1;
  }
}
