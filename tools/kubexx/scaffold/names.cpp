// SPDX-License-Identifier: Apache-2.0
#include "names.hpp"

#include <algorithm>
#include <array>

#include "types/names.hpp"

namespace kubexx::cli::scaffold {
namespace {

bool is_lower(char c)
{
  return c >= 'a' && c <= 'z';
}
bool is_upper(char c)
{
  return c >= 'A' && c <= 'Z';
}
bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

// RFC 1123: lower-case letters, digits, and dashes that are neither first nor last.
bool is_label(std::string_view text)
{
  const auto end = [](char c) { return is_lower(c) || is_digit(c); };
  return !text.empty() && text.size() <= 63 && end(text.front()) && end(text.back()) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return end(c) || c == '-'; });
}

// A label that begins with a letter, as names of Services must (RFC 1035).
bool is_service_label(std::string_view text)
{
  return is_label(text) && is_lower(text.front());
}

// Names that the sources and headers of a project already use.
bool is_taken_type(std::string_view kind)
{
  // The header of "Kinds" would be kinds.hpp.
  constexpr std::array names{
      "ConfigMap", "Context", "Kinds", "Object",     "ObjectKey", "OperatorTest", "OperatorTestOptions",
      "Outcome",   "Result",  "Test",  "TestServer", "Typed",     "Verb"};
  return std::find(names.begin(), names.end(), kind) != names.end();
}

}  // namespace

std::string project_name_problem(std::string_view name)
{
  constexpr std::size_t most = 40;
  if (name == "api" || name == "webhook") {
    return "`kubexx new " + std::string(name) +
           "` works in the folder of a project: change to that folder, or choose another name";
  }
  if (!is_service_label(name)) {
    return "use lower-case letters, digits and dashes, and begin with a letter, as in backup-operator";
  }
  if (name.size() > most) {
    return "use at most " + std::to_string(most) + " characters: names of Services and Secrets begin with it";
  }
  if (name == "test" || name == "all" || name == "generate" || name == "install" || name == "clean" ||
      name == "package" || name == "help" || name == "preinstall" || name == "kubexx") {
    return "CMake or kubexx has a target with that name; choose another, such as " + std::string(name) + "-operator";
  }
  if (name == "default" || name.starts_with("kube-")) {
    return "the operator is deployed to a namespace of that name, and names like this one are reserved for Kubernetes; "
           "choose another, such as my-operator";
  }
  return {};
}

std::string group_problem(std::string_view group)
{
  if (group.empty()) return "specify the API group of the kind, a domain such as backups.example.com";
  if (group.find('.') == std::string_view::npos) {
    return "the API group of a CRD is a domain with a dot, such as " +
           (is_label(group) ? std::string(group) : "backups") + ".example.com";
  }
  std::string_view rest = group;
  while (true) {
    const auto dot = rest.find('.');
    if (!is_label(rest.substr(0, dot))) {
      return "use lower-case letters, digits and dashes between the dots, as in backups.example.com";
    }
    if (dot == std::string_view::npos) break;
    rest.remove_prefix(dot + 1);
  }
  constexpr std::size_t most = 180;
  if (group.size() > most) return "use at most " + std::to_string(most) + " characters";
  for (const std::string_view reserved : {"k8s.io", "kubernetes.io"}) {
    if (group == reserved || group.ends_with("." + std::string(reserved))) {
      return "groups of " + std::string(reserved) +
             " are protected: an API server accepts only CRDs that the Kubernetes project has approved";
    }
  }
  return {};
}

std::string version_problem(std::string_view version)
{
  std::string_view rest = version;
  const auto digits = [&rest] {
    const auto end = std::find_if_not(rest.begin(), rest.end(), is_digit);
    const auto count = static_cast<std::size_t>(end - rest.begin());
    const bool some = count > 0 && rest.front() != '0';
    rest.remove_prefix(count);
    return some;
  };
  bool good = rest.starts_with('v');
  if (good) rest.remove_prefix(1);
  good = good && digits();
  for (const std::string_view stage : {"alpha", "beta"}) {
    if (!good || !rest.starts_with(stage)) continue;
    rest.remove_prefix(stage.size());
    good = digits();
    break;
  }
  return good && rest.empty() && is_label(version) ? "" : "use a version such as v1alpha1, v1beta2 or v1";
}

std::string kind_problem(std::string_view kind)
{
  constexpr std::size_t most = 40;
  if (kind.empty()) return "specify the kind, such as Backup";
  const bool letters = is_upper(kind.front()) && std::all_of(kind.begin(), kind.end(), [](char c) {
                         return is_lower(c) || is_upper(c) || is_digit(c);
                       });
  if (!letters) return "use letters and digits, and begin with a capital letter, as in DatabaseBackup";
  if (kind.size() > most) return "use at most " + std::to_string(most) + " characters";
  if (kind.ends_with("List") && kind != "List") {
    return "this is also the name for a list of the kind " + std::string(kind.substr(0, kind.size() - 4));
  }
  if (is_taken_type(kind) || types::is_macro(kind)) {
    return "the sources of the project use that name; choose another, such as " + std::string(kind) + "Policy";
  }
  return {};
}

std::string plural_problem(std::string_view plural)
{
  if (is_service_label(plural)) return {};
  return "use lower-case letters, digits and dashes, and begin with a letter, as in backups";
}

std::string namespace_of_project(std::string_view name)
{
  std::string space(name);
  std::replace(space.begin(), space.end(), '-', '_');
  // Names with a double underscore are reserved for the implementation.
  for (auto at = space.find("__"); at != std::string::npos; at = space.find("__")) space.erase(at, 1);
  const bool reserved = types::is_keyword(space) || types::is_macro(space) || types::is_of_c_library(space) ||
                        types::is_fact(space) || space == "std" || space == "boost" || space == "testing" ||
                        space == "main";
  return reserved ? space + "_operator" : space;
}

std::string plural_of(std::string_view kind)
{
  std::string word = lower_case(kind);
  const auto ends_with_any = [&word](std::initializer_list<std::string_view> ends) {
    return std::any_of(ends.begin(), ends.end(), [&word](std::string_view end) { return word.ends_with(end); });
  };
  if (ends_with_any({"s", "x", "z", "ch", "sh"})) return word + "es";
  if (word.ends_with('y') && !ends_with_any({"ay", "ey", "oy", "uy"})) return word.substr(0, word.size() - 1) + "ies";
  return word + "s";
}

std::string lower_case(std::string_view text)
{
  std::string lower(text);
  for (char& c : lower) {
    if (is_upper(c)) c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

}  // namespace kubexx::cli::scaffold
