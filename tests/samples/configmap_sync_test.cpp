// SPDX-License-Identifier: Apache-2.0
// The operator of docs/start/writing-an-operator.md. Runs in the simulation, and in `make e2e` against a real
// kube-apiserver.
#include <gtest/gtest.h>

#include <kubexx/testing/operator_test.hpp>

#include "config_map_sync.hpp"
#include "sync_reconciler.hpp"

namespace configmap_sync {
namespace {

using namespace kubexx;
using kubexx::testing::crash_at_every_call;
using kubexx::testing::OperatorTest;
using kubexx::testing::OperatorTestOptions;
using kubexx::testing::TestServer;
using namespace std::chrono_literals;

OperatorTestOptions test_options(const TestServer& server)
{
  OperatorTestOptions options;
  options.server = server;
  const SyncOptions sync{.server_side_apply = server.is_real()};
  options.setup = [sync](Manager& manager) { add_sync_controller(manager, sync); };
  options.manifests = {CONFIGMAP_SYNC "/crd.yaml"};
  return options;
}

bool is_ready(const Typed<ConfigMapSync>& sync)
{
  return is_condition_true(sync->status.conditions, "Ready");
}

class ConfigMapSyncTest : public ::testing::Test {
protected:
  ConfigMapSyncTest() { test.start(); }

  [[nodiscard]] ObjectKey key(const std::string& name) const { return {test.ns(), name}; }
  Typed<ConfigMap> wait_for_copy(const std::string& name, const std::string& sky)
  {
    return test.wait_for<ConfigMap>(key(name), "sky is " + sky, [&](const auto& copy) {
      return copy->data.contains("sky") && copy->data.at("sky") == sky;
    });
  }
  // The Ready condition has this reason.
  void wait_for_reason(const std::string& reason)
  {
    test.wait_for<ConfigMapSync>(key("palette"), "the reason of Ready is " + reason, [&](const auto& sync) {
      const Condition* const ready = find_condition(sync->status.conditions, "Ready");
      return ready != nullptr && ready->reason == reason;
    });
  }

  const TestServer server = TestServer::from_environment();
  OperatorTest test{test_options(server)};
};

TEST_F(ConfigMapSyncTest, TheCopiesFollowTheSource)
{
  test.apply(CONFIGMAP_SYNC "/example.yaml");
  wait_for_copy("palette-web", "blue");
  wait_for_copy("palette-mail", "blue");
  test.wait_for<ConfigMapSync>(key("palette"), "it is ready", is_ready);

  auto source = api<ConfigMap>(test.user()).get(key("colours"));
  source->data["sky"] = "grey";
  source.patch();
  wait_for_copy("palette-web", "grey");

  test.user().delete_(resource_of<ConfigMap>(), key("palette-mail"));
  wait_for_copy("palette-mail", "grey");
  EXPECT_EQ(test.count(Verb::create, "configmaps"), server.is_real() ? 0U : 3U) << "a real server gets applies";
  test.stop();
}

TEST_F(ConfigMapSyncTest, AReconcileThatHasNothingToDoWritesNothing)
{
  test.apply(CONFIGMAP_SYNC "/example.yaml");
  test.wait_for<ConfigMapSync>(key("palette"), "it is ready", is_ready);
  test.run_for(1s);
  auto source = api<ConfigMap>(test.user()).get(key("colours"));
  source->metadata.annotations["note"] = "not copied";
  source.patch();
  test.expect_no_writes(5s);
  test.restart();
  if (server.is_real()) test.run_for(1s);  // what a new process applies first is sent, and changes nothing
  test.expect_no_writes(5s);
  test.stop();
}

TEST_F(ConfigMapSyncTest, ATargetThatIsNamedNoMoreIsDeleted)
{
  test.apply(CONFIGMAP_SYNC "/example.yaml");
  wait_for_copy("palette-mail", "blue");
  // Its status is written last, and a patch that replaces a list is refused when the object has changed.
  test.wait_for<ConfigMapSync>(key("palette"), "it is ready", is_ready);
  auto sync = api<ConfigMapSync>(test.user()).get(key("palette"));
  sync->spec.targets = {"palette-web"};
  sync.patch();
  test.wait_until_gone<ConfigMap>(key("palette-mail"));
  test.wait_for<ConfigMapSync>(key("palette"), "one copy", [](const auto& found) { return found->status.copies == 1; });
  test.stop();
}

TEST_F(ConfigMapSyncTest, WhatIsSomebodyElsesIsLeftAlone)
{
  ConfigMap theirs;
  theirs.metadata.namespace_ = test.ns();
  theirs.metadata.name = "palette-web";
  theirs.data["sky"] = "theirs";
  api<ConfigMap>(test.user()).create(theirs);
  test.apply(CONFIGMAP_SYNC "/example.yaml");
  wait_for_reason("TargetTaken");
  wait_for_copy("palette-mail", "blue");
  wait_for_copy("palette-web", "theirs");
  test.stop();
}

TEST_F(ConfigMapSyncTest, AMissingSourceIsReportedAndAwaited)
{
  ConfigMapSync sync;
  sync.metadata.namespace_ = test.ns();
  sync.metadata.name = "palette";
  sync.spec.source = "colours";
  sync.spec.targets = {"palette-web"};
  api<ConfigMapSync>(test.user()).create(sync);
  wait_for_reason("SourceMissing");
  test.apply(CONFIGMAP_SYNC "/example.yaml");
  wait_for_reason("Synced");
  auto changed = api<ConfigMapSync>(test.user()).get(key("palette"));
  changed->spec.source = "palette-web";
  changed.patch();
  wait_for_reason("InvalidSpec");
  test.stop();
}

TEST_F(ConfigMapSyncTest, TheLastSyncReleasesItsSource)
{
  test.apply(CONFIGMAP_SYNC "/example.yaml");
  ConfigMapSync second;
  second.metadata.namespace_ = test.ns();
  second.metadata.name = "second";
  second.spec.source = "colours";
  second.spec.targets = {"second-web"};
  api<ConfigMapSync>(test.user()).create(second);
  test.wait_for<ConfigMapSync>(key("palette"), "it is ready", is_ready);
  test.wait_for<ConfigMapSync>(key("second"), "it is ready", is_ready);

  const auto in_use = [](const auto& source) { return source.label("example.com/in-use") == "true"; };
  test.user().delete_(resource_of<ConfigMapSync>(), key("palette"));
  test.wait_until_gone<ConfigMapSync>(key("palette"));
  test.wait_for<ConfigMap>(key("colours"), "it is still in use", in_use);
  test.user().delete_(resource_of<ConfigMapSync>(), key("second"));
  test.wait_until_gone<ConfigMapSync>(key("second"));
  test.wait_for<ConfigMap>(key("colours"), "it is in use no more", [&](const auto& source) { return !in_use(source); });
  test.stop();
}

TEST_F(ConfigMapSyncTest, AFormerSourceIsReleased)
{
  test.apply(CONFIGMAP_SYNC "/example.yaml");
  test.wait_for<ConfigMapSync>(key("palette"), "it is ready", is_ready);
  ConfigMap tints;
  tints.metadata.namespace_ = test.ns();
  tints.metadata.name = "tints";
  tints.data["sky"] = "pale";
  api<ConfigMap>(test.user()).create(tints);
  auto sync = api<ConfigMapSync>(test.user()).get(key("palette"));
  sync->spec.source = "tints";
  sync.patch();
  wait_for_copy("palette-web", "pale");
  const auto in_use = [](const auto& source) { return source.label("example.com/in-use") == "true"; };
  const auto is_free = [&](const auto& source) { return !in_use(source); };
  test.wait_for<ConfigMap>(key("tints"), "it is in use", in_use);
  test.wait_for<ConfigMap>(key("colours"), "it is in use no more", is_free);
  test.user().delete_(resource_of<ConfigMapSync>(), key("palette"));
  test.wait_until_gone<ConfigMapSync>(key("palette"));
  test.wait_for<ConfigMap>(key("tints"), "it is in use no more", is_free);
  test.stop();
}

TEST_F(ConfigMapSyncTest, ATargetThatIsRefusedIsReportedAndStopsNoOther)
{
  test.apply(CONFIGMAP_SYNC "/example.yaml");
  test.wait_for<ConfigMapSync>(key("palette"), "it is ready", is_ready);
  auto sync = api<ConfigMapSync>(test.user()).get(key("palette"));
  sync->spec.targets = {"palette-web", "Not A Name", "palette-mail2"};
  sync.patch();
  wait_for_reason("Refused");
  wait_for_copy("palette-mail2", "blue");
  sync = api<ConfigMapSync>(test.user()).get(key("palette"));
  const Condition ready = *find_condition(sync->status.conditions, "Ready");
  EXPECT_EQ(ready.status, "False");
  EXPECT_EQ(ready.observedGeneration, sync.origin().generation());
  EXPECT_NE(ready.message.find("Not A Name"), std::string::npos) << ready.message;
  EXPECT_EQ(sync->status.copies, 2);
  sync->spec.targets = {"palette-web", "palette-mail2"};
  sync.patch();
  wait_for_reason("Synced");
  test.stop();
}

TEST_F(ConfigMapSyncTest, ASourceThatCannotBeLabelledIsReported)
{
  test.fail_next(Verb::patch, "configmaps", 403, 6);
  test.apply(CONFIGMAP_SYNC "/example.yaml");
  wait_for_reason("Refused");
  wait_for_reason("Synced");
  test.stop();
}

TEST_F(ConfigMapSyncTest, FaultsDelayItAndNoMore)
{
  test.fail_next(Verb::patch, "configmapsyncs/status", 500);
  test.lose_answer(server.is_real() ? Verb::patch : Verb::create, "configmaps");
  test.drop_watches("configmaps");
  test.apply(CONFIGMAP_SYNC "/example.yaml");
  test.wait_for<ConfigMapSync>(key("palette"), "it is ready", is_ready);
  wait_for_copy("palette-web", "blue");
  if (!server.is_real()) test.restart_server();
  test.stop();
}

TEST(ConfigMapSyncCrashes, ItConvergesWhereverItCrashes)
{
  const auto scenario = [](OperatorTest& test) {
    test.apply(CONFIGMAP_SYNC "/example.yaml");
    test.wait_for<ConfigMapSync>({test.ns(), "palette"}, "it is ready", is_ready);
    test.user().delete_(resource_of<ConfigMapSync>(), {test.ns(), "palette"});
    test.wait_until_gone<ConfigMapSync>({test.ns(), "palette"});
    test.wait_until_gone<ConfigMap>({test.ns(), "palette-web"});
    test.wait_for<ConfigMap>({test.ns(), "colours"}, "it is in use no more",
                             [](const auto& source) { return source.label("example.com/in-use") != "true"; });
  };
  const auto report = crash_at_every_call(test_options(TestServer::simulated()), scenario);
  EXPECT_GT(report.calls, 8U);
  EXPECT_EQ(report.points.size(), 2 * report.calls);
}

}  // namespace
}  // namespace configmap_sync
