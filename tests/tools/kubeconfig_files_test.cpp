// SPDX-License-Identifier: Apache-2.0
#include "kubeconfig_files.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "errors.hpp"

namespace kubexx::cli {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

class KubeconfigFiles : public testing::Test {
protected:
  // Of each test its own: they run beside each other.
  KubeconfigFiles()
      : folder(fs::path(TOOLS_TEST_FOLDER) /
               (std::string("kubeconfig.") + testing::UnitTest::GetInstance()->current_test_info()->name()))
  {
    fs::remove_all(folder);
    fs::create_directories(folder);
    write("config", "current-context: one\ncontexts: [{name: one, context: {}}, {name: two, context: {}}]\n");
  }

  void write(const char* name, const std::string& text) const { std::ofstream(folder / name) << text; }
  [[nodiscard]] std::string text(const char* name) const
  {
    std::ifstream in(folder / name);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }
  [[nodiscard]] std::string path() const { return (folder / "config").string(); }
  [[nodiscard]] std::vector<std::string> names() const
  {
    std::vector<std::string> all;
    for (const auto& entry : fs::directory_iterator(folder)) all.push_back(entry.path().filename());
    return all;
  }
  void use(const char* context) const
  {
    change_kubeconfig(path(), [&](Kubeconfig& config) { config["current-context"] = context; });
  }
  [[nodiscard]] std::string current() const { return read_kubeconfig(path()).at("current-context"); }

  const fs::path folder;
};

TEST_F(KubeconfigFiles, AChangeTouchesNoOtherFile)
{
  write("config.new", "just downloaded");
  use("two");
  EXPECT_EQ(current(), "two");
  EXPECT_EQ(text("config.new"), "just downloaded");
  EXPECT_THAT(names(), UnorderedElementsAre("config", "config.new"));
  EXPECT_EQ(fs::status(path()).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(KubeconfigFiles, AFileOfSomebodyElseThatRootChangesStaysHis)
{
  const bool root = ::geteuid() == 0;  // who else cannot give a file away
  const uid_t owner = root ? 12345 : ::geteuid();
  const gid_t group = root ? 12345 : ::getegid();
  ASSERT_EQ(::chown(path().c_str(), owner, group), 0);
  use("two");
  struct stat now{};
  ASSERT_EQ(::stat(path().c_str(), &now), 0);
  EXPECT_EQ(now.st_uid, owner);
  EXPECT_EQ(now.st_gid, group);
}

TEST_F(KubeconfigFiles, AChangeRespectsKubectlsLock)
{
  write("config.lock", "");
  try {
    use("two");
    FAIL() << "changed although it is locked";
  } catch (const CommandError& error) {
    EXPECT_THAT(error.what(), HasSubstr(path() + ".lock: file exists"));
  }
  EXPECT_EQ(current(), "one");
  EXPECT_THAT(names(), UnorderedElementsAre("config", "config.lock"));
}

TEST_F(KubeconfigFiles, TheFileIsLockedWhileItIsChanged)
{
  change_kubeconfig(path(), [&](Kubeconfig& config) {
    EXPECT_THROW(use("two"), CommandError);
    config["current-context"] = "third";
  });
  EXPECT_EQ(current(), "third");
  EXPECT_THROW(change_kubeconfig(path(), [](Kubeconfig&) { throw CommandError("no"); }), CommandError);
  EXPECT_THAT(names(), ElementsAre("config"));
}

TEST_F(KubeconfigFiles, ALinkStaysALink)
{
  fs::rename(folder / "config", folder / "real");
  fs::create_symlink("real", folder / "config");
  use("two");
  EXPECT_TRUE(fs::is_symlink(folder / "config"));
  EXPECT_THAT(text("real"), HasSubstr("current-context: two"));
}

TEST_F(KubeconfigFiles, WhatIsShownIsWhatGoMakesOfIt)
{
  write("config",
        "users: [{name: u, user: {client-key-data: \"LS0t\\nLS1C\\n\", exec: {apiVersion: "
        "client.authentication.k8s.io/v1, command: x, interactiveMode: Never, env: [{name: A, value: null}, {name: B, "
        "value: b}]}}}]\n");
  const Kubeconfig user = read_kubeconfig(path()).at("users").at(0).at("user");
  EXPECT_EQ(user.at("client-key-data"), "LS0tLS1C");
  EXPECT_EQ(user.at("exec").at("env").dump(), R"([{"name":"A","value":""},{"name":"B","value":"b"}])");
}

}  // namespace
}  // namespace kubexx::cli
