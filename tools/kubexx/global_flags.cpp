// SPDX-License-Identifier: Apache-2.0
#include "global_flags.hpp"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

#include "errors.hpp"
#include "kubeconfig_files.hpp"
#include "kubexx/apimachinery/meta_duration.hpp"
#include "kubexx/apimachinery/value_error.hpp"
#include "kubexx/client/load_config.hpp"

namespace kubexx::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* default_server = "http://localhost:8080";

std::string read_pem(const char* flag, const std::string& path)
{
  std::ifstream in(path, std::ios::binary);
  if (!in) throw CommandError(std::string(flag) + ": open " + path + ": no such file or directory");
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

bool has_text(const Environment& environment, const char* name)
{
  return !environment(name).value_or(std::string()).empty();
}

/// Whether any place where kubectl looks for a configuration has one.
bool any_config(const GlobalFlags& flags, const Environment& environment)
{
  if (!flags.kubeconfig.empty() || has_text(environment, "KUBERNETES_SERVICE_HOST")) return true;
  std::string list = environment("KUBECONFIG").value_or(std::string());
  if (list.empty()) list = environment("HOME").value_or(std::string()) + "/.kube/config";
  for (std::size_t begin = 0; begin <= list.size();) {
    const auto end = std::min(list.find(':', begin), list.size());
    if (end > begin && fs::exists(list.substr(begin, end - begin))) return true;
    begin = end + 1;
  }
  return false;
}

/// Unlike the library kubectl prefers ~/.kube/config to the pod that it runs in. Empty: there is none that says
/// anything.
std::string home_config(const GlobalFlags& flags, const Environment& environment)
{
  if (!flags.kubeconfig.empty() || has_text(environment, "KUBECONFIG")) return {};
  std::string path = environment("HOME").value_or(std::string()) + "/.kube/config";
  if (!fs::exists(path)) return {};
  const Kubeconfig config = read_kubeconfig(path);
  return config.at("clusters").empty() && config.at("contexts").empty() ? std::string() : path;
}

void check_names(const GlobalFlags& flags)
{
  const auto is_missing = [&](const char* list, const std::string& name) {
    return !name.empty() && find_entry(merged_kubeconfig(flags), list, name) == nullptr;
  };
  if (is_missing("contexts", flags.context)) {
    throw PlainError("Error in configuration: context was not found for specified context: " + flags.context);
  }
  if (is_missing("clusters", flags.cluster)) throw CommandError("cluster \"" + flags.cluster + "\" does not exist");
  if (is_missing("users", flags.user)) throw CommandError("auth info \"" + flags.user + "\" does not exist");
}

ClientConfig load(const GlobalFlags& flags)
{
  ConfigOptions options;
  options.context = flags.context;
  options.cluster = flags.cluster;
  options.user = flags.user;
  options.server = flags.server;
  options.environment = system_environment();
  if (!flags.kubeconfig.empty() && !fs::exists(flags.kubeconfig)) {
    throw CommandError("stat " + flags.kubeconfig + ": no such file or directory");
  }
  check_names(flags);
  if (any_config(flags, options.environment)) {
    options.path = flags.kubeconfig.empty() ? home_config(flags, options.environment) : flags.kubeconfig;
  } else {
    if (options.server.empty()) options.server = default_server;
    options.environment = [all = options.environment](std::string_view name) {  // files that do not exist are none
      return name == "KUBECONFIG" ? std::nullopt : all(name);
    };
  }
  return load_config(options);
}

/// Of two kinds of credentials the flag's is meant.
void override_credentials(const GlobalFlags& flags, ClientConfig& config)
{
  if (!flags.client_certificate.empty()) {
    config.cert_pem = read_pem("--client-certificate", flags.client_certificate);
    config.cert_file = flags.client_certificate;
    config.exec.reset();
  }
  if (!flags.client_key.empty()) {
    config.key_pem = read_pem("--client-key", flags.client_key);
    config.key_file = flags.client_key;
  }
  if (flags.token.empty() && flags.username.empty()) return;
  if (!flags.token.empty() && !flags.username.empty()) {
    throw CommandError("--token and --username cannot be used together");
  }
  config.token = flags.token;
  config.token_file.clear();
  config.username = flags.username;
  config.password = flags.username.empty() ? std::string() : flags.password;
  config.exec.reset();
}

void override_tls(const GlobalFlags& flags, ClientConfig& config)
{
  if (!flags.tls_server_name.empty()) config.tls_server_name = flags.tls_server_name;
  if (flags.insecure_skip_tls_verify) {
    if (!flags.certificate_authority.empty()) {
      throw CommandError(
          "specifying a root certificates file with the insecure flag is not allowed: remove --certificate-authority "
          "or --insecure-skip-tls-verify");
    }
    config.insecure = true;
    config.ca_pem.clear();
    config.ca_file.clear();
  }
  if (!flags.certificate_authority.empty()) {
    config.insecure = false;
    config.ca_pem = read_pem("--certificate-authority", flags.certificate_authority);
    config.ca_file = flags.certificate_authority;
  }
}

void override_impersonation(const GlobalFlags& flags, ClientConfig& config)
{
  if (!flags.as.empty()) config.impersonate.user = flags.as;
  if (!flags.as_uid.empty()) config.impersonate.uid = flags.as_uid;
  if (!flags.as_groups.empty()) config.impersonate.groups = flags.as_groups;
  if (config.impersonate.user.empty() && !config.impersonate.empty()) {
    std::string user;
    for (const auto& field : config.fields) {
      if (field.name == "user") user = field.value;
    }
    throw CommandError("requesting uid, groups or user-extra for " + user + " without impersonating a user");
  }
}

}  // namespace

void add_global_flags(CommandLine app, GlobalFlags& flags)
{
  const char* const group = "Global flags";
  const auto text = [&](const char* name, std::string& value, const char* help) {
    app.add_option(name, value, help).group(group).type_name("TEXT");
  };
  text("--kubeconfig", flags.kubeconfig, "Path to the kubeconfig file to use");
  text("--context", flags.context, "The name of the kubeconfig context to use");
  text("--cluster", flags.cluster, "The name of the kubeconfig cluster to use");
  text("--user", flags.user, "The name of the kubeconfig user to use");
  text("-n,--namespace", flags.namespace_, "The namespace of this request");
  text("-s,--server", flags.server, "The address and port of the Kubernetes API server");
  text("--tls-server-name", flags.tls_server_name, "The name that the server's certificate must have");
  text("--certificate-authority", flags.certificate_authority, "Path to a file with the certificate authority");
  app.add_flag("--insecure-skip-tls-verify", flags.insecure_skip_tls_verify,
               "Do not check the server's certificate: makes the connection insecure")
      .group(group);
  text("--client-certificate", flags.client_certificate, "Path to a client certificate file for TLS");
  text("--client-key", flags.client_key, "Path to a client key file for TLS");
  text("--token", flags.token, "Bearer token");
  text("--username", flags.username, "User name for basic authentication");
  text("--password", flags.password, "Password for basic authentication");
  text("--as", flags.as, "User to impersonate");
  app.add_option("--as-group", flags.as_groups, "Group to impersonate; may be repeated")
      .group(group)
      .type_name("TEXT")
      .repeatable();
  text("--as-uid", flags.as_uid, "UID to impersonate");
  text("--request-timeout", flags.request_timeout, "How long to wait for one request, such as 1s, 2m, 3h; 0: no limit");
  app.add_option("-v,--v", flags.verbosity, "Verbosity: at 6 and above, each request is logged to standard error")
      .group(group)
      .type_name("LEVEL");
}

std::optional<Duration> request_timeout_of(const GlobalFlags& flags)
{
  const std::string& text = flags.request_timeout;
  std::int64_t seconds = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (failed == std::errc() && end == text.data() + text.size() && seconds >= 0) {
    constexpr auto most = std::chrono::duration_cast<std::chrono::seconds>(Duration::max()).count();
    if (seconds == 0 || seconds > most) return std::nullopt;  // in 292 years
    return std::chrono::seconds(seconds);
  }
  try {
    const Duration parsed = MetaDuration::parse(text);
    if (parsed == Duration::zero()) return std::nullopt;
    if (parsed > Duration::zero()) return parsed;
  } catch (const ValueError&) {
    // As a negative one.
  }
  throw CommandError(
      "Invalid timeout value. Timeout must be a single integer in seconds, or an integer followed by "
      "a corresponding time unit (e.g. 1s | 2m | 3h)");
}

ClientConfig config_of(const GlobalFlags& flags)
{
  ClientConfig config = load(flags);
  override_tls(flags, config);
  override_credentials(flags, config);
  override_impersonation(flags, config);
  return config;
}

}  // namespace kubexx::cli
