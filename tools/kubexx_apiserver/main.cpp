// SPDX-License-Identifier: Apache-2.0
#include <sys/resource.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>

#include "etcd_health.hpp"
#include "flags.hpp"
#include "kubeconfig.hpp"
#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/apiserver/http_webhooks.hpp"
#include "kubexx/apiserver/refusal.hpp"
#include "kubexx/base/detail/command_arguments.hpp"
#include "kubexx/base/early_signals.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "kubexx/http/listener.hpp"
#include "tokens.hpp"

namespace {

using namespace kubexx;
namespace fs = std::filesystem;

constexpr const char* footer =
    "Everything is in memory and gone when it ends. It runs no pods, and no controllers but garbage\n"
    "collection and the stand-ins of --simulate-controllers.\n"
    "kube-apiserver's other flags are accepted; which of them had no effect is said on standard error.\n"
    "Signals: SIGTERM or SIGINT shuts down cleanly and exits with 0; a second one exits immediately with 1.\n"
    "Exit codes: 0 stopped, 1 cannot run, 2 wrong flags.";

constexpr std::size_t most_header = (std::size_t{1} << 20U) + 4096;  // that of Go's HTTP server

/// As many as the system lets this process have, up to some thousands; Go's programs raise the limit likewise.
std::size_t most_connections()
{
  constexpr rlim_t most = 8192, others = 64;
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return ListenerOptions().max_connections;
  const auto wanted = std::min(files.rlim_max, most + others);
  auto raised = files;
  raised.rlim_cur = std::max(files.rlim_cur, wanted);
  const auto possible = ::setrlimit(RLIMIT_NOFILE, &raised) == 0 ? raised.rlim_cur : files.rlim_cur;
  return static_cast<std::size_t>(std::clamp(possible, 2 * others, most + others) - others);
}

bool is_loopback(const std::string& address)
{
  return asio::ip::make_address(address).is_loopback();
}

std::string contents_of(const fs::path& file)
{
  std::ifstream in(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in) throw std::runtime_error("cannot read " + file.string());
  return text;
}

/// The certificate that the flags name, if they name one that exists.
std::optional<CertificateAndKey> given_certificate(const tool::ServerFlags& flags)
{
  if (!flags.cert_file.empty()) return CertificateAndKey{contents_of(flags.cert_file), contents_of(flags.key_file)};
  const fs::path folder = flags.cert_dir;
  if (folder.empty() || !fs::exists(folder / "apiserver.crt")) return std::nullopt;
  return CertificateAndKey{contents_of(folder / "apiserver.crt"), contents_of(folder / "apiserver.key")};
}

CertificateAndKey own_certificate(const CertificateAuthority& authority, const std::string& address)
{
  CertificateRequest leaf;
  leaf.common_name = "kubexx-apiserver";
  leaf.dns_names = {"localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc"};
  leaf.ip_addresses = {"127.0.0.1", "::1"};
  if (address != "0.0.0.0" && address != "::") leaf.ip_addresses.push_back(address);
  return authority.issue(leaf);
}

/// Links with the names that envtest looks for. A link that is there is replaced at once, so that whoever starts it
/// meanwhile finds the old one or the new one. What is there already and is no link stays, and is an error.
void write_assets(const fs::path& folder)
{
  const auto self = fs::read_symlink("/proc/self/exe");
  fs::create_directories(folder);
  for (const char* name : {"kube-apiserver", "etcd"}) {
    const auto link = folder / name;
    const auto present = fs::symlink_status(link);
    if (fs::is_symlink(present) && fs::read_symlink(link) == self) continue;
    if (fs::exists(present) && !fs::is_symlink(present)) {
      throw std::runtime_error(link.string() + " is there already and is no link");
    }
    auto fresh = link;
    fresh += "." + std::to_string(::getpid());
    fs::create_symlink(self, fresh);
    fs::rename(fresh, link);
  }
  std::printf("KUBEBUILDER_ASSETS=%s\n", fs::absolute(folder).c_str());
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

/// Returns at the first signal that asks to stop; a second one ends the process.
void run_until_stopped(const Runtime& runtime)
{
  block_on(runtime.executor, [] { return wait_for_signal(); }, "wait_for_signal");
  std::signal(SIGTERM, leave_at_once);
  std::signal(SIGINT, leave_at_once);
  std::printf("stopping\n");
  std::fflush(stdout);
}

int run(const tool::EtcdFlags& flags)
{
  SystemRuntime system({.log = Log()});
  const auto runtime = system.runtime();
  auto listener = tool::serve_etcd_health(runtime, flags);
  run_until_stopped(runtime);
  block_on(runtime.executor, [&listener] { return listener->async_stop(); }, "async_stop");
  return 0;
}

int run(const tool::ServerFlags& flags)
{
  SystemRuntime::Options options;
  options.io_threads = flags.threads;
  options.log = Log();
  SystemRuntime system(std::move(options));
  const auto runtime = system.runtime();

  ApiServer::Options server_options;
  server_options.clock = runtime.clock;
  server_options.random = runtime.random;
  server_options.history = flags.history;
  server_options.authorization = tool::authorization_of(flags);
  server_options.require_identity = true;
  if (!flags.tokens.empty()) server_options.tokens = tool::read_tokens(flags.tokens, contents_of(flags.tokens));
  if (!flags.issuer.empty()) server_options.issuer = flags.issuer;
  server_options.webhooks = make_http_webhook_caller(runtime, {tool::webhook_services_of(flags)});
  server_options.simulate_controllers = flags.simulate_controllers;
  ApiServer server(server_options);

  const CertificateAuthority authority(*runtime.clock);
  const auto given = given_certificate(flags);
  const auto serving = given ? *given : own_certificate(authority, flags.address);
  auto client_authorities = authority.cert_pem();
  if (!flags.client_ca.empty()) client_authorities += contents_of(flags.client_ca);

  ListenerOptions listen;
  listen.address = flags.address;
  listen.port = flags.port;
  listen.max_header = most_header;
  listen.max_connections = most_connections();
  listen.error_response = apiserver_refusal;
  listen.tls = TlsServerConfig{serving.cert_pem, serving.key_pem, client_authorities};
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
    tool::write_kubeconfig(flags.kubeconfig, url, given ? given->cert_pem : authority.cert_pem(),
                           authority.issue(admin));
  }
  std::printf("url: %s\nport: %u\n", url.c_str(), static_cast<unsigned>(listener.port()));
  if (!flags.kubeconfig.empty()) std::printf("kubeconfig: %s\n", flags.kubeconfig.c_str());
  if (!is_loopback(flags.address)) {
    std::fprintf(stderr,
                 "kubexx-apiserver: warning: listening on %s, where other machines may reach it; this server is for "
                 "tests and demonstrations\n",
                 flags.address.c_str());
  }
  std::printf("ready; stop with SIGTERM or Ctrl-C\n");
  std::fflush(stdout);

  run_until_stopped(runtime);
  server.close_watches();
  block_on(runtime.executor, [&listener] { return listener.async_stop(); }, "async_stop");
  return 0;
}

}  // namespace

int main(int argc, char** argv)
{
  install_early_signal_handlers();
  const bool as_etcd = fs::path(argv[0]).filename() == "etcd";
  CLI::App app("An in-memory Kubernetes API server for demonstrations and tests.", "kubexx-apiserver");
  app.set_version_flag("--version", "kubexx-apiserver " TOOL_VERSION, "Print the version and exit");
  tool::ServerFlags flags;
  tool::EtcdFlags etcd;
  if (as_etcd) {
    tool::add_flags(app, etcd);
  } else {
    tool::add_flags(app, flags);
    app.footer(footer);
  }
  try {
    app.parse(kubexx::detail::command_arguments(argc, argv));
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  try {
    if (as_etcd) return run(etcd);
    if (!flags.assets.empty()) {
      write_assets(flags.assets);
      return 0;
    }
    for (const auto& name : tool::given_without_effect(app)) {
      std::fprintf(stderr, "kubexx-apiserver: %s has no effect here\n", name.c_str());
    }
    return run(flags);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "kubexx-apiserver: %s\n", error.what());
    return 1;
  }
}
