// SPDX-License-Identifier: Apache-2.0
// kubexx new: creates an operator project, and adds kinds and webhooks to it.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <utility>

#include "command.hpp"
#include "errors.hpp"
#include "file_changes.hpp"
#include "names.hpp"
#include "output.hpp"
#include "project.hpp"
#include "templates.hpp"

namespace kubexx::cli {
namespace {

namespace fs = std::filesystem;
using scaffold::Project;
using scaffold::ProjectKind;
using scaffold::TemplateFiles;

constexpr const char* kinds_file = "generated/kinds.hpp";

struct NewFlags {
  std::string name, group, version, kind, plural;
  bool cluster_scoped = false;
  bool webhook = false;
};

void add_kind_options(CommandLine command, NewFlags& flags)
{
  command.add_option("--version", flags.version, "The version of the kind. Default: v1alpha1").type_name("VERSION");
  command
      .add_option("--plural", flags.plural,
                  "The name of the resource, in lower case. Default: the English plural of the kind")
      .type_name("NAME");
  command.add_flag("--cluster-scoped", flags.cluster_scoped, "Make the kind cluster-scoped");
  command.add_flag("--webhook", flags.webhook, "Add an admission webhook with defaulting and validation");
}

void add_project_options(CommandLine command, NewFlags& flags)
{
  command.add_option("NAME", flags.name, "The name of the project, its program and its folder: backup-operator");
  command.add_option("--group", flags.group, "The API group of the kind: backups.example.com").type_name("GROUP");
  command.add_option("--kind", flags.kind, "The kind: Backup").type_name("KIND");
  add_kind_options(command, flags);
}

void add_api_options(CommandLine command, NewFlags& flags)
{
  command.add_option("--group", flags.group, "The API group. Default: the group of the project's first kind")
      .type_name("GROUP");
  command.add_option("--kind", flags.kind, "The kind: Restore").type_name("KIND");
  add_kind_options(command, flags);
}

void add_webhook_options(CommandLine command, NewFlags& flags)
{
  command.add_option("--kind", flags.kind, "A kind of the project without a webhook. Default: the only such kind")
      .type_name("KIND");
}

void require_valid(const std::string& what, const std::string& value, const std::string& problem)
{
  if (problem.empty()) return;
  throw CommandError(value.empty() ? what + ": " + problem : what + " '" + value + "': " + problem);
}

ProjectKind kind_of(const NewFlags& flags)
{
  ProjectKind kind;
  kind.group = flags.group;
  kind.kind = flags.kind;
  kind.version = flags.version.empty() ? "v1alpha1" : flags.version;
  require_valid("--group", kind.group, scaffold::group_problem(kind.group));
  require_valid("--kind", kind.kind, scaffold::kind_problem(kind.kind));
  require_valid("--version", kind.version, scaffold::version_problem(kind.version));
  kind.plural = flags.plural.empty() ? scaffold::plural_of(kind.kind) : flags.plural;
  require_valid("--plural", kind.plural, scaffold::plural_problem(kind.plural));
  kind.cluster_scoped = flags.cluster_scoped;
  kind.webhooks = flags.webhook;
  return kind;
}

TemplateFiles joining_files(const Project& project)
{
  return {{scaffold::project_file, {scaffold::text_of_project(project, KUBEXX_VERSION)}},
          {kinds_file, {scaffold::kinds_header(project)}}};
}

TemplateFiles files_of_kind(const Project& project, const ProjectKind& kind, const fs::path& templates)
{
  const auto values = scaffold::values_of(project, kind, KUBEXX_VERSION);
  auto files = scaffold::filled_files(templates / "kind", values);
  if (kind.webhooks) files.merge(scaffold::filled_files(templates / "webhook", values));
  return files;
}

/// Throws CommandError if one of the files exists, because a user may have written it.
void check_absent(const TemplateFiles& files)
{
  std::string there;
  for (const auto& [name, file] : files) {
    std::error_code ignored;
    if (fs::symlink_status(name, ignored).type() <= fs::file_type::not_found) continue;
    there += (there.empty() ? "" : ", ") + name;
  }
  if (!there.empty()) {
    throw CommandError("no files were written, because these exist: " + there +
                       "; rename them, or choose another name for the kind");
  }
}

/// Throws CommandError if generated/kinds.hpp is not the one that `kubexx new` has written for these kinds.
void check_header(const Project& project)
{
  if (project.kubexx != KUBEXX_VERSION) return;  // another version may write another text
  std::error_code ignored;
  if (!fs::is_regular_file(kinds_file, ignored)) return;
  std::ifstream in(kinds_file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (text.empty()) return;
  std::erase(text, '\r');
  if (text == scaffold::kinds_header(project)) return;
  throw CommandError(std::string(kinds_file) +
                     " is not the file that `kubexx new` has written for the kinds in kubexx.json, and would be "
                     "overwritten: move your "
                     "changes to src/main.cpp, remove the file, and repeat the command");
}

void report(const TemplateFiles& files)
{
  for (const auto& [name, file] : files) write_out(name + "\n");
}

/// Throws CommandError unless the folder is missing or has no files but those of git.
void check_folder(const fs::path& folder)
{
  std::error_code failed;
  const auto type = fs::status(folder, failed).type();
  if (type == fs::file_type::not_found && fs::is_symlink(folder, failed)) {
    throw CommandError(folder.string() + " is a link to a path that does not exist: remove the link");
  }
  if (type == fs::file_type::not_found) return;
  if (type != fs::file_type::directory && type != fs::file_type::none) {
    throw CommandError(folder.string() + " exists and is not a folder: remove it, or choose another name");
  }
  const fs::directory_iterator entries(folder, failed);
  if (failed) throw CommandError("the folder " + folder.string() + " cannot be read: " + failed.message());
  for (const auto& entry : entries) {
    if (entry.path().filename() == ".git") continue;
    throw CommandError("the folder " + folder.string() + " is not empty: it has " + entry.path().filename().string() +
                       "; remove it, or choose another name; to add a kind to a project in it, change to that folder "
                       "and use `kubexx new api`");
  }
}

void new_project(Session&, const NewFlags& flags)
{
  if (flags.name.empty()) {
    throw CommandError("specify the name of the project: kubexx new backup-operator --group example.com --kind Backup");
  }
  require_valid("the name", flags.name, scaffold::project_name_problem(flags.name));
  Project project{flags.name, {kind_of(flags)}, KUBEXX_VERSION};
  const fs::path folder = flags.name;
  check_folder(folder);
  const fs::path templates = scaffold::templates_folder();
  auto files = scaffold::filled_files(templates / "project", scaffold::values_of(project, KUBEXX_VERSION));
  files.merge(files_of_kind(project, project.kinds.front(), templates));
  files.merge(joining_files(project));
  scaffold::write_files(folder, files, {});
  write_out("created " + flags.name + " with " + std::to_string(files.size()) +
            " files; its README.md describes them\n\n"
            "  cd " +
            flags.name +
            "\n"
            "  make test      compiles the operator, writes its manifests and runs its tests\n"
            "  make run       runs the operator against the embedded API server\n");
}

void new_api(Session&, const NewFlags& given)
{
  Project project = scaffold::read_project(".", KUBEXX_VERSION);
  NewFlags flags = given;
  if (flags.group.empty() && !project.kinds.empty()) flags.group = project.kinds.front().group;
  ProjectKind kind = kind_of(flags);
  if (const auto problem = scaffold::conflict_of(project.kinds, kind); !problem.empty()) throw CommandError(problem);
  check_header(project);
  project.kinds.push_back(kind);
  const auto files = files_of_kind(project, kind, scaffold::templates_folder());
  check_absent(files);
  scaffold::write_files("", files, joining_files(project));
  report(files);
  write_out("\n`make generate` writes the manifests, `make test` runs the tests\n");
}

void new_webhook(Session&, const NewFlags& flags)
{
  Project project = scaffold::read_project(".", KUBEXX_VERSION);
  std::vector<ProjectKind*> without;
  for (auto& kind : project.kinds) {
    if (!kind.webhooks && (flags.kind.empty() || kind.kind == flags.kind)) without.push_back(&kind);
  }
  if (without.empty()) {
    const bool has = std::any_of(project.kinds.begin(), project.kinds.end(),
                                 [&](const ProjectKind& kind) { return kind.kind == flags.kind; });
    if (flags.kind.empty()) throw CommandError("every kind of the project has a webhook");
    throw CommandError(
        "--kind '" + flags.kind + "': " +
        (has ? "this kind already has a webhook" : "the project has no such kind; add it with `kubexx new api`"));
  }
  if (without.size() > 1) throw CommandError("several kinds of the project have no webhook: choose one with --kind");
  check_header(project);
  ProjectKind& kind = *without.front();
  kind.webhooks = true;
  const auto values = scaffold::values_of(project, kind, KUBEXX_VERSION);
  const auto files = scaffold::filled_files(scaffold::templates_folder() / "webhook", values);
  check_absent(files);
  scaffold::write_files("", files, joining_files(project));
  report(files);
  write_out("\n`make generate` writes the manifests, `make test` runs the tests\n");
}

}  // namespace

void add_new(Commands& commands)
{
  const std::string help = "Create an operator project, or add a kind or a webhook to a project";
  const CommandLine command = commands.add<NewFlags>("new", help, add_project_options, new_project);
  commands.add_to<NewFlags>(command, "api", "Add a kind to the project in this folder", add_api_options, new_api);
  commands.add_to<NewFlags>(command, "webhook", "Add an admission webhook for a kind of the project in this folder",
                            add_webhook_options, new_webhook);
}

}  // namespace kubexx::cli
