// SPDX-License-Identifier: Apache-2.0
// The guard against a loop of creations, seen through the manager's client: creations count, attempts do not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness.hpp"
#include "kubexx/apimachinery/error.hpp"

namespace kubexx::testing {
namespace {

using std::chrono::seconds;
using ::testing::HasSubstr;

class RecreateGuardTest : public ::testing::Test {
protected:
  void SetUp() override { h.start(); }

  void create(const WriteOptions& options = {})
  {
    h.manager.client().create(
        kSecrets,
        Object::parse(R"({"apiVersion":"v1","kind":"Secret","metadata":{"name":"child","namespace":"default"}})"),
        options);
  }
  void recreate()
  {
    create();
    h.remove(kSecrets, {"default", "child"});
  }
  // The reason of the error that create() throws.
  std::string refusal()
  {
    try {
      create();
    } catch (const ApiError& error) {
      return std::string(error.reason());
    } catch (const TransportError& error) {
      return to_string(error.code());
    }
    return "created";
  }
  int posts() { return h.transport->requests["POST /api/v1/namespaces/default/secrets"]; }

  Harness h;
};

TEST_F(RecreateGuardTest, WhatIsDeletedAtOnceIsNotCreatedForEver)
{
  for (int time = 0; time < 5; ++time) recreate();
  try {
    recreate();
    FAIL() << "the sixth creation in a row was sent";
  } catch (const ApiError& error) {
    EXPECT_TRUE(is_too_many_requests(error));
    EXPECT_THAT(error.what(), HasSubstr("default/child"));
    EXPECT_EQ(error.status().retry_after, seconds(1));
  }
  EXPECT_EQ(posts(), 5);
  h.sim.run_for(seconds(1));
  recreate();
  EXPECT_THROW(recreate(), ApiError);
  h.sim.run_for(seconds(10));
  for (int time = 0; time < 5; ++time) recreate();
}

TEST_F(RecreateGuardTest, ARefusedCreateIsAnsweredWithItsOwnErrorEachTime)
{
  for (const auto& refused : {std::pair(422U, "Invalid"), {413U, "RequestEntityTooLarge"}, {403U, "Forbidden"}}) {
    h.transport->on_request = [answer = refused](const HttpRequest& request) {
      return request.method == "POST" ? status_answer(answer.first, answer.second, "spec.x: no") : nullptr;
    };
    for (int time = 0; time < 20; ++time) EXPECT_EQ(refusal(), refused.second);
  }
  EXPECT_EQ(posts(), 60);
  h.transport->on_request = nullptr;
  for (int time = 0; time < 5; ++time) recreate();
  EXPECT_EQ(refusal(), "TooManyRequests") << "the five that were made count";
}

TEST_F(RecreateGuardTest, AnObjectThatIsThereAlreadyWasNotCreated)
{
  create();
  for (int time = 0; time < 20; ++time) EXPECT_EQ(refusal(), "AlreadyExists");
}

TEST_F(RecreateGuardTest, ADryRunCreatesNothing)
{
  WriteOptions options;
  options.dry_run = true;
  for (int time = 0; time < 20; ++time) create(options);
  EXPECT_EQ(posts(), 20);
}

}  // namespace
}  // namespace kubexx::testing
