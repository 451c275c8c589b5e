// SPDX-License-Identifier: Apache-2.0
// kubeconfigs as a whole: reading, merging, choosing the context. Its entries: kubeconfig_entries.cpp.
#include "config/kubeconfig.hpp"

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "config/config_files.hpp"
#include "kubexx/client/load_config.hpp"

namespace kubexx {

using detail::YamlPlace;

namespace {

/// The named entries of one list, of every file.
struct Entries {
  const char* list;  // "clusters"
  std::vector<std::pair<std::string, YamlPlace>> all;
  std::vector<std::string> hidden;  // texts about entries that an earlier file hides

  [[nodiscard]] const YamlPlace* find(const std::string& name) const
  {
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& entry) { return entry.first == name; });
    return found == all.end() ? nullptr : &found->second;
  }

  [[nodiscard]] std::string names() const
  {
    std::string text;
    for (const auto& [name, place] : all) text += (text.empty() ? "" : ", ") + name;
    return text.empty() ? "none" : text;
  }

  void add(const YamlPlace& top)
  {
    for (YamlPlace& place : top.member(list).elements()) {
      std::string name = place.text("name");
      if (const YamlPlace* first = find(name)) {
        hidden.push_back(place.name() + " (\"" + name + "\") is ignored: " + first->name() + " has the same name");
        continue;
      }
      all.emplace_back(std::move(name), std::move(place));
    }
  }
};

struct Kubeconfig {
  std::deque<nlohmann::json> documents;  // what the entries point into
  std::vector<std::string> files;
  std::string current_context;
  std::string current_context_origin;
  Entries clusters{"clusters", {}, {}};
  Entries contexts{"contexts", {}, {}};
  Entries users{"users", {}, {}};

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
  all.documents.push_back(parse_kubeconfig_document(path, content));
  const YamlPlace top(path, all.documents.back());  // an empty file is an empty configuration
  all.files.push_back(path);
  if (const std::string context = top.text("current-context"); all.current_context.empty() && !context.empty()) {
    all.current_context = context;
    all.current_context_origin = top.member("current-context").name();
  }
  for (Entries* entries : {&all.clusters, &all.contexts, &all.users}) entries->add(top);
}

const YamlPlace& find_referred(const YamlPlace& context, const char* field, const std::string& name,
                               const Entries& entries)
{
  const YamlPlace* found = entries.find(name);
  if (found != nullptr) return *found;
  if (name.empty()) context.member(field).fail("is missing");
  context.member(field).fail(std::string("there is no ") + field + " \"" + name + "\" (available: " + entries.names() +
                             ")");
}

ClientConfig choose(const Kubeconfig& all, const detail::KubeconfigChoice& choice)
{
  const std::string& wanted = choice.context;
  const std::string context_name = wanted.empty() ? all.current_context : wanted;
  if (context_name.empty() && !choice.server.empty() && choice.cluster.empty() && choice.user.empty()) {
    ClientConfig config;  // the server is all that is known, as without a file
    config.source = all.name();
    detail::use_server(config, choice.server);
    return config;
  }
  if (context_name.empty()) {
    throw ConfigError(all.name() + ": current-context is not set (available: " + all.contexts.names() + ")");
  }
  const YamlPlace* entry = all.contexts.find(context_name);
  if (entry == nullptr) {
    throw ConfigError(
        (wanted.empty() ? "kubeconfig " + all.current_context_origin + ": there is no" : all.name() + ": there is no") +
        " context \"" + context_name + "\" (available: " + all.contexts.names() + ")");
  }
  const YamlPlace context = entry->member("context");
  ClientConfig config;
  config.source = all.name() + ", context " + context_name;
  config.fields.push_back(
      {"context", context_name, wanted.empty() ? all.current_context_origin : std::string("asked for")});
  config.namespace_ = context.text("namespace");
  const std::string cluster_name = choice.cluster.empty() ? context.text("cluster") : choice.cluster;
  const std::string user_name = choice.user.empty() ? context.text("user") : choice.user;
  if (!config.namespace_.empty())
    detail::record_field(config, context.member("namespace"), "namespace", config.namespace_);
  const auto note_reference = [&](const char* field, const std::string& name, bool asked_for) {
    config.fields.push_back({field, name, asked_for ? std::string("asked for") : context.member(field).name()});
  };
  note_reference("cluster", cluster_name, !choice.cluster.empty());
  if (!user_name.empty()) note_reference("user", user_name, !choice.user.empty());

  const YamlPlace& cluster = find_referred(context, "cluster", cluster_name, all.clusters);
  detail::read_cluster(cluster, cluster_name, choice.server, config);
  if (!user_name.empty() || all.users.find("") != nullptr) {
    detail::read_user(find_referred(context, "user", user_name, all.users), user_name, cluster, config);
  }
  for (const Entries* entries : {&all.clusters, &all.contexts, &all.users}) {
    config.fields.reserve(config.fields.size() + entries->hidden.size());
    for (const std::string& text : entries->hidden) config.fields.push_back({"hidden", "", text});
  }
  return config;
}

}  // namespace

void detail::record_field(ClientConfig& config, const YamlPlace& place, const std::string& name,
                          const std::string& value)
{
  config.fields.push_back({name, value, place.name()});
}

ClientConfig load_kubeconfig(const std::string& path, const std::string& context)
{
  return detail::load_file(path, {.context = context});
}

ClientConfig load_kubeconfigs(const std::vector<std::string>& paths, const std::string& context)
{
  return detail::load_files(paths, {.context = context});
}

ClientConfig detail::load_file(const std::string& path, const KubeconfigChoice& choice)
{
  const auto content = detail::read_file(path);
  if (!content) throw ConfigError("kubeconfig " + path + ": the file does not exist");
  Kubeconfig all;
  add_file(all, path, *content);
  return choose(all, choice);
}

ClientConfig detail::parse_kubeconfig(const std::string& path, const std::string& content, const std::string& context)
{
  Kubeconfig all;
  add_file(all, path, content);
  return choose(all, {.context = context});
}

ClientConfig detail::load_files(const std::vector<std::string>& paths, const KubeconfigChoice& choice)
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
  if (all.files.empty()) throw ConfigError("KUBECONFIG: none of its files exist: " + missing);
  ClientConfig config = choose(all, choice);
  if (!missing.empty())
    config.fields.push_back({"missing", "", "KUBECONFIG names files that do not exist: " + missing});
  return config;
}

}  // namespace kubexx
