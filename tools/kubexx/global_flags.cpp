// SPDX-License-Identifier: Apache-2.0
#include "global_flags.hpp"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "errors.hpp"
#include "kubeconfig_files.hpp"
#include "kubexx/apimachinery/meta_duration.hpp"
#include "kubexx/apimachinery/value_error.hpp"
#include "kubexx/client/config.hpp"

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

ClientConfig load(const GlobalFlags& flags)
{
  ConfigOptions options;
  options.path = flags.kubeconfig;
  options.context = flags.context;
  options.cluster = flags.cluster;
  options.user = flags.user;
  options.environment = system_environment();
  if (!flags.kubeconfig.empty() && !fs::exists(flags.kubeconfig)) {
    throw CommandError("stat " + flags.kubeconfig + ": no such file or directory");
  }
  if (!any_config(flags, options.environment)) {
    if (!flags.context.empty()) {
      throw PlainError("Error in configuration: context was not found for specified context: " + flags.context);
    }
    ClientConfig config;
    config.server = default_server;
    return config;
  }
  if (!flags.context.empty() && find_entry(merged_kubeconfig(flags), "contexts", flags.context) == nullptr) {
    throw PlainError("Error in configuration: context was not found for specified context: " + flags.context);
  }
  if (!flags.cluster.empty() && find_entry(merged_kubeconfig(flags), "clusters", flags.cluster) == nullptr) {
    throw CommandError("cluster \"" + flags.cluster + "\" does not exist");
  }
  if (!flags.user.empty() && find_entry(merged_kubeconfig(flags), "users", flags.user) == nullptr) {
    throw CommandError("auth info \"" + flags.user + "\" does not exist");
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

void override_server(const GlobalFlags& flags, ClientConfig& config)
{
  if (!flags.server.empty()) {
    config.server = flags.server;
    config.tls_server_name.clear();
  }
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
  text("--request-timeout", flags.request_timeout,
       "How long to wait for one request, such as 1s, 2m, 3h; 0: as long as it takes");
  app.add_option("-v,--v", flags.verbosity, "Verbosity: from 6 on, each request is logged to standard error")
      .group(group)
      .type_name("LEVEL");
}

std::optional<Duration> request_timeout_of(const GlobalFlags& flags)
{
  const std::string& text = flags.request_timeout;
  std::int64_t seconds = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (failed == std::errc() && end == text.data() + text.size()) {
    return seconds == 0 ? std::nullopt : std::optional<Duration>(std::chrono::seconds(seconds));
  }
  try {
    const Duration parsed = MetaDuration::parse(text);
    return parsed == Duration::zero() ? std::nullopt : std::optional(parsed);
  } catch (const ValueError&) {
    throw CommandError(
        "Invalid timeout value. Timeout must be a single integer in seconds, or an integer followed by "
        "a corresponding time unit (e.g. 1s | 2m | 3h)");
  }
}

ClientConfig config_of(const GlobalFlags& flags)
{
  ClientConfig config = load(flags);
  override_server(flags, config);
  override_credentials(flags, config);
  override_impersonation(flags, config);
  return config;
}

}  // namespace kubexx::cli
