// SPDX-License-Identifier: Apache-2.0
#include "kubeconfig_files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

#include "errors.hpp"
#include "kubexx/client/config.hpp"
#include "print_yaml.hpp"

namespace kubexx::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct Field {
  const char* name;
  bool always = false;  // written even when it is empty
};

constexpr std::array<Field, 8> cluster_fields{{{"server", true},
                                               {"tls-server-name"},
                                               {"insecure-skip-tls-verify"},
                                               {"certificate-authority"},
                                               {"certificate-authority-data"},
                                               {"proxy-url"},
                                               {"disable-compression"},
                                               {"extensions"}}};
constexpr std::array<Field, 4> context_fields{{{"cluster", true}, {"user", true}, {"namespace"}, {"extensions"}}};
constexpr std::array<Field, 15> user_fields{{{"client-certificate"},
                                             {"client-certificate-data"},
                                             {"client-key"},
                                             {"client-key-data"},
                                             {"token"},
                                             {"tokenFile"},
                                             {"as"},
                                             {"as-uid"},
                                             {"as-groups"},
                                             {"as-user-extra"},
                                             {"username"},
                                             {"password"},
                                             {"auth-provider"},
                                             {"exec"},
                                             {"extensions"}}};
constexpr std::array<Field, 2> preference_fields{{{"colors"}, {"extensions"}}};
constexpr std::array<const char*, 7> exec_fields{
    "command", "args", "env", "apiVersion", "installHint", "provideClusterInfo", "interactiveMode"};

bool is_empty(const json& value)
{
  if (value.is_null()) return true;
  if (value.is_boolean()) return !value.get<bool>();
  if (value.is_string()) return value.get_ref<const std::string&>().empty();
  return (value.is_object() || value.is_array()) && value.empty();
}

json member_of(const json& object, const char* name)
{
  if (!object.is_object()) return nullptr;
  const auto found = object.find(name);
  return found == object.end() ? json() : *found;
}

Kubeconfig exec_of(const json& exec)
{
  Kubeconfig shown = Kubeconfig::object();
  for (const char* const name : exec_fields) {
    const json value = member_of(exec, name);
    const std::string_view field = name;
    if (field == "args" || field == "env" || field == "command") {
      shown[name] = field == "command" && value.is_null() ? Kubeconfig("") : Kubeconfig(value);
    } else if (field == "provideClusterInfo") {
      shown[name] = value.is_boolean() && value.get<bool>();
    } else if (!is_empty(value)) {
      shown[name] = value;
    } else if (field == "interactiveMode" && member_of(exec, "apiVersion") != "client.authentication.k8s.io/v1") {
      shown[name] = "IfAvailable";
    }
  }
  return shown;
}

Kubeconfig auth_provider_of(const json& provider)
{
  const json name = member_of(provider, "name");
  return {{"name", name.is_null() ? Kubeconfig("") : Kubeconfig(name)}, {"config", member_of(provider, "config")}};
}

template <std::size_t N>
Kubeconfig shown_entry(const json& value, const std::array<Field, N>& fields)
{
  Kubeconfig shown = Kubeconfig::object();
  for (const Field& field : fields) {
    const json member = member_of(value, field.name);
    const std::string_view name = field.name;
    const bool is_pointer = name == "exec" || name == "auth-provider";
    if (is_pointer ? member.is_null() : is_empty(member) && !field.always) continue;
    if (is_pointer) {
      shown[field.name] = name == "exec" ? exec_of(member) : auth_provider_of(member);
    } else {
      shown[field.name] = member.is_null() ? Kubeconfig("") : Kubeconfig(member);
    }
  }
  return shown;
}

template <std::size_t N>
void add_entries(const json& document, const char* list, const char* kind, const std::array<Field, N>& fields,
                 Kubeconfig& to)
{
  const json entries = member_of(document, list);
  if (!entries.is_array()) return;
  for (const auto& entry : entries) {
    const json name = member_of(entry, "name");
    const std::string text = name.is_string() ? name.get<std::string>() : std::string();
    if (find_entry(to, list, text) != nullptr) continue;
    if (!to[list].is_array()) to[list] = Kubeconfig::array();
    to[list].push_back({{"name", text}, {kind, shown_entry(member_of(entry, kind), fields)}});
  }
}

Kubeconfig empty_kubeconfig()
{
  return {{"kind", "Config"},     {"apiVersion", "v1"}, {"preferences", Kubeconfig::object()},
          {"clusters", nullptr},  {"users", nullptr},   {"contexts", nullptr},
          {"current-context", ""}};
}

/// What the file says; nullopt when there is none.
std::optional<json> document_of(const std::string& path)
{
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  return parse_kubeconfig_document(path, text);
}

void add_file(const json& document, Kubeconfig& to)
{
  add_entries(document, "clusters", "cluster", cluster_fields, to);
  add_entries(document, "users", "user", user_fields, to);
  add_entries(document, "contexts", "context", context_fields, to);
  if (const json current = member_of(document, "current-context"); current.is_string() && to["current-context"] == "") {
    to["current-context"] = current;
  }
  if (const json preferences = member_of(document, "preferences");
      preferences.is_object() && to["preferences"].empty()) {
    to["preferences"] = shown_entry(preferences, preference_fields);
  }
  if (const json extensions = member_of(document, "extensions"); !is_empty(extensions) && !to.contains("extensions")) {
    to["extensions"] = extensions;
  }
}

void sort_entries(Kubeconfig& config)
{
  for (const char* const list : {"clusters", "users", "contexts"}) {
    if (!config[list].is_array()) continue;
    std::sort(config[list].begin(), config[list].end(),
              [](const Kubeconfig& a, const Kubeconfig& b) { return a.at("name") < b.at("name"); });
  }
}

[[noreturn]] void fail(const char* what, const std::string& path)
{
  throw CommandError(std::string(what) + " " + path + ": " + std::strerror(errno));
}

}  // namespace

std::vector<std::string> kubeconfig_paths(const GlobalFlags& flags)
{
  if (!flags.kubeconfig.empty()) return {flags.kubeconfig};
  const Environment environment = system_environment();
  const std::string list = environment("KUBECONFIG").value_or(std::string());
  if (list.empty()) return {environment("HOME").value_or(std::string()) + "/.kube/config"};
  std::vector<std::string> paths;
  for (std::size_t begin = 0; begin <= list.size();) {
    const auto end = std::min(list.find(':', begin), list.size());
    std::string path = list.substr(begin, end - begin);
    if (!path.empty() && std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(std::move(path));
    begin = end + 1;
  }
  return paths;
}

Kubeconfig merged_kubeconfig(const GlobalFlags& flags)
{
  Kubeconfig all = empty_kubeconfig();
  for (const auto& path : kubeconfig_paths(flags)) {
    const auto document = document_of(path);
    if (document) {
      add_file(*document, all);
    } else if (!flags.kubeconfig.empty()) {
      throw CommandError("stat " + path + ": no such file or directory");
    }
  }
  sort_entries(all);
  return all;
}

Kubeconfig read_kubeconfig(const std::string& path)
{
  const auto document = document_of(path);
  if (!document) throw CommandError("open " + path + ": no such file or directory");
  Kubeconfig config = empty_kubeconfig();
  add_file(*document, config);
  sort_entries(config);
  return config;
}

void write_kubeconfig(const std::string& path, const Kubeconfig& config)
{
  const std::string text = to_yaml_text(json::parse(config.dump()));
  const std::string target = fs::exists(path) ? fs::canonical(path).string() : path;
  const std::string temporary = target + ".new";
  ::unlink(temporary.c_str());
  const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (descriptor < 0) fail("open", temporary);
  const auto written = ::write(descriptor, text.data(), text.size());
  const bool complete = ::close(descriptor) == 0 && written == static_cast<ssize_t>(text.size());
  if (!complete || std::rename(temporary.c_str(), target.c_str()) != 0) {
    const int error = errno;
    ::unlink(temporary.c_str());
    errno = error;
    fail("write", target);
  }
}

std::string kubeconfig_to_change(const GlobalFlags& flags)
{
  const auto paths = kubeconfig_paths(flags);
  for (const auto& path : paths) {
    if (fs::exists(path)) return path;
  }
  return paths.empty() ? std::string() : paths.back();
}

const Kubeconfig* find_entry(const Kubeconfig& config, const char* list, const std::string& name)
{
  const auto& entries = config.at(list);
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const Kubeconfig& entry) { return entry.at("name") == name; });
  return found == entries.end() ? nullptr : &*found;
}

}  // namespace kubexx::cli
