// SPDX-License-Identifier: Apache-2.0
#include "templates.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

#include "errors.hpp"
#include "names.hpp"
#include "types/names.hpp"

namespace kubexx::cli::scaffold {

namespace fs = std::filesystem;

fs::path templates_folder()
{
  // NOLINTNEXTLINE(concurrency-mt-unsafe)  // nothing here changes the environment
  if (const char* const given = std::getenv("KUBEXX_TEMPLATES"); given != nullptr && *given != '\0') {
    std::error_code ignored;
    for (const char* part : {"project", "kind", "webhook"}) {
      if (fs::is_directory(fs::path(given) / part, ignored)) continue;
      throw CommandError("KUBEXX_TEMPLATES: " + std::string(given) + " has no folder '" + part +
                         "': set it to tools/kubexx/templates in the sources of kubexx, or unset it");
    }
    return given;
  }
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  fs::path folder = program.parent_path().parent_path() / "share" / "kubexx" / "templates";
  if (failed || !fs::is_directory(folder / "project")) {
    throw CommandError("the templates are not installed: " + folder.string() +
                       " does not exist; set KUBEXX_TEMPLATES to tools/kubexx/templates in the sources of kubexx");
  }
  return folder;
}

TemplateValues values_of(const Project& project, const std::string& kubexx_version)
{
  TemplateValues values;
  const bool any_webhooks =
      std::any_of(project.kinds.begin(), project.kinds.end(), [](const ProjectKind& kind) { return kind.webhooks; });
  if (any_webhooks) values.facts.insert("webhooks");
  const ProjectKind& first = project.kinds.front();
  values.names = {{"NAME", project.name},
                  {"SPACE", namespace_of_project(project.name)},
                  {"KUBEXX", kubexx_version.substr(0, kubexx_version.rfind('.'))},
                  {"KUBEXX_VERSION", kubexx_version},
                  {"FIRST_KIND", first.kind},
                  {"FIRST_PLURAL", first.plural},
                  {"FIRST_KEY", first.cluster_scoped ? "example" : "default/example"},
                  {"FIRST_FILE", types::snake_case_of(first.kind)},
                  {"FIRST_SINGULAR", lower_case(first.kind)},
                  {"GROUP", first.group}};
  return values;
}

TemplateValues values_of(const Project& project, const ProjectKind& kind, const std::string& kubexx_version)
{
  TemplateValues values = values_of(project, kubexx_version);
  values.facts.insert(kind.cluster_scoped ? "cluster" : "namespaced");
  values.names["GROUP"] = kind.group;
  values.names["VERSION"] = kind.version;
  values.names["KIND"] = kind.kind;
  values.names["PLURAL"] = kind.plural;
  values.names["SINGULAR"] = lower_case(kind.kind);
  values.names["FILE"] = types::snake_case_of(kind.kind);
  return values;
}

TemplateFiles filled_files(const fs::path& folder, const TemplateValues& values)
{
  TemplateFiles files;
  std::error_code failed;
  const auto check = [&failed](const fs::path& path) {
    if (failed) throw CommandError("the templates in " + path.string() + " cannot be read: " + failed.message());
  };
  fs::recursive_directory_iterator entries(folder, failed);
  check(folder);
  for (; entries != fs::recursive_directory_iterator(); entries.increment(failed), check(folder)) {
    const fs::path& source = entries->path();
    if (entries->is_directory(failed)) continue;
    std::ifstream in(source, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (!in.is_open() || in.bad()) throw CommandError("the template " + source.string() + " cannot be read");
    std::string path = source.lexically_relative(folder).generic_string();
    try {
      path = filled(path, values);
      path.pop_back();  // the end of the line
      const auto permissions = entries->status(failed).permissions();
      files[path] = {filled(text, values), (permissions & fs::perms::owner_exec) != fs::perms::none};
    } catch (const std::runtime_error& error) {
      throw CommandError(source.string() + ": " + error.what());
    }
  }
  return files;
}

}  // namespace kubexx::cli::scaffold
