// Tests of the webhooks of @KIND@, which the API server of support.hpp calls.
#include <gtest/gtest.h>

#include <kubexx/testing/operator_test.hpp>
#include <string>

#include "@FILE@.hpp"

#include "support.hpp"

namespace @SPACE@ {
namespace {

using kubexx::testing::OperatorTest;
@if cluster@
using kubexx::testing::TestServer;
@end@

class @KIND@WebhooksTest : public ::testing::Test {
protected:
  @KIND@WebhooksTest() { test.start(); }

  [[nodiscard]] @KIND@ object(const std::string& text) const
  {
    @KIND@ object;
@if namespaced@
    object.metadata.namespace_ = test.ns();
@end@
    object.metadata.name = "checked";
@if cluster@
    object.spec.targetNamespace = test.ns();
@end@
    object.spec.text = text;
    return object;
  }

@if cluster@
  OperatorTest test{test_options(TestServer::from_environment())};
@else@
  OperatorTest test{test_options(shared_server())};
@end@
};

TEST_F(@KIND@WebhooksTest, SetsDefaultText)
{
  const auto made = api<@KIND@>(test.user()).create(object(""));
  EXPECT_EQ(made->spec.text, "hello from " + made->metadata.name);
  test.stop();
}

TEST_F(@KIND@WebhooksTest, DeniesTabs)
{
  try {
    api<@KIND@>(test.user()).create(object("a\tb"));
    FAIL() << "the object was stored";
  } catch (const kubexx::ApiError& error) {
    EXPECT_NE(std::string(error.what()).find("use spaces instead of tabs"), std::string::npos) << error.what();
  }
  test.stop();
}

TEST_F(@KIND@WebhooksTest, DeniesLoweringCopiesToZeroAtOnce)
{
  auto first = object("text");
  first.spec.copies = 3;
  auto stored = api<@KIND@>(test.user()).create(first);
  stored->spec.copies = 0;
  EXPECT_THROW(stored.patch(), kubexx::ApiError);
  stored->spec.copies = 1;
  EXPECT_TRUE(stored.patch());
  test.stop();
}

}  // namespace
}  // namespace @SPACE@
