// SPDX-License-Identifier: Apache-2.0
// kubexx-apiserver where a control plane's programs are expected: by their names, with their flags.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "kubexx/testing/operator_test.hpp"
#include "support/process.hpp"
#include "testing/note_operator.hpp"

namespace kubexx::testing {
namespace {

namespace fs = std::filesystem;
using kubexx::support::Command;
using kubexx::support::run;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// The tests run at the same time, as processes: those that start what is there have a folder together.
fs::path assets(const std::string& name = "envtest-assets")
{
  const fs::path folder = fs::path(TESTING_TEST_FOLDER) / name;
  const auto outcome = run(Command{{KUBEXX_APISERVER, "--envtest-assets", folder.string()}, {}});
  EXPECT_EQ(outcome.exit.code, 0) << outcome.all();
  EXPECT_EQ(outcome.out, "KUBEBUILDER_ASSETS=" + folder.string() + "\n");
  return folder;
}

TEST(EnvtestAssets, AControlPlaneIsStartedFromThem)
{
  OperatorTestOptions options;
  options.setup = add_note_controller;
  options.server = TestServer::control_plane(assets());
  OperatorTest test(options);
  run_through(test);
}

// Two that prepare the same folder at once do not take each other's links away.
TEST(EnvtestAssets, ALinkIsReplacedWithoutBeingMissed)
{
  const std::string own = "envtest-assets-replaced";
  const auto link = assets(own) / "etcd";
  std::atomic<bool> done = false;
  std::atomic<int> missed = 0;
  std::jthread watcher([&] {
    while (!done) missed += fs::exists(fs::symlink_status(link)) ? 0 : 1;
  });
  for (int round = 0; round < 20; ++round) {
    const auto other = link.string() + ".other";
    fs::create_symlink("/bin/true", other);
    fs::rename(other, link);
    (void)assets(own);
    EXPECT_EQ(fs::read_symlink(link), fs::canonical(KUBEXX_APISERVER));
  }
  done = true;
  watcher.join();
  EXPECT_EQ(missed, 0);
}

TEST(EnvtestAssets, WhatIsNoLinkStays)
{
  const auto folder = fs::path(TESTING_TEST_FOLDER) / "envtest-assets-taken";
  fs::create_directories(folder);
  std::ofstream(folder / "etcd") << "mine";
  const auto outcome = run(Command{{KUBEXX_APISERVER, "--envtest-assets", folder.string()}, {}});
  EXPECT_NE(outcome.exit.code, 0);
  EXPECT_THAT(outcome.all(), HasSubstr("etcd is there already and is no link"));
  EXPECT_EQ(fs::file_size(folder / "etcd"), 4U);
}

// envtest looks whether the program has a flag before it gives it.
TEST(EnvtestAssets, HelpNamesOnlyFlagsThatThereAre)
{
  const auto outcome = run(Command{{(assets() / "kube-apiserver").string(), "--help"}, {}});
  EXPECT_EQ(outcome.exit.code, 0);
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("--secure-port"), HasSubstr("--client-ca-file"), Not(HasSubstr("--insecure-port"))));
}

TEST(EnvtestAssets, AFlagThatKubeApiserverDoesNotHaveIsRefused)
{
  const auto outcome = run(Command{{(assets() / "kube-apiserver").string(), "--insecure-port=0"}, {}});
  EXPECT_EQ(outcome.exit.code, 2);
  EXPECT_THAT(outcome.all(), HasSubstr("--insecure-port"));
}

TEST(EnvtestAssets, WhatHasNoEffectIsSaid)
{
  const auto outcome = run(
      Command{{(assets() / "kube-apiserver").string(), "--allow-privileged", "--etcd-servers=http://a",
               "--etcd-servers", "http://b", "--v=2", "--tls-cert-file=/nowhere", "--tls-private-key-file=/nowhere"},
              {}});
  EXPECT_EQ(outcome.exit.code, 1);
  EXPECT_THAT(outcome.all(), AllOf(HasSubstr("--etcd-servers has no effect here\n"),
                                   HasSubstr("--allow-privileged has no effect here\n"),
                                   HasSubstr("--v has no effect here\n"), HasSubstr("cannot read /nowhere")));
}

}  // namespace
}  // namespace kubexx::testing
