// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/builder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <stdexcept>

#include "harness.hpp"

namespace kubexx::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

Result nothing(Context&, const Request&)
{
  return Result::done();
}

class BuilderTest : public ::testing::Test {
protected:
  std::vector<std::string> mistakes(ControllerBuilder& builder, Reconciler reconciler = nothing)
  {
    try {
      builder.build(std::move(reconciler));
    } catch (const BuildError& error) {
      what = error.what();
      return error.mistakes();
    }
    return {};
  }

  Harness h;
  std::string what;
};

TEST_F(BuilderTest, NamesTheControllerAfterItsKind)
{
  EXPECT_EQ(h.manager.controller().for_(kConfigMaps).build(nothing).name(), "configmap");
  EXPECT_EQ(h.manager.controller().for_(kConfigMaps).named("x").build(nothing).name(), "x");
}

TEST_F(BuilderTest, ForTwice)
{
  auto builder = h.manager.controller();
  builder.for_(kConfigMaps).for_(kSecrets);
  EXPECT_THAT(mistakes(builder), ElementsAre(HasSubstr("for_(Secret): a controller reconciles one kind")));
  EXPECT_THAT(what, HasSubstr("controller 'configmap': for_(Secret)"));
}

TEST_F(BuilderTest, NeitherForNorNamed)
{
  auto builder = h.manager.controller();
  builder.watches(kConfigMaps, map_to_itself());
  EXPECT_THAT(mistakes(builder), ElementsAre(HasSubstr("needs a name: call named()")));
}

TEST_F(BuilderTest, WithoutForItCanBeNamed)
{
  EXPECT_EQ(h.manager.controller().watches(kConfigMaps, map_to_itself()).named("w").build(nothing).name(), "w");
}

TEST_F(BuilderTest, OwnsWithoutFor)
{
  auto builder = h.manager.controller();
  builder.named("x").owns(kSecrets);
  EXPECT_THAT(mistakes(builder), ElementsAre(HasSubstr("owns(Secret) needs for_()")));
}

TEST_F(BuilderTest, ANamespacedOwnerCannotOwnAClusterScopedKind)
{
  auto builder = h.manager.controller();
  builder.for_(kConfigMaps).owns(ResourceType{"", "v1", "Node", "nodes", Scope::cluster});
  EXPECT_THAT(mistakes(builder), ElementsAre(HasSubstr("a cluster-scoped object cannot be owned")));
}

TEST_F(BuilderTest, NoWatches)
{
  auto builder = h.manager.controller();
  builder.named("x").reads(kSecrets);
  EXPECT_THAT(mistakes(builder), ElementsAre(HasSubstr("nothing would ever be reconciled")));
}

TEST_F(BuilderTest, AnEmptyReconciler)
{
  auto builder = h.manager.controller();
  builder.for_(kConfigMaps);
  EXPECT_THAT(mistakes(builder, std::function<Result(Context&, const Request&)>()),
              ElementsAre(HasSubstr("needs a reconciler")));
}

TEST_F(BuilderTest, TheSameNameTwice)
{
  h.manager.controller().for_(kConfigMaps).build(nothing);
  auto builder = h.manager.controller();
  builder.for_(kConfigMaps);
  EXPECT_THAT(mistakes(builder), ElementsAre(HasSubstr("already has a controller with that name")));
}

TEST_F(BuilderTest, AnIncompleteResourceType)
{
  auto builder = h.manager.controller();
  builder.for_(ResourceType{"", "v1", "", "configmaps"}).named("x");
  EXPECT_THAT(mistakes(builder), ElementsAre(HasSubstr("for_('configmaps'): the resource type needs")));
}

TEST_F(BuilderTest, EverythingWrongIsReportedAtOnce)
{
  auto builder = h.manager.controller();
  builder.named("").workers(0).watches(kSecrets, Mapper()).reconcile_timeout(std::chrono::seconds(-1));
  EXPECT_THAT(mistakes(builder), SizeIs(5)) << what;
  EXPECT_THAT(what, HasSubstr("\n  - workers(0)"));
}

TEST_F(BuilderTest, ANegativeNumberOfWorkersIsReported)
{
  auto builder = h.manager.controller();
  builder.for_(kConfigMaps).workers(static_cast<std::size_t>(-1));
  EXPECT_THAT(mistakes(builder), SizeIs(1)) << what;
  EXPECT_THAT(what, HasSubstr("negative"));
}

TEST_F(BuilderTest, ABuilderMakesOneController)
{
  auto builder = h.manager.controller();
  builder.for_(kConfigMaps);
  EXPECT_THAT(mistakes(builder), SizeIs(0));
  EXPECT_THAT(mistakes(builder), ::testing::Contains(HasSubstr("build() was called before")));
}

TEST_F(BuilderTest, OverridesReachTheController)
{
  h.manager.controller()
      .for_(kConfigMaps)
      .workers(7)
      .rate_limiter(RetryPolicy::exponential(std::chrono::seconds(1), std::chrono::seconds(1)))
      .build([](Context&, const Request&) { return Result::requeue(); });
  h.create(kConfigMaps, "a");
  h.start();
  h.sim.run_for(std::chrono::milliseconds(10500));
  EXPECT_EQ(h.metric(R"(controller_runtime_max_concurrent_reconciles{controller="configmap"})"), "7");
  EXPECT_EQ(h.metric(R"(controller_runtime_reconcile_total{controller="configmap",result="requeue"})"), "11");
}

// --- what was forgotten ---

constexpr const char* kUnbuilt = "warn a controller was configured but never built: call build()";

TEST_F(BuilderTest, ADescriptionWithoutBuildIsReportedAtTheStart)
{
  h.manager.controller().for_(kConfigMaps).owns(kSecrets);
  h.manager.controller().named("sweeper").watches(kSecrets, map_to_itself());
  static_cast<void>(h.manager.controller());
  h.manager.controller().for_(kSecrets).build(nothing);
  auto refused = h.manager.controller();
  refused.for_(kSecrets);
  EXPECT_THAT(mistakes(refused), SizeIs(1));
  EXPECT_EQ(h.log->count({kUnbuilt}), 0U);
  h.start();
  EXPECT_EQ(h.log->count({kUnbuilt, "of ConfigMap"}), 1U) << h.log->text();
  EXPECT_EQ(h.log->count({kUnbuilt, "'sweeper'"}), 1U);
  EXPECT_EQ(h.log->count({kUnbuilt, "without a kind or a name"}), 1U);
  EXPECT_EQ(h.log->count({kUnbuilt}), 3U);
  h.manager.controller().for_(kConfigMaps);
  EXPECT_EQ(h.log->count({kUnbuilt}), 4U) << "later at once";
}

TEST_F(BuilderTest, AMovedFromBuilderThrows)
{
  auto builder = h.manager.controller();
  auto other = std::move(builder);
  EXPECT_THROW(builder.workers(3), std::logic_error);  // NOLINT(bugprone-use-after-move)
  EXPECT_THROW(builder.build(nothing), std::logic_error);
  other.for_(kConfigMaps).build(nothing);
}

TEST_F(BuilderTest, ABuilderThatAnExceptionDestroysIsNotReported)
{
  const auto describe = [&] {
    auto builder = h.manager.controller();
    builder.for_(kConfigMaps);
    throw std::runtime_error("no selector");
  };
  EXPECT_THROW(describe(), std::runtime_error);
  std::optional<Manager> gone(std::in_place, h.user);
  std::optional<ControllerBuilder> outlives(gone->controller());
  gone.reset();
  outlives.reset();
  h.manager.controller().for_(kConfigMaps).build(nothing);
  h.start();
  EXPECT_EQ(h.log->count({kUnbuilt}), 0U);
}

TEST_F(BuilderTest, AManagerWithNothingToDoSaysSo)
{
  const char* const text = "warn the manager has no controller, webhook or runnable";
  h.manager.start();
  EXPECT_EQ(h.log->count({text}), 1U);
  Harness with_runnable;
  with_runnable.manager.add_runnable("one", [](const RunContext&) {});
  with_runnable.start();
  EXPECT_EQ(with_runnable.log->count({text}), 0U);
}

// controller-runtime: "should inherit all values from manager if not specified in options".
TEST(BuilderOfOptions, WorkersAreTheManagersUnlessTheBuilderSaysOtherwise)
{
  ManagerOptions options;
  options.workers = 3;
  Harness h(options);
  const auto nothing = [](Context&, const Request&) { return Result::done(); };
  h.manager.controller().for_(kConfigMaps).named("inherits").build(nothing);
  h.manager.controller().for_(kConfigMaps).named("chooses").workers(2).build(nothing);
  EXPECT_EQ(h.metric(R"(controller_runtime_max_concurrent_reconciles{controller="inherits"})"), "3");
  EXPECT_EQ(h.metric(R"(controller_runtime_max_concurrent_reconciles{controller="chooses"})"), "2");
}

}  // namespace
}  // namespace kubexx::testing
