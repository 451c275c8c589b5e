// SPDX-License-Identifier: Apache-2.0
#include "project.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <utility>

#include "errors.hpp"
#include "names.hpp"
#include "types/names.hpp"

namespace kubexx::cli::scaffold {
namespace {

using nlohmann::json;

[[noreturn]] void fail(const std::string& what)
{
  throw CommandError(std::string(project_file) + ": " + what);
}

std::string text_member(const json& object, const char* member, const std::string& where,
                        std::string (*problem)(std::string_view))
{
  const auto at = object.find(member);
  if (at == object.end() || !at->is_string()) fail(where + member + " must be a string");
  const auto text = at->get<std::string>();
  if (const auto wrong = problem(text); !wrong.empty()) fail(where + member + " is '" + text + "': " + wrong);
  return text;
}

bool flag_member(const json& object, const char* member, const std::string& where)
{
  const auto at = object.find(member);
  if (at == object.end()) return false;
  if (!at->is_boolean()) fail(where + member + " must be true or false");
  return at->get<bool>();
}

void check_members(const json& object, std::initializer_list<std::string_view> known, const std::string& where)
{
  for (const auto& [member, value] : object.items()) {
    if (std::find(known.begin(), known.end(), member) == known.end()) {
      fail(where + member + " is unknown: remove it");
    }
  }
}

ProjectKind kind_of(const json& object, const std::string& where)
{
  if (!object.is_object()) fail(where.substr(0, where.size() - 1) + " must be an object");
  check_members(object, {"group", "version", "kind", "plural", "clusterScoped", "webhooks"}, where);
  ProjectKind kind;
  kind.group = text_member(object, "group", where, group_problem);
  kind.version = text_member(object, "version", where, version_problem);
  kind.kind = text_member(object, "kind", where, kind_problem);
  kind.plural = text_member(object, "plural", where, plural_problem);
  kind.cluster_scoped = flag_member(object, "clusterScoped", where);
  kind.webhooks = flag_member(object, "webhooks", where);
  return kind;
}

std::string text_of_file(const std::filesystem::path& path)
{
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) fail("a folder has the name of this file: rename the folder");
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in && errno == ENOENT) {
    throw CommandError("there is no " + std::string(project_file) +
                       " in this folder: change to the folder of a project, or create one with `kubexx new NAME "
                       "--group example.com --kind Kind`");
  }
  if (!in) fail("the file cannot be read: " + std::generic_category().message(errno));
  return {std::istreambuf_iterator<char>(in), {}};
}

json json_of(const std::string& text)
{
  constexpr const char* remedy = ": restore the file from version control";
  try {
    json found = json::parse(text);
    if (!found.is_object()) fail(std::string("the file is not a JSON object") + remedy);
    return found;
  } catch (const json::parse_error& error) {
    const std::size_t bytes = std::min(text.size(), std::max<std::size_t>(error.byte, 1) - 1);
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(bytes);
    const auto line = 1 + std::count(text.begin(), end, '\n');
    fail("line " + std::to_string(line) + " is not JSON: correct it, or restore the file from version control");
  }
}

/// The first two numbers of a version; nullopt if the text is none.
std::optional<std::pair<int, int>> minor_version_of(const std::string& text)
{
  std::array<int, 3> numbers{};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (int& number : numbers) {
    if (&number != numbers.data() && (at == end || *at++ != '.')) return std::nullopt;
    const auto [after, error] = std::from_chars(at, end, number);
    if (error != std::errc() || *at == '-') return std::nullopt;
    at = after;
  }
  if (at != end) return std::nullopt;
  return std::pair(numbers[0], numbers[1]);
}

void check_version(const json& found, const std::string& kubexx_version)
{
  const auto member = found.find("kubexx");
  if (member == found.end()) {
    fail(
        "the member kubexx, the version that has written the file, is missing. If another program uses a file of this "
        "name, create the project in another folder");
  }
  const auto written = member->is_string() ? minor_version_of(*member) : std::nullopt;
  if (!written) fail("kubexx must be a version, such as \"" + kubexx_version + "\"");
  if (*written > minor_version_of(kubexx_version)) {
    fail("kubexx " + member->get<std::string>() + " has written this project, and this is kubexx " + kubexx_version +
         ": install that version or a later one");
  }
}

}  // namespace

std::string conflict_of(const std::vector<ProjectKind>& kinds, const ProjectKind& kind)
{
  for (const auto& other : kinds) {
    const std::string has = "the project already has the kind " + other.kind;
    if (other.kind == kind.kind && other.group != kind.group) {
      return has + " in the group " + other.group +
             ", and the structs of a project have different names: choose another name";
    }
    if (other.kind == kind.kind) {
      return has + "; to add a version of it, see \"Several versions\" in docs/guides/controller.md of kubexx";
    }
    if (types::snake_case_of(other.kind) == types::snake_case_of(kind.kind)) {
      return has + ", and its files have the same names as those of " + kind.kind + ": choose another name";
    }
    for (const char* part : {"Spec", "Status"}) {
      if (other.kind + part == kind.kind || kind.kind + part == other.kind) {
        return "the kind " + std::min(other.kind, kind.kind) + " has a struct " + std::max(other.kind, kind.kind) +
               ": choose another name";
      }
    }
    if (other.group != kind.group) continue;
    // The plurals and the singulars of a group are different names, or the API server does not serve the later CRD.
    const std::string singular = lower_case(kind.kind), other_singular = lower_case(other.kind);
    if (singular == other_singular || singular == other.plural) {
      return "the kind " + other.kind + " has the resource name " + singular + ", which would be the singular of " +
             kind.kind + ": choose another name for the kind";
    }
    if (kind.plural == other.plural || kind.plural == other_singular) {
      return "the kind " + other.kind + " has the resource name " + kind.plural + ": specify another with --plural";
    }
  }
  return {};
}

Project read_project(const std::filesystem::path& folder, const std::string& kubexx_version)
{
  const json found = json_of(text_of_file(folder / project_file));
  check_version(found, kubexx_version);
  check_members(found, {"kubexx", "name", "kinds"}, "");
  Project project;
  project.kubexx = found.at("kubexx");
  project.name = text_member(found, "name", "", project_name_problem);
  const auto kinds = found.find("kinds");
  if (kinds == found.end() || !kinds->is_array()) fail("kinds must be a list");
  for (std::size_t i = 0; i < kinds->size(); ++i) {
    const std::string where = "kinds[" + std::to_string(i) + "]";
    auto kind = kind_of((*kinds)[i], where + ".");
    if (const auto problem = conflict_of(project.kinds, kind); !problem.empty()) fail(where + ": " + problem);
    project.kinds.push_back(std::move(kind));
  }
  return project;
}

std::string text_of_project(const Project& project, const std::string& kubexx_version)
{
  nlohmann::ordered_json kinds = nlohmann::ordered_json::array();
  for (const auto& kind : project.kinds) {
    kinds.push_back({{"group", kind.group},
                     {"version", kind.version},
                     {"kind", kind.kind},
                     {"plural", kind.plural},
                     {"clusterScoped", kind.cluster_scoped},
                     {"webhooks", kind.webhooks}});
  }
  const nlohmann::ordered_json all{{"kubexx", kubexx_version}, {"name", project.name}, {"kinds", kinds}};
  return all.dump(2) + "\n";
}

std::string kinds_header(const Project& project)
{
  const auto files = [&project] {
    std::vector<std::string> names;
    names.reserve(project.kinds.size());
    for (const auto& kind : project.kinds) names.push_back(types::snake_case_of(kind.kind));
    return names;
  }();
  std::vector<std::string> includes, webhook_kinds;
  std::string kinds, calls;
  for (std::size_t i = 0; i < project.kinds.size(); ++i) {
    const auto& kind = project.kinds[i];
    includes.push_back(files[i] + ".hpp");
    includes.push_back(files[i] + "_reconciler.hpp");
    kinds += (kinds.empty() ? "" : ", ") + kind.kind;
    calls += "  add_" + files[i] + "_controller(manager);\n";
    if (!kind.webhooks) continue;
    includes.push_back(files[i] + "_webhooks.hpp");
    webhook_kinds.push_back(files[i]);
    calls += "  add_" + files[i] + "_webhooks(manager);\n";
  }
  std::sort(includes.begin(), includes.end());
  std::string text =
      "// Generated by `kubexx new` from kubexx.json. Do not edit this file: the next `kubexx new` overwrites it.\n"
      "// clang-format off\n#pragma once\n\n#include <kubexx/controller.hpp>\n#include <kubexx/schema/crds.hpp>\n\n";
  for (const auto& name : includes) text += "#include \"" + name + "\"\n";
  text += "\nnamespace " + namespace_of_project(project.name) + " {\n\n";
  text +=
      "/// The options of the program: its name, its CRDs, and the source of the certificate of its webhooks.\n"
      "inline kubexx::OperatorOptions operator_options()\n{\n"
      "  kubexx::OperatorOptions options;\n  options.name = \"" +
      project.name + "\";\n" + "  options.crds = kubexx::schema::crds<" + kinds + ">();\n";
  if (!webhook_kinds.empty()) text += "  options.manager.webhooks.authority.emplace();\n";
  text += "  return options;\n}\n\n";
  text += "inline void add_kinds(kubexx::Manager& manager)\n{\n" + calls + "}\n\n";
  return text + "}  // namespace " + namespace_of_project(project.name) + "\n";
}

}  // namespace kubexx::cli::scaffold
