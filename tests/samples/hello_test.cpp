// SPDX-License-Identifier: Apache-2.0
// The operator of README and samples/hello, as it stands there: what it writes, and what it leaves alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness.hpp"

#define main hello_main
#include "hello/main.cpp"  // NOLINT(bugprone-suspicious-include): the sample itself, without its main
#undef main

namespace {

using kubexx::testing::Harness;
using kubexx::testing::kConfigMaps;
using ::testing::IsEmpty;

struct Hello : Harness {
  Hello()
  {
    add_greeter(manager);
    start();
  }
  int patches() { return transport->requests["PATCH /api/v1/namespaces/default/configmaps/a"]; }
};

TEST(HelloSample, GreetsWhatIsLabelled)
{
  Hello h;
  h.create_json(kConfigMaps, R"({"apiVersion":"v1","kind":"ConfigMap",
      "metadata":{"name":"a","namespace":"default","labels":{"greet":"yes"}},"data":{"other":"kept"}})");
  ASSERT_TRUE(h.until([&] { return h.get(kConfigMaps, {"default", "a"}).at("/data/greeting").equals("Hello a!"); }));
  h.sim.run_for(std::chrono::seconds(5));
  EXPECT_EQ(h.patches(), 1) << "its own write changes nothing further";
  EXPECT_EQ(h.get(kConfigMaps, {"default", "a"}).at("/data/other").as_string(), "kept");
}

TEST(HelloSample, AReconcileThatOnlyReadsPatchesNothing)
{
  Hello h;
  h.create(kConfigMaps, "a");
  h.sim.run_for(std::chrono::seconds(5));
  EXPECT_EQ(h.patches(), 0);
  EXPECT_THAT(h.get(kConfigMaps, {"default", "a"}).labels(), IsEmpty());
  // The next change that it writes brings nothing along that was only read.
  h.patch(kConfigMaps, {"default", "a"}, R"({"metadata":{"labels":{"greet":"yes"}}})");
  ASSERT_TRUE(h.until([&] { return h.patches() == 1; }));
  EXPECT_EQ(h.get(kConfigMaps, {"default", "a"}).labels().size(), 1U);
}

}  // namespace
