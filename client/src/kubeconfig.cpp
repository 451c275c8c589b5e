// SPDX-License-Identifier: Apache-2.0
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "config_files.hpp"
#include "kubexx/client/config.hpp"
#include "kubexx/http/url.hpp"

namespace kubexx {

namespace {

/// A part of a kubeconfig that knows where it stands, for error texts. Values never reach them: they may be secrets.
class Place {
public:
  Place(std::string file, std::string path, const YAML::Node& node)
      : file_(std::move(file)), path_(std::move(path)), node_(node)
  {
  }

  [[nodiscard]] const std::string& file() const noexcept { return file_; }
  [[nodiscard]] std::string name() const { return path_.empty() ? file_ : file_ + ": " + path_; }
  [[noreturn]] void fail(const std::string& why) const { throw ConfigError("kubeconfig " + name() + ": " + why); }

  [[nodiscard]] bool present() const { return node_.IsDefined() && !node_.IsNull(); }

  [[nodiscard]] Place member(const std::string& key) const
  {
    // Only the const operator of a Node leaves the tree as it is.
    const YAML::Node& node = node_;
    return {file_, path_.empty() ? key : path_ + "." + key, present() && node.IsMap() ? node[key] : YAML::Node()};
  }

  [[nodiscard]] std::vector<Place> elements() const
  {
    std::vector<Place> all;
    if (!present()) return all;
    if (!node_.IsSequence()) fail("expected a list");
    for (std::size_t index = 0; index < node_.size(); ++index) {
      all.emplace_back(file_, path_ + "[" + std::to_string(index) + "]", node_[index]);
      if (!all.back().node_.IsMap()) all.back().fail("expected a mapping");
    }
    return all;
  }

  /// Empty when absent or null.
  [[nodiscard]] std::string text(const std::string& key) const
  {
    const Place place = member(key);
    if (!place.present()) return {};
    if (!place.node_.IsScalar()) place.fail("expected a text");
    return place.node_.Scalar();
  }

  [[nodiscard]] bool flag(const std::string& key) const
  {
    const Place place = member(key);
    if (!place.present()) return false;
    const std::string value = text(key);
    if (value != "true" && value != "false") place.fail("expected true or false");
    return value == "true";
  }

  void need_mapping() const
  {
    if (present() && !node_.IsMap()) fail("expected a mapping");
  }

private:
  std::string file_, path_;
  YAML::Node node_;
};

struct Kubeconfig {
  std::vector<std::string> files;
  std::string current_context;
  std::vector<Place> clusters, contexts, users;

  /// "kubeconfig a" or "kubeconfigs a, b".
  [[nodiscard]] std::string name() const
  {
    std::string all = files.size() == 1 ? "kubeconfig " : "kubeconfigs ";
    for (std::size_t index = 0; index < files.size(); ++index) all += (index == 0 ? "" : ", ") + files[index];
    return all;
  }
};

void add_file(Kubeconfig& all, const std::string& path, const std::string& content)
{
  YAML::Node root;
  try {
    root = YAML::Load(content);
  } catch (const YAML::Exception& error) {
    throw ConfigError("kubeconfig " + path + ": line " + std::to_string(error.mark.line + 1) + ", column " +
                      std::to_string(error.mark.column + 1) + ": not valid YAML: " + error.msg);
  }
  const Place top(path, "", root);
  if (!top.present()) top.fail("the file is empty");
  top.need_mapping();
  if (const std::string kind = top.text("kind"); !kind.empty() && kind != "Config") {
    top.member("kind").fail("expected Config: this is no kubeconfig");
  }
  all.files.push_back(path);
  if (all.current_context.empty()) all.current_context = top.text("current-context");
  const auto append = [&](std::vector<Place>& to, const char* list) {
    for (Place& place : top.member(list).elements()) {
      if (place.text("name").empty()) place.member("name").fail("is missing");
      to.push_back(std::move(place));
    }
  };
  append(all.clusters, "clusters");
  append(all.contexts, "contexts");
  append(all.users, "users");
}

const Place* find_named(const std::vector<Place>& places, const std::string& name)
{
  const auto found =
      std::find_if(places.begin(), places.end(), [&](const Place& place) { return place.text("name") == name; });
  return found == places.end() ? nullptr : &*found;
}

std::string names_of(const std::vector<Place>& places)
{
  std::string names;
  for (const Place& place : places) names += (names.empty() ? "" : ", ") + place.text("name");
  return names.empty() ? "none" : names;
}

/// PEM text from `<field>-data` (base64) or from the file that `<field>` names; the former wins, as in client-go.
std::string pem_of(const Place& place, const std::string& field, const char* marker)
{
  const Place inline_data = place.member(field + "-data");
  std::string pem;
  std::string where;
  if (const std::string text = place.text(field + "-data"); !text.empty()) {
    auto decoded = detail::decode_base64(text);
    if (!decoded) inline_data.fail("is not base64: encode the PEM file with `base64 -w0`");
    pem = std::move(*decoded);
    where = inline_data.name();
  } else if (const std::string path = place.text(field); !path.empty()) {
    const std::string file = detail::relative_to(place.file(), path);
    auto content = detail::read_file(file);
    if (!content) place.member(field).fail("the file " + file + " does not exist");
    pem = std::move(*content);
    where = place.member(field).name() + ": the file " + file;
  } else {
    return {};
  }
  if (pem.find("-----BEGIN ") == std::string::npos || pem.find(marker) == std::string::npos) {
    throw ConfigError("kubeconfig " + where + ": holds no PEM text with " + marker);
  }
  return pem;
}

void refuse_unsupported(const Place& place, std::initializer_list<std::pair<const char*, const char*>> fields)
{
  for (const auto& [field, instead] : fields) {
    const Place found = place.member(field);
    if (found.present()) found.fail(std::string("is not supported yet: ") + instead);
  }
}

void read_cluster(const Place& entry, ClientConfig& config)
{
  const Place cluster = entry.member("cluster");
  cluster.need_mapping();
  refuse_unsupported(cluster, {{"proxy-url", "connect without a proxy, or through a tunnel on this machine"}});
  config.server = cluster.text("server");
  if (config.server.empty()) cluster.member("server").fail("is missing");
  try {
    (void)parse_server_url(config.server);
  } catch (const std::invalid_argument& error) {
    cluster.member("server").fail(error.what());
  }
  config.insecure = cluster.flag("insecure-skip-tls-verify");
  config.tls_server_name = cluster.text("tls-server-name");
  config.ca_pem = pem_of(cluster, "certificate-authority", "CERTIFICATE-----");
  if (config.insecure && !config.ca_pem.empty()) {
    cluster.member("insecure-skip-tls-verify").fail("cannot be true together with a certificate authority: remove one");
  }
}

void read_user(const Place& entry, ClientConfig& config)
{
  const Place user = entry.member("user");
  user.need_mapping();
  refuse_unsupported(user, {{"exec", "use a token, a tokenFile or a client certificate"},
                            {"auth-provider", "use a token, a tokenFile or a client certificate"},
                            {"as", "impersonation; use credentials of that user"},
                            {"as-uid", "impersonation; use credentials of that user"},
                            {"as-groups", "impersonation; use credentials of that user"},
                            {"as-user-extra", "impersonation; use credentials of that user"}});
  if (const std::string token = user.text("token"); !token.empty()) {
    config.token = detail::clean_token(token, "kubeconfig " + user.member("token").name());
  }
  if (const std::string file = user.text("tokenFile"); !file.empty()) {
    config.token_file = detail::relative_to(user.file(), file);
    if (config.token.empty() && !detail::file_exists(config.token_file)) {
      user.member("tokenFile").fail("the file " + config.token_file + " does not exist");
    }
  }
  config.username = user.text("username");
  config.password = user.text("password");
  if (!config.username.empty() && (!config.token.empty() || !config.token_file.empty())) {
    user.fail("has both a token and a username: keep one of them");
  }
  config.cert_pem = pem_of(user, "client-certificate", "CERTIFICATE-----");
  config.key_pem = pem_of(user, "client-key", "PRIVATE KEY-----");
  if (config.key_pem.find("ENCRYPTED") != std::string::npos) {
    user.member("client-key").fail("the key is encrypted: decrypt it first (openssl pkey)");
  }
  if (config.cert_pem.empty() != config.key_pem.empty()) {
    user.fail(config.key_pem.empty() ? "has a client certificate but no client-key"
                                     : "has a client-key but no client-certificate");
  }
}

ClientConfig choose(const Kubeconfig& all, const std::string& wanted)
{
  const std::string context_name = wanted.empty() ? all.current_context : wanted;
  if (context_name.empty()) {
    throw ConfigError(all.name() + ": current-context is not set: choose a context of " + names_of(all.contexts));
  }
  const Place* entry = find_named(all.contexts, context_name);
  if (entry == nullptr) {
    throw ConfigError(all.name() + ": " + (wanted.empty() ? "current-context: there is no" : "there is no") +
                      " context \"" + context_name + "\": it has " + names_of(all.contexts));
  }
  const Place context = entry->member("context");
  context.need_mapping();
  ClientConfig config;
  config.source = all.name() + ", context " + context_name;
  config.namespace_ = context.text("namespace");

  const std::string cluster_name = context.text("cluster");
  if (cluster_name.empty()) context.member("cluster").fail("is missing");
  const Place* cluster = find_named(all.clusters, cluster_name);
  if (cluster == nullptr) {
    context.member("cluster").fail("there is no cluster \"" + cluster_name + "\": there is " + names_of(all.clusters));
  }
  read_cluster(*cluster, config);

  if (const std::string user_name = context.text("user"); !user_name.empty()) {
    const Place* user = find_named(all.users, user_name);
    if (user == nullptr) {
      context.member("user").fail("there is no user \"" + user_name + "\": there is " + names_of(all.users));
    }
    read_user(*user, config);
  }
  return config;
}

}  // namespace

ClientConfig load_kubeconfig(const std::string& path, const std::string& context)
{
  const auto content = detail::read_file(path);
  if (!content) throw ConfigError("kubeconfig " + path + ": the file does not exist");
  return detail::parse_kubeconfig(path, *content, context);
}

ClientConfig detail::parse_kubeconfig(const std::string& path, const std::string& content, const std::string& context)
{
  Kubeconfig all;
  add_file(all, path, content);
  return choose(all, context);
}

ClientConfig load_kubeconfigs(const std::vector<std::string>& paths, const std::string& context)
{
  Kubeconfig all;
  std::string missing;
  for (const std::string& path : paths) {
    if (std::find(all.files.begin(), all.files.end(), path) != all.files.end()) continue;
    if (const auto content = detail::read_file(path)) {
      add_file(all, path, *content);
    } else {
      missing += (missing.empty() ? "" : ", ") + path;
    }
  }
  if (all.files.empty()) throw ConfigError("KUBECONFIG: none of its files exists: " + missing);
  return choose(all, context);
}

}  // namespace kubexx
