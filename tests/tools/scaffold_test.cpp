// SPDX-License-Identifier: Apache-2.0
// What `kubexx new` is made of: names, templates and the file of a project.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "errors.hpp"
#include "scaffold/names.hpp"
#include "scaffold/project.hpp"
#include "scaffold/template.hpp"

namespace kubexx::cli::scaffold {
namespace {

using ::testing::HasSubstr;

TEST(ScaffoldNames, ANameOfAProjectIsThatOfAService)
{
  for (const char* good : {"backup-operator", "a", "x1", "my-kube-1", "new"}) EXPECT_EQ(project_name_problem(good), "");
  for (const char* bad : {"", "Backup", "backup_operator", "1st", "-a", "a-", "a.b", "../a", "a/b", "a b", "ä"}) {
    EXPECT_THAT(project_name_problem(bad), HasSubstr("as in backup-operator")) << bad;
  }
  EXPECT_THAT(project_name_problem(std::string(41, 'a')), HasSubstr("at most 40"));
  EXPECT_THAT(project_name_problem("api"), HasSubstr("in the folder of a project"));
  EXPECT_THAT(project_name_problem("test"), HasSubstr("test-operator"));
  for (const char* space : {"default", "kube-system", "kube-public"}) {
    EXPECT_THAT(project_name_problem(space), HasSubstr("reserved for Kubernetes")) << space;
  }
}

TEST(ScaffoldNames, AGroupIsADomainThatIsNotOfKubernetes)
{
  for (const char* good : {"example.com", "a.b.c", "backups.example-1.com", "k8s.example.com", "notk8s.io"}) {
    EXPECT_EQ(group_problem(good), "") << good;
  }
  EXPECT_THAT(group_problem(""), HasSubstr("specify the API group"));
  EXPECT_THAT(group_problem("backups"), HasSubstr("such as backups.example.com"));
  for (const char* bad : {"Example.com", "a..b", ".a.b", "a.b.", "a b.c", "a/b.c"}) EXPECT_NE(group_problem(bad), "");
  for (const char* bad : {"k8s.io", "apps.k8s.io", "x.kubernetes.io"}) {
    EXPECT_THAT(group_problem(bad), HasSubstr("are protected"));
  }
}

TEST(ScaffoldNames, AVersionIsOneOfKubernetes)
{
  for (const char* good : {"v1", "v12", "v1alpha1", "v2beta10"}) EXPECT_EQ(version_problem(good), "") << good;
  for (const char* bad : {"", "1", "v", "v0", "v01", "v1alpha", "v1gamma1", "V1", "v1alpha1x", "v1beta0", "v1.0",
                          "v1alpha1000000000000000000000000000000000000000000000000000000000000"}) {
    EXPECT_NE(version_problem(bad), "") << bad;
  }
}

TEST(ScaffoldNames, AKindIsATypeOfTheProject)
{
  for (const char* good : {"Backup", "DB", "Job2", "Class", "List"}) EXPECT_EQ(kind_problem(good), "") << good;
  for (const char* bad : {"backup", "Back-up", "Back_up", "2Job", "Bäckup", "A B"}) {
    EXPECT_THAT(kind_problem(bad), HasSubstr("as in DatabaseBackup")) << bad;
  }
  EXPECT_THAT(kind_problem("BackupList"), HasSubstr("list of the kind Backup"));
  for (const char* bad : {"ConfigMap", "Context", "EOF", "Kinds", "Test"})
    EXPECT_THAT(kind_problem(bad), HasSubstr("use that name"));
}

TEST(ScaffoldNames, Plurals)
{
  EXPECT_EQ(plural_of("Backup"), "backups");
  EXPECT_EQ(plural_of("Policy"), "policies");
  EXPECT_EQ(plural_of("Gateway"), "gateways");
  EXPECT_EQ(plural_of("Class"), "classes");
  EXPECT_EQ(plural_of("Box"), "boxes");
  EXPECT_EQ(plural_of("Switch"), "switches");
  EXPECT_EQ(plural_problem("a-b"), "");
  EXPECT_NE(plural_problem("Backups"), "");
}

TEST(ScaffoldNames, TheNamespaceIsAnIdentifier)
{
  EXPECT_EQ(namespace_of_project("backup-operator"), "backup_operator");
  EXPECT_EQ(namespace_of_project("a--b"), "a_b");
  for (const char* taken : {"std", "default", "class", "time", "errno", "required", "rule", "abi", "gettext", "main"}) {
    EXPECT_EQ(namespace_of_project(taken), std::string(taken) + "_operator");
  }
}

TEST(ScaffoldTemplate, ReplacesNamesAndKeepsOtherText)
{
  const TemplateValues values{{{"KIND", "Backup"}, {"A_B", "x"}}, {}};
  EXPECT_EQ(filled("struct @KIND@Spec; // @A_B@@KIND@\n", values), "struct BackupSpec; // xBackup\n");
  EXPECT_EQ(filled("a@b.c, user@KIND@home, @, @@, @lower@\n", values), "a@b.c, userBackuphome, @, @@, @lower@\n");
  EXPECT_EQ(filled("uses: x/y@5c400728 # {{ .Values.name }}\n", values), "uses: x/y@5c400728 # {{ .Values.name }}\n");
  EXPECT_EQ(filled("no end of the line", values), "no end of the line\n");
}

TEST(ScaffoldTemplate, KeepsOrDropsLines)
{
  const TemplateValues values{{}, {"yes"}};
  EXPECT_EQ(filled("a\n@if yes@\nb\n@else@\nc\n@end@\nd\n", values), "a\nb\nd\n");
  EXPECT_EQ(filled("a\n@if no@\nb\n@else@\nc\n@end@\nd\n", values), "a\nc\nd\n");
  EXPECT_EQ(filled("@if no@\n@UNKNOWN@\n@end@\n", values), "");
}

TEST(ScaffoldTemplate, NamesTheLineThatIsWrong)
{
  const auto message = [](std::string_view text) {
    try {
      return filled(text, {});
    } catch (const std::runtime_error& error) {
      return std::string(error.what());
    }
  };
  EXPECT_THAT(message("a\n@KIND@\n"), HasSubstr("line 2 of the template: no value for @KIND@"));
  EXPECT_THAT(message("@if a@\n"), HasSubstr("without an @end@"));
  EXPECT_THAT(message("@if a@\n@if b@\n"), HasSubstr("line 2"));
  EXPECT_THAT(message("@else@\n"), HasSubstr("line 1"));
  EXPECT_THAT(message("@end@\n"), HasSubstr("line 1"));
}

const ProjectKind backup{"example.com", "v1", "Backup", "backups", false, true};
const ProjectKind site{"example.com", "v1beta1", "WebSite", "websites", true, false};

TEST(ScaffoldProject, TheHeaderJoinsTheKinds)
{
  const auto text = kinds_header({"my-operator", {site, backup}});
  EXPECT_THAT(text, HasSubstr("#include \"backup.hpp\"\n#include \"backup_reconciler.hpp\"\n#include "
                              "\"backup_webhooks.hpp\"\n#include \"web_site.hpp\"\n"));
  EXPECT_THAT(text, HasSubstr("crds<WebSite, Backup>()"));
  EXPECT_THAT(text, HasSubstr("  add_web_site_controller(manager);\n  add_backup_controller(manager);\n"
                              "  add_backup_webhooks(manager);\n"));
  EXPECT_THAT(text, HasSubstr("authority.emplace()"));
  EXPECT_THAT(kinds_header({"my-operator", {site}}), Not(HasSubstr("authority")));
}

class ScaffoldProjectFile : public ::testing::Test {
protected:
  void SetUp() override
  {
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  void write(const std::string& text) const { std::ofstream(folder / project_file) << text; }
  [[nodiscard]] std::string problem() const
  {
    try {
      (void)read_project(folder, "0.4.0");
      return "none";
    } catch (const CommandError& error) {
      return error.what();
    }
  }

  const std::filesystem::path folder = std::filesystem::path(TOOLS_TEST_FOLDER) / "ScaffoldProjectFile" /
                                       ::testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(ScaffoldProjectFile, IsReadAsItWasWritten)
{
  const Project project{"my-operator", {backup, site}, "0.4.0"};
  const std::string text = text_of_project(project, "0.4.0");
  write(text);
  const Project found = read_project(folder, "0.4.1");
  EXPECT_EQ(text_of_project(found, "0.4.0"), text);
  EXPECT_EQ(found.kubexx, "0.4.0");
  EXPECT_TRUE(found.kinds[0].webhooks);
  EXPECT_TRUE(found.kinds[1].cluster_scoped);
}

TEST_F(ScaffoldProjectFile, NamesTheMemberThatIsWrong)
{
  EXPECT_THAT(problem(), HasSubstr("there is no kubexx.json in this folder"));
  write("{");
  EXPECT_EQ(problem(), "kubexx.json: line 1 is not JSON: correct it, or restore the file from version control");
  write("{\r\n<<<<<<< HEAD\r\n  \"name\": \"a\"\n}");
  EXPECT_THAT(problem(), HasSubstr("kubexx.json: line 2 is not JSON"));
  write("[]");
  EXPECT_EQ(problem(), "kubexx.json: the file is not a JSON object: restore the file from version control");
  write(R"({"name": "a"})");
  EXPECT_THAT(problem(),
              HasSubstr("kubexx.json: the member kubexx, the version that has written the file, is missing"));
  write(R"({"kubexx": 4})");
  EXPECT_EQ(problem(), "kubexx.json: kubexx must be a version, such as \"0.4.0\"");
  write(R"({"kubexx": "0.4.0", "kinds": []})");
  EXPECT_EQ(problem(), "kubexx.json: name must be a string");
  write(R"({"kubexx": "0.4.0", "name": "a", "kinds": {}})");
  EXPECT_EQ(problem(), "kubexx.json: kinds must be a list");
  write(R"({"kubexx": "0.4.0", "name": "a", "kinds": [], "layout": 4})");
  EXPECT_EQ(problem(), "kubexx.json: layout is unknown: remove it");
  write(R"({"kubexx": "0.4.0", "name": "a", "kinds": [1]})");
  EXPECT_EQ(problem(), "kubexx.json: kinds[0] must be an object");
  write(R"({"kubexx": "0.4.0", "name": "a", "kinds": [{"group": "example.com", "version": "one"}]})");
  EXPECT_THAT(problem(), HasSubstr("kubexx.json: kinds[0].version is 'one': use a version such as"));
  write(R"({"kubexx": "0.4.0", "name": "a", "kinds": [{"webhook": true}]})");
  EXPECT_EQ(problem(), "kubexx.json: kinds[0].webhook is unknown: remove it");
  write(text_of_project({"a", {backup, backup}, {}}, "0.4.0"));
  EXPECT_THAT(problem(), HasSubstr("kubexx.json: kinds[1]: the project already has the kind Backup; to add a version"));
  std::filesystem::remove(folder / project_file);
  std::filesystem::create_directories(folder / project_file);
  EXPECT_EQ(problem(), "kubexx.json: a folder has the name of this file: rename the folder");
}

TEST_F(ScaffoldProjectFile, IsNotReadByAnOlderVersion)
{
  const auto with = [this](const std::string& version) {
    write(text_of_project({"a", {backup}, {}}, version));
    return problem();
  };
  for (const char* good : {"0.3.9", "0.4.0", "0.4.7"}) EXPECT_EQ(with(good), "none");
  for (const char* later : {"0.5.0", "1.0.0", "0.10.2"}) {
    EXPECT_EQ(with(later),
              "kubexx.json: kubexx " + std::string(later) +
                  " has written this project, and this is kubexx 0.4.0: install that version or a later one");
  }
  for (const char* bad : {"", "0.4", "0.4.x", "v0.4.0", "0.4.0 "})
    EXPECT_THAT(with(bad), HasSubstr("must be a version"));
}

TEST(ScaffoldProject, KindsHaveNoConflicts)
{
  const auto conflict = [](const char* kind, const char* plural, const char* group = "example.com") {
    return conflict_of({site, backup}, {group, "v1", kind, plural, false, false});
  };
  EXPECT_EQ(conflict("Restore", "restores"), "");
  EXPECT_EQ(conflict("Other", "backups", "other.example.com"), "");
  EXPECT_THAT(conflict("Backup", "backups"), HasSubstr("to add a version of it"));
  EXPECT_THAT(conflict("Backup", "others", "other.example.com"),
              HasSubstr("in the group example.com, and the structs of a project have different names"));
  EXPECT_THAT(conflict("BackupStatus", "others"), HasSubstr("the kind Backup has a struct BackupStatus"));
  EXPECT_THAT(conflict("Other", "backups"), HasSubstr("resource name backups: specify another with --plural"));
  EXPECT_THAT(conflict("Other", "backup"), HasSubstr("resource name backup: specify another with --plural"));
  EXPECT_THAT(conflict("Backups", "others"), HasSubstr("singular of Backups: choose another name for the kind"));
  EXPECT_THAT(conflict("BackUp", "others"), HasSubstr("singular of BackUp: choose another name for the kind"));
  EXPECT_EQ(conflict("BackUp", "backups", "other.example.com"), "");
  EXPECT_THAT(
      conflict_of({{"example.com", "v1", "ABBox", "x", false, false}}, {"a.b", "v1", "AbBox", "y", false, false}),
      HasSubstr("its files have the same names"));
}

}  // namespace
}  // namespace kubexx::cli::scaffold
