// SPDX-License-Identifier: Apache-2.0
#include "project.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

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
  if (at == object.end() || !at->is_string()) fail(where + member + " must be a text");
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

ProjectKind kind_of(const json& object, const std::string& where)
{
  if (!object.is_object()) fail(where.substr(0, where.size() - 1) + " must be an object");
  ProjectKind kind;
  kind.group = text_member(object, "group", where, group_problem);
  kind.version = text_member(object, "version", where, version_problem);
  kind.kind = text_member(object, "kind", where, kind_problem);
  kind.plural = text_member(object, "plural", where, plural_problem);
  kind.cluster_scoped = flag_member(object, "clusterScoped", where);
  kind.webhooks = flag_member(object, "webhooks", where);
  return kind;
}

}  // namespace

Project read_project(const std::filesystem::path& folder)
{
  std::ifstream in(folder / project_file, std::ios::binary);
  if (!in) {
    throw CommandError("there is no " + std::string(project_file) +
                       " in this folder: change into the folder of a project, or make one with `kubexx new NAME "
                       "--group example.com --kind Kind`");
  }
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const json found = json::parse(text, nullptr, false);
  if (!found.is_object()) fail("it is no JSON object");
  Project project;
  project.name = text_member(found, "name", "", project_name_problem);
  const auto kinds = found.find("kinds");
  if (kinds == found.end() || !kinds->is_array()) fail("kinds must be a list");
  for (std::size_t i = 0; i < kinds->size(); ++i) {
    auto kind = kind_of((*kinds)[i], "kinds[" + std::to_string(i) + "].");
    const bool twice = std::any_of(project.kinds.begin(), project.kinds.end(),
                                   [&](const ProjectKind& other) { return other.kind == kind.kind; });
    if (twice) fail("the kind " + kind.kind + " is there twice");
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
      "// Written by `kubexx new` from kubexx.json. Do not edit it: the next `kubexx new` overwrites it.\n"
      "#pragma once\n\n#include <kubexx/controller.hpp>\n#include <kubexx/schema/crds.hpp>\n\n";
  for (const auto& name : includes) text += "#include \"" + name + "\"\n";
  text += "\nnamespace " + namespace_of_project(project.name) + " {\n\n";
  text +=
      "/// What run_operator needs to know of the program: its name, its CRDs, and where the certificate of its\n"
      "/// webhooks comes from.\n"
      "inline kubexx::OperatorOptions operator_options()\n{\n"
      "  kubexx::OperatorOptions options;\n  options.name = \"" +
      project.name + "\";\n" + "  options.crds = kubexx::schema::crds<" + kinds + ">();\n";
  if (!webhook_kinds.empty()) text += "  options.manager.webhooks.authority.emplace();\n";
  text += "  return options;\n}\n\n";
  text += "inline void add_kinds(kubexx::Manager& manager)\n{\n" + calls + "}\n\n";
  return text + "}  // namespace " + namespace_of_project(project.name) + "\n";
}

}  // namespace kubexx::cli::scaffold
