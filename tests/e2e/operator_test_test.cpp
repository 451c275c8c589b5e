// SPDX-License-Identifier: Apache-2.0
// The users' test kit with a real kube-apiserver: one that runs already, and one that it starts.
#include "kubexx/testing/operator_test.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "kubexx/apimachinery/well_known_resources.hpp"
#include "real_server.hpp"
#include "testing/note_operator.hpp"

namespace kubexx::e2e {
namespace {

using kubexx::testing::add_note_controller;
using kubexx::testing::OperatorTest;
using kubexx::testing::OperatorTestOptions;
using kubexx::testing::TestServer;

Environment with(const std::string& name, const std::string& value)
{
  return [name, value](std::string_view asked) {
    return asked == name ? std::optional<std::string>(value) : std::nullopt;
  };
}

OperatorTestOptions on(TestServer server)
{
  OperatorTestOptions options;
  options.setup = add_note_controller;
  options.server = std::move(server);
  return options;
}

class OperatorTestKit : public RealServer {};

TEST_F(OperatorTestKit, OnTheClusterOfKubeconfig)
{
  std::string ns;
  {
    OperatorTest test(on(TestServer::from_environment(with("KUBECONFIG", plane().files.kubeconfig()))));
    ns = test.ns();
    kubexx::testing::run_through(test);
    EXPECT_THROW(test.restart_server(), std::logic_error) << "it belongs to somebody else";
  }
  EXPECT_TRUE(admin().get(namespaces(), {"", ns}).is_deleting()) << "it leaves nothing behind";
}

TEST_F(OperatorTestKit, OnAControlPlaneOfItsOwn)
{
  const auto assets = find_built_assets();
  ASSERT_TRUE(assets);
  const TestServer server = TestServer::from_environment(with("KUBEBUILDER_ASSETS", assets->apiserver.parent_path()));
  EXPECT_TRUE(server.is_real());
  std::string first;
  {
    OperatorTest test(on(server));
    first = test.ns();
    kubexx::testing::run_through(test);
  }
  OperatorTest test(on(server));
  EXPECT_NE(test.ns(), first) << "the tests of a program share the server, not the namespace";
  test.start();
  test.restart_server();
  api<kubexx::testing::Note>(test.user()).create(kubexx::testing::note(test, "late"));
  test.wait_for<kubexx::testing::ConfigMap>({test.ns(), "late"}, "the text of the Note", kubexx::testing::is_copied);
  test.stop();
}

}  // namespace
}  // namespace kubexx::e2e
