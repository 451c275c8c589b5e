// SPDX-License-Identifier: Apache-2.0
// What stands in a cluster and in a user of a kubeconfig, and what kubectl refuses of it.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "config/config_files.hpp"
#include "config/kubeconfig.hpp"
#include "credentials/exec_protocol.hpp"
#include "kubexx/base/base64.hpp"
#include "kubexx/http/proxy.hpp"
#include "kubexx/http/url.hpp"

namespace kubexx::detail {

namespace {

constexpr const char* exec_extension = "client.authentication.k8s.io/exec";

struct Pem {
  std::string text;
  std::string file;   // empty: inline
  std::string shown;  // for ClientConfig::fields
  std::string where;  // for errors
};

/// Whether `path` is the content of a file, in the place of its name.
bool is_content(std::string_view path)
{
  constexpr std::string_view pem_in_base64 = "LS0tLS1CRUdJTi";
  return path.find('\n') != std::string_view::npos || path.find("-----BEGIN") != std::string_view::npos ||
         path.starts_with(pem_in_base64);
}

/// Whether the name of a token's file is more likely the token.
bool may_be_token(std::string_view path)
{
  constexpr std::size_t shortest_token = 16;
  return path.starts_with("eyJ") || (path.size() >= shortest_token && path.find('/') == std::string_view::npos);
}

/// PEM text from `<field>-data` (base64) or from the file that `<field>` names.
Pem pem_of(const YamlPlace& place, const std::string& field, const char* marker)
{
  const YamlPlace inline_data = place.member(field + "-data");
  const std::string encoded = place.text(field + "-data");
  const std::string path = place.text(field);
  if (!encoded.empty() && !path.empty()) {
    place.member(field).fail("is set together with " + field + "-data: remove one of them");
  }
  if (is_content(path)) {
    place.member(field).fail("contains PEM text instead of a file path: move it, encoded in base64, to " + field +
                             "-data");
  }
  Pem pem;
  if (!encoded.empty()) {
    auto decoded = decode_base64(encoded);
    if (!decoded) inline_data.fail("is not base64: encode the PEM file with `base64 -w0`");
    pem = {std::move(*decoded), "", omitted, inline_data.name()};
  } else if (!path.empty()) {
    pem.file = relative_to(place.file(), path);
    std::optional<std::string> content;
    try {
      content = read_file(pem.file);
    } catch (const ConfigError& error) {
      place.member(field).fail(error.what());
    }
    if (!content) place.member(field).fail("the file " + pem.file + " does not exist");
    pem.text = std::move(*content);
    pem.shown = pem.file;
    pem.where = place.member(field).name() + ": the file " + pem.file;
  } else {
    return pem;
  }
  if (pem.text.find("-----BEGIN ") == std::string::npos || pem.text.find(marker) == std::string::npos) {
    throw ConfigError("kubeconfig " + pem.where + ": contains no PEM text with " + marker);
  }
  return pem;
}

void read_server(const YamlPlace& cluster, ClientConfig& config)
{
  std::string server = cluster.text("server");
  const YamlPlace place = cluster.member("server");
  if (server.empty()) place.fail("is missing");
  const auto scheme_end = server.find("://");
  const bool has_scheme = scheme_end != std::string::npos && server.find_first_of("/?#") > scheme_end;
  const auto host = has_scheme ? scheme_end + 3 : 0;
  const auto host_end = std::min(server.find_first_of("/?#", host), server.size());
  const std::string authority = server.substr(host, host_end - host);
  // Before an @ a password may hide: nothing of such a URL is shown, and where the host begins must be beyond doubt.
  const auto last_at = server.rfind('@');
  const bool may_hold_secret = last_at != std::string::npos;
  if (may_hold_secret && last_at >= host_end && authority.find_first_of(":@") != std::string::npos) {
    place.fail("has an @ after its host: percent-encode the special characters of the password");
  }
  // What Go's URL allows and no API server needs.
  if (const auto end = server.find_first_of("?#"); end != std::string::npos) {
    server.resize(end);
    config.warnings.push_back("kubeconfig " + place.name() + ": its query is ignored: remove it");
  }
  if (const auto at = authority.rfind('@'); at != std::string::npos) {
    const std::string user_info = authority.substr(0, at);
    server.erase(host, at + 1);
    const auto colon = user_info.find(':');
    try {
      config.username = percent_decode(user_info.substr(0, colon));
      if (colon != std::string::npos) config.password = percent_decode(user_info.substr(colon + 1));
    } catch (const std::invalid_argument&) {
      place.fail("its user or password has an invalid percent escape");
    }
    config.warnings.push_back("kubeconfig " + place.name() +
                              ": contains a user name: move it to the username and password of the user");
  }
  try {
    (void)parse_server_url(server);
  } catch (const std::invalid_argument& error) {
    place.fail(may_hold_secret ? "is not a URL; write it as https://host:port" : error.what());
  }
  config.server = std::move(server);
  record_field(config, place, "server", config.server);
}

ExecInteraction interaction_of(const YamlPlace& exec, const ExecConfig& config)
{
  const std::string mode = exec.text("interactiveMode");
  if (mode == "Never") return ExecInteraction::never;
  if (mode == "IfAvailable") return ExecInteraction::if_available;
  if (mode == "Always") return ExecInteraction::always;
  if (!mode.empty()) exec.member("interactiveMode").fail("expected Never, IfAvailable or Always");
  if (config.api_version != "client.authentication.k8s.io/v1beta1") {
    exec.member("interactiveMode").fail("is missing: set it to Never, IfAvailable or Always");
  }
  return ExecInteraction::if_available;
}

ExecConfig read_exec(const YamlPlace& exec, const YamlPlace& cluster)
{
  exec.need_mapping();
  ExecConfig config;
  config.place = "kubeconfig " + exec.name();
  config.command = exec.text("command");
  if (config.command.empty()) exec.member("command").fail("is missing: set it to the credential plugin");
  // A bare name is looked for in PATH.
  if (config.command.find('/') != std::string::npos) config.command = relative_to(exec.file(), config.command);
  config.api_version = exec.text("apiVersion");
  constexpr std::string_view supported = "client.authentication.k8s.io/v1 or client.authentication.k8s.io/v1beta1";
  if (config.api_version != "client.authentication.k8s.io/v1" &&
      config.api_version != "client.authentication.k8s.io/v1beta1") {
    exec.member("apiVersion")
        .fail((config.api_version.empty() ? "is missing: set it to " : "is not supported: set it to ") +
              std::string(supported) + ", whichever the plugin supports");
  }
  config.interaction = interaction_of(exec, config);
  config.args = exec.texts("args");
  for (const YamlPlace& variable : exec.member("env").elements()) {
    std::string name = variable.text("name");
    if (name.empty()) variable.member("name").fail("is missing");
    config.env.emplace_back(std::move(name), variable.text("value"));
  }
  config.install_hint = exec.text("installHint");
  config.provide_cluster_info = exec.flag("provideClusterInfo");
  for (const YamlPlace& extension : cluster.member("extensions").elements()) {
    if (extension.text("name") != exec_extension || !extension.member("extension").present()) continue;
    config.cluster_config_json =
        extension.member("extension").json().dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }
  return config;
}

/// oidc is the one provider that Kubernetes' clients still have. Its token is used as it is: who renews it is a plugin.
/// Like theirs, it counts only where there is no other token or password.
void read_auth_provider(const YamlPlace& user, ClientConfig& config)
{
  const YamlPlace place = user.member("auth-provider");
  if (!place.present()) return;
  const std::string name = place.text("name");
  if (name != "oidc") {
    const std::string plugin = name == "gcp"     ? "gke-gcloud-auth-plugin"
                               : name == "azure" ? "kubelogin (https://github.com/Azure/kubelogin)"
                                                 : "the provider's credential plugin";
    place.fail("auth providers other than oidc are no longer part of Kubernetes clients: use " + plugin +
               " with `exec`");
  }
  const YamlPlace settings = place.member("config");
  for (const char* const needed : {"idp-issuer-url", "client-id"}) {
    if (settings.text(needed).empty()) settings.member(needed).fail("is missing");
  }
  if (!config.token.empty() || !config.token_file.empty() || !config.username.empty()) return;
  constexpr const char* plugin = "a plugin such as kubelogin (https://github.com/int128/kubelogin) with `exec`";
  const std::string token = settings.text("id-token");
  if (token.empty()) {
    settings.member("id-token")
        .fail(std::string("is missing, and kubexx does not request one from the issuer: use ") + plugin);
  }
  config.token = clean_token(token, "kubeconfig " + settings.member("id-token").name());
  record_field(config, settings.member("id-token"), "token", redacted);
  config.warnings.push_back("kubeconfig " + place.name() + ": the id-token is not renewed when it expires: use " +
                            plugin);
}

void read_token(const YamlPlace& user, ClientConfig& config)
{
  if (const std::string token = user.text("token"); !token.empty()) {
    if (token.find_first_of("\r\n") != std::string::npos) {
      user.member("token").fail("contains a line break, which a header cannot carry: write it on one line");
    }
    config.token = clean_token(token, "kubeconfig " + user.member("token").name());
    record_field(config, user.member("token"), "token", redacted);
  }
  if (const std::string file = user.text("tokenFile"); !file.empty()) {
    config.token_file = relative_to(user.file(), file);
    if (may_be_token(file) && !file_exists(config.token_file)) {
      user.member("tokenFile").fail("the file does not exist (not shown: it may be a token, which belongs to `token`)");
    }
    if (config.token.empty() && !file_exists(config.token_file)) {
      user.member("tokenFile").fail("the file " + config.token_file + " does not exist");
    }
    record_field(config, user.member("tokenFile"), "tokenFile", config.token_file);
  }
}

void read_basic(const YamlPlace& user, ClientConfig& config)
{
  const bool has_token = !config.token.empty() || !config.token_file.empty();
  const std::string username = user.text("username");
  const std::string password = user.text("password");
  if (username.empty() && password.empty()) {
    // What the server's URL says counts least.
    if (has_token) config.username = config.password = "";
    return;
  }
  if (username.empty()) user.member("username").fail("is missing, but there is a password");
  if (has_token) user.fail("has both a token and a username: keep one of them");
  config.username = username;
  config.password = password;
  record_field(config, user.member("username"), "username", username);
  if (!password.empty()) record_field(config, user.member("password"), "password", redacted);
}

void read_certificate(const YamlPlace& user, ClientConfig& config)
{
  Pem cert = pem_of(user, "client-certificate", "CERTIFICATE-----");
  const YamlPlace key_place = user.member("client-key");
  if (cert.text.empty()) {
    if (key_place.present() || user.member("client-key-data").present()) {
      config.warnings.push_back("kubeconfig " + user.name() +
                                ": the client-key is ignored without a client-certificate");
    }
    return;
  }
  Pem key = pem_of(user, "client-key", "PRIVATE KEY-----");
  if (key.text.find("ENCRYPTED") != std::string::npos) {
    throw ConfigError("kubeconfig " + key.where + ": the key is encrypted: decrypt it first (openssl pkey)");
  }
  if (key.text.empty()) user.fail("has a client certificate but no client-key");
  record_field(config, user.member(cert.file.empty() ? "client-certificate-data" : "client-certificate"),
               "client-certificate", cert.shown);
  record_field(config, user.member(key.file.empty() ? "client-key-data" : "client-key"), "client-key",
               key.file.empty() ? redacted : key.shown);
  config.cert_pem = std::move(cert.text);
  config.cert_file = std::move(cert.file);
  config.key_pem = std::move(key.text);
  config.key_file = std::move(key.file);
}

void read_impersonation(const YamlPlace& user, Impersonation& as, ClientConfig& config)
{
  as.user = user.text("as");
  as.uid = user.text("as-uid");
  as.groups = user.texts("as-groups");
  as.extra = user.member("as-user-extra").text_lists();
  if (as.user.empty() && !as.empty()) {
    user.member("as").fail("is missing: as-uid, as-groups and as-user-extra need a user to impersonate");
  }
  if (as.user.empty()) return;
  record_field(config, user.member("as"), "as", as.user);
  if (!as.uid.empty()) record_field(config, user.member("as-uid"), "as-uid", as.uid);
  for (const std::string& group : as.groups) record_field(config, user.member("as-groups"), "as-groups", group);
  for (const auto& [key, values] : as.extra) {
    record_field(config, user.member("as-user-extra"), "as-user-extra",
                 key + " (" + std::to_string(values.size()) + " values)");
  }
}

}  // namespace

void use_server(ClientConfig& config, const std::string& server)
{
  try {
    const std::string shown = parse_server_url(server).str();
    std::erase_if(config.fields, [](const ConfigField& field) { return field.name == "server"; });
    config.fields.push_back({"server", shown, "asked for"});
  } catch (const std::invalid_argument& error) {
    throw ConfigError(error.what());
  }
  config.server = server;
}

void read_cluster(const YamlPlace& entry, const std::string& name, const std::string& server, ClientConfig& config)
{
  const YamlPlace cluster = entry.member("cluster");
  cluster.need_mapping();
  if (!cluster.present()) entry.member("cluster").fail("is missing: the cluster \"" + name + "\" has no server");
  server.empty() ? read_server(cluster, config) : use_server(config, server);
  if (const std::string proxy = cluster.text("proxy-url"); !proxy.empty()) {
    try {
      const ProxyConfig parsed = parse_proxy_url(proxy);
      if (proxy.starts_with("socks5h"))
        throw std::invalid_argument("the proxy's URL must begin with http, https or socks5");
      record_field(config, cluster.member("proxy-url"), "proxy-url", parsed.str());
    } catch (const std::invalid_argument& error) {
      cluster.member("proxy-url").fail(error.what());
    }
    config.proxy_url = proxy;
  }
  config.insecure = cluster.flag("insecure-skip-tls-verify");
  if (config.insecure)
    record_field(config, cluster.member("insecure-skip-tls-verify"), "insecure-skip-tls-verify", "true");
  if (server.empty()) config.tls_server_name = cluster.text("tls-server-name");
  if (!config.tls_server_name.empty()) {
    record_field(config, cluster.member("tls-server-name"), "tls-server-name", config.tls_server_name);
  }
  config.disable_compression = cluster.flag("disable-compression");
  if (config.disable_compression)
    record_field(config, cluster.member("disable-compression"), "disable-compression", "true");
  Pem ca = pem_of(cluster, "certificate-authority", "CERTIFICATE-----");
  if (ca.text.empty()) return;
  if (config.insecure) {
    cluster.member("insecure-skip-tls-verify").fail("cannot be true together with a certificate authority: remove one");
  }
  record_field(config, cluster.member(ca.file.empty() ? "certificate-authority-data" : "certificate-authority"),
               "certificate-authority", ca.shown);
  config.ca_pem = std::move(ca.text);
  config.ca_file = std::move(ca.file);
}

void read_user(const YamlPlace& user_entry, const std::string& name, const YamlPlace& cluster_entry,
               ClientConfig& config)
{
  const YamlPlace user = user_entry.member("user");
  user.need_mapping();
  read_impersonation(user, config.impersonate, config);
  const YamlPlace exec = user.member("exec");
  if (exec.present() && user.member("auth-provider").present()) {
    exec.fail("cannot be combined with auth-provider: remove one of them");
  }
  std::optional<ExecConfig> plugin;
  if (exec.present()) plugin = read_exec(exec, cluster_entry.member("cluster"));
  ClientConfig credentials;
  credentials.username = config.username;
  credentials.password = config.password;
  read_token(user, credentials);
  read_basic(user, credentials);
  read_certificate(user, credentials);
  if (!parse_server_url(config.server).tls()) {
    const bool any = plugin || !credentials.fields.empty() || !credentials.username.empty();
    if (any || user.member("auth-provider").present()) {
      config.warnings.push_back("the credentials of user \"" + name + "\" are ignored: " + config.server +
                                " is not https, and credentials are never sent in the clear");
    }
    config.username = config.password = "";
    return;
  }
  read_auth_provider(user, credentials);
  config.token = std::move(credentials.token);
  config.token_file = std::move(credentials.token_file);
  config.username = std::move(credentials.username);
  config.password = std::move(credentials.password);
  config.cert_pem = std::move(credentials.cert_pem);
  config.cert_file = std::move(credentials.cert_file);
  config.key_pem = std::move(credentials.key_pem);
  config.key_file = std::move(credentials.key_file);
  config.fields.insert(config.fields.end(), credentials.fields.begin(), credentials.fields.end());
  config.warnings.insert(config.warnings.end(), credentials.warnings.begin(), credentials.warnings.end());
  if (!plugin) return;
  const bool has_other =
      !config.token.empty() || !config.token_file.empty() || !config.username.empty() || !config.cert_pem.empty();
  if (has_other) {
    config.warnings.push_back("kubeconfig " + exec.name() + ": is ignored because the user has other credentials");
    return;
  }
  record_field(config, exec.member("command"), "exec", shown_command(plugin->command));
  config.exec = std::move(plugin);
}

}  // namespace kubexx::detail
