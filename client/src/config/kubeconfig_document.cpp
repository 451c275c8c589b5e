// SPDX-License-Identifier: Apache-2.0
#include "config/kubeconfig_document.hpp"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "config/config_files.hpp"
#include "kubexx/apimachinery/yaml.hpp"
#include "kubexx/base/base64.hpp"
#include "kubexx/client/load_config.hpp"

namespace kubexx {
namespace detail {
namespace {

void check_texts(const YamlPlace& place, std::initializer_list<const char*> fields)
{
  for (const char* const field : fields) (void)place.text(field);
}

void check_flags(const YamlPlace& place, std::initializer_list<const char*> fields)
{
  for (const char* const field : fields) (void)place.flag(field);
}

void check_data(const YamlPlace& place, std::initializer_list<const char*> fields)
{
  for (const char* const field : fields) {
    if (!decode_base64(place.text(field))) {
      place.member(field).fail("is not base64: encode the PEM file with `base64 -w0`");
    }
  }
}

void check_extensions(const YamlPlace& place)
{
  for (const YamlPlace& extension : place.member("extensions").elements()) (void)extension.text("name");
}

void check_cluster(const YamlPlace& cluster)
{
  check_texts(cluster, {"server", "tls-server-name", "certificate-authority", "proxy-url"});
  check_data(cluster, {"certificate-authority-data"});
  check_flags(cluster, {"insecure-skip-tls-verify", "disable-compression"});
  check_extensions(cluster);
}

void check_exec(const YamlPlace& exec)
{
  exec.need_mapping();
  check_texts(exec, {"command", "apiVersion", "installHint", "interactiveMode"});
  (void)exec.texts("args");
  for (const YamlPlace& variable : exec.member("env").elements()) check_texts(variable, {"name", "value"});
  check_flags(exec, {"provideClusterInfo"});
}

void check_user(const YamlPlace& user)
{
  check_texts(user, {"client-certificate", "client-key", "token", "tokenFile", "as", "as-uid", "username", "password"});
  check_data(user, {"client-certificate-data", "client-key-data"});
  (void)user.texts("as-groups");
  (void)user.member("as-user-extra").text_lists();
  const YamlPlace provider = user.member("auth-provider");
  provider.need_mapping();
  (void)provider.text("name");
  (void)provider.member("config").text_members();
  check_exec(user.member("exec"));
  check_extensions(user);
}

void check_context(const YamlPlace& context)
{
  check_texts(context, {"cluster", "user", "namespace"});
  check_extensions(context);
}

void check_entries(const YamlPlace& document, const char* list, const char* kind, void (*check)(const YamlPlace&))
{
  std::vector<std::string> names;
  for (const YamlPlace& entry : document.member(list).elements()) {
    std::string name = entry.text("name");
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      entry.member("name").fail("the name \"" + name + "\" is used twice: rename or remove one");
    }
    names.push_back(std::move(name));
    entry.member(kind).need_mapping();
    check(entry.member(kind));
  }
}

}  // namespace

void check_kubeconfig_document(const YamlPlace& document)
{
  if (!document.present()) return;
  document.need_mapping();
  if (const std::string kind = document.text("kind"); !kind.empty() && kind != "Config") {
    document.member("kind").fail("expected Config: this is not a kubeconfig");
  }
  if (const std::string version = document.text("apiVersion"); !version.empty() && version != "v1") {
    document.member("apiVersion").fail("expected v1: this is not a kubeconfig");
  }
  (void)document.text("current-context");
  const YamlPlace preferences = document.member("preferences");
  preferences.need_mapping();
  check_flags(preferences, {"colors"});
  check_extensions(preferences);
  check_entries(document, "clusters", "cluster", check_cluster);
  check_entries(document, "users", "user", check_user);
  check_entries(document, "contexts", "context", check_context);
  check_extensions(document);
}

}  // namespace detail

nlohmann::json parse_kubeconfig_document(const std::string& path, const std::string& content)
{
  nlohmann::json document;
  try {
    auto documents = parse_yaml(content);
    if (!documents.empty()) document = std::move(documents.front());
  } catch (const std::runtime_error& error) {
    throw ConfigError("kubeconfig " + path + ": not valid YAML: " + error.what());
  }
  detail::check_kubeconfig_document({path, document});
  return document;
}

}  // namespace kubexx
