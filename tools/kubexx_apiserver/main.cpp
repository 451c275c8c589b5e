// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <map>
#include <string>

#include "kubeconfig.hpp"
#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/base/early_signals.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "kubexx/http/listener.hpp"

namespace {

using namespace kubexx;

struct Flags {
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;
  std::string kubeconfig;
  std::size_t history = 10000;
  std::size_t threads = 2;
  ApiServer::Authorization authorization = ApiServer::Authorization::always_allow;
};

void add_flags(CLI::App& app, Flags& flags)
{
  app.add_option("--address", flags.address, "IP address to listen on")->type_name("IP")->capture_default_str();
  app.add_option("--port", flags.port, "Port to listen on; 0: any free one, which is printed")->capture_default_str();
  app.add_option("--kubeconfig-out", flags.kubeconfig,
                 "Write a kubeconfig with an administrator's client certificate here, once the server listens")
      ->type_name("FILE");
  app.add_option("--history", flags.history, "Changes kept for watches to resume from; older versions get 410")
      ->check(CLI::Range(std::size_t{1}, std::size_t{100000000}))
      ->capture_default_str();
  app.add_option("--threads", flags.threads, "Threads that serve connections")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  app.add_option("--authorization-mode", flags.authorization,
                 "AlwaysAllow, or RBAC: what roles and bindings allow (system:masters: everything)")
      ->transform(CLI::Transformer(std::map<std::string, ApiServer::Authorization>{
          {"AlwaysAllow", ApiServer::Authorization::always_allow}, {"RBAC", ApiServer::Authorization::rbac}}))
      ->type_name("MODE")
      ->default_str("AlwaysAllow");
  app.set_version_flag("--version", "kubexx-apiserver " TOOL_VERSION, "Print the version and exit");
  app.footer(
      "Everything is in memory and gone when it ends. It runs no pods and no controllers but garbage collection.\n"
      "Signals: SIGTERM or SIGINT shuts down cleanly and exits with 0; a second one exits immediately with 1.\n"
      "Exit codes: 0 stopped, 1 cannot run, 2 wrong flags.");
}

awaitable<HttpResponse> answer(ApiServer& server, HttpRequest request)
{
  co_return co_await server.async_handle(std::move(request));
}

awaitable<void> wait_for_signal()
{
  asio::signal_set signals(co_await asio::this_coro::executor, SIGTERM, SIGINT);
  co_await signals.async_wait(asio::use_awaitable);
}

extern "C" void leave_at_once(int /*signal*/)
{
  std::_Exit(1);
}

int run(const Flags& flags)
{
  SystemRuntime::Options options;
  options.io_threads = flags.threads;
  SystemRuntime system(std::move(options));
  const auto runtime = system.runtime();

  ApiServer::Options server_options;
  server_options.clock = runtime.clock;
  server_options.random = runtime.random;
  server_options.history = flags.history;
  server_options.authorization = flags.authorization;
  server_options.require_identity = true;
  ApiServer server(server_options);

  const CertificateAuthority authority(*runtime.clock);
  CertificateRequest leaf;
  leaf.common_name = "kubexx-apiserver";
  leaf.dns_names = {"localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc"};
  leaf.ip_addresses = {"127.0.0.1", "::1"};
  if (flags.address != "0.0.0.0" && flags.address != "::") leaf.ip_addresses.push_back(flags.address);
  const auto serving = authority.issue(leaf);

  ListenerOptions listen;
  listen.address = flags.address;
  listen.port = flags.port;
  listen.tls = TlsServerConfig{serving.cert_pem, serving.key_pem, authority.cert_pem()};
  HttpListener listener(runtime, std::move(listen),
                        [&server](HttpRequest request) { return answer(server, std::move(request)); });

  auto url = listener.url();
  for (const char* any : {"//0.0.0.0:", "//[::]:"}) {
    if (const auto at = url.find(any); at != std::string::npos) {
      url.replace(at, std::string(any).size(), "//127.0.0.1:");
    }
  }
  if (!flags.kubeconfig.empty()) {
    CertificateRequest admin;
    admin.common_name = "kubexx-admin";
    admin.organizations = {"system:masters"};
    admin.server = false;
    tool::write_kubeconfig(flags.kubeconfig, url, authority.cert_pem(), authority.issue(admin));
  }
  std::printf("url: %s\nport: %u\n", url.c_str(), static_cast<unsigned>(listener.port()));
  if (!flags.kubeconfig.empty()) std::printf("kubeconfig: %s\n", flags.kubeconfig.c_str());
  std::printf("ready; stop with SIGTERM or Ctrl-C\n");
  std::fflush(stdout);

  block_on(runtime.executor, [] { return wait_for_signal(); }, "wait_for_signal");
  std::signal(SIGTERM, leave_at_once);
  std::signal(SIGINT, leave_at_once);
  std::printf("stopping\n");
  std::fflush(stdout);
  server.close_watches();
  block_on(runtime.executor, [&listener] { return listener.async_stop(); }, "async_stop");
  return 0;
}

}  // namespace

int main(int argc, char** argv)
{
  install_early_signal_handlers();
  Flags flags;
  CLI::App app("An in-memory Kubernetes API server for demonstrations and tests.", "kubexx-apiserver");
  add_flags(app, flags);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  try {
    return run(flags);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "kubexx-apiserver: %s\n", error.what());
    return 1;
  }
}
