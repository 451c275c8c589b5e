// SPDX-License-Identifier: Apache-2.0
#include "kubeconfig_files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

#include "errors.hpp"
#include "kubexx/base/base64.hpp"
#include "kubexx/client/load_config.hpp"
#include "print_yaml.hpp"
#include "support/replace_file.hpp"

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

Kubeconfig text_or_empty(const json& value)
{
  return value.is_null() ? Kubeconfig("") : Kubeconfig(value);
}

/// Go reads bytes and writes them again: without line breaks, and with the padding that belongs there.
Kubeconfig canonical_base64(const json& value)
{
  if (!value.is_string()) return value;
  const auto bytes = decode_base64(value.get_ref<const std::string&>());
  return bytes ? Kubeconfig(encode_base64(*bytes)) : Kubeconfig(value);
}

Kubeconfig env_of(const json& env)
{
  if (!env.is_array()) return env;
  Kubeconfig shown = Kubeconfig::array();
  for (const json& entry : env) {
    shown.push_back(
        {{"name", text_or_empty(member_of(entry, "name"))}, {"value", text_or_empty(member_of(entry, "value"))}});
  }
  return shown;
}

Kubeconfig exec_of(const json& exec)
{
  Kubeconfig shown = Kubeconfig::object();
  for (const char* const name : exec_fields) {
    const json value = member_of(exec, name);
    const std::string_view field = name;
    if (field == "command") {
      shown[name] = text_or_empty(value);
    } else if (field == "env") {
      shown[name] = env_of(value);
    } else if (field == "provideClusterInfo") {
      shown[name] = value.is_boolean() && value.get<bool>();
    } else if (field == "args" || !is_empty(value)) {
      shown[name] = value;
    } else if (field == "interactiveMode" && member_of(exec, "apiVersion") != "client.authentication.k8s.io/v1") {
      shown[name] = "IfAvailable";
    }
  }
  return shown;
}

Kubeconfig auth_provider_of(const json& provider)
{
  return {{"name", text_or_empty(member_of(provider, "name"))}, {"config", member_of(provider, "config")}};
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
      shown[field.name] = name.ends_with("-data") ? canonical_base64(member) : text_or_empty(member);
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

/// The lock that kubectl and client-go take before they change PATH: the file PATH.lock, which must not exist before.
class KubeconfigLock {
public:
  explicit KubeconfigLock(const std::string& path) : file_(path + ".lock")
  {
    const int descriptor = ::open(file_.c_str(), O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (descriptor < 0 && errno == EEXIST) {
      throw CommandError("open " + file_ + ": file exists: another program is changing " + path +
                         "; remove the lock file if none is");
    }
    if (descriptor < 0) fail("open", file_);
    ::close(descriptor);
  }
  KubeconfigLock(const KubeconfigLock&) = delete;
  KubeconfigLock& operator=(const KubeconfigLock&) = delete;
  ~KubeconfigLock() { ::unlink(file_.c_str()); }

private:
  const std::string file_;
};

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

void change_kubeconfig(const std::string& path, const std::function<void(Kubeconfig&)>& change)
{
  const KubeconfigLock lock(path);
  Kubeconfig config = read_kubeconfig(path);
  change(config);
  support::replace_file(fs::canonical(path).string(), to_yaml_text(json::parse(config.dump())));
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
