// SPDX-License-Identifier: Apache-2.0
// The program of docs/guides/informer.md, against the embedded server.
#include <gmock/gmock.h>

#include <csignal>

#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/client/load_config.hpp"
#include "program_test.hpp"
#include "support/embedded_server.hpp"

namespace sample {
namespace {

using namespace kubexx::support;
using kubexx::Object;

Object pod(const std::string& name, const std::string& node)
{
  const std::string on = node.empty() ? "" : R"("nodeName":")" + node + R"(",)";
  return Object::parse(R"({"metadata":{"namespace":"default","name":")" + name + R"("},"spec":{)" + on +
                       R"("containers":[{"name":"c","image":"i"}]}})");
}

class PodsByNode : public ProgramTest {};

TEST_F(PodsByNode, SaysHowManyPodsANodeHasWheneverOneComesOrGoes)
{
  const EmbeddedServer server(KUBEXX_APISERVER, folder());
  const kubexx::SystemRuntime system;
  kubexx::ConfigOptions where;
  where.path = server.kubeconfig();
  const auto client = kubexx::Client::connect(system.runtime(), kubexx::load_config(where));
  const auto& pods = kubexx::resources::pods;
  client.create(pods, pod("first", "n1"));
  Process program(isolated({PODS_BY_NODE}, {{"KUBECONFIG", server.kubeconfig()}}), folder() / "lines");
  const auto ends_with = [&](const std::string& text) {
    return eventually([&] { return program.output().ends_with(text); });
  };
  EXPECT_TRUE(ends_with("n1: 1\n")) << program.output();
  client.create(pods, pod("nowhere", ""));
  client.create(pods, pod("second", "n1"));
  EXPECT_TRUE(ends_with("n1: 1\nn1: 2\n")) << program.output();
  client.create(pods, pod("third", "n2"));
  EXPECT_TRUE(ends_with("n1: 2\nn2: 1\n")) << program.output();
  kubexx::DeleteOptions now;
  now.grace_period_seconds = 0;
  client.delete_(pods, {"default", "first"}, now);
  EXPECT_TRUE(ends_with("n2: 1\nn1: 1\n")) << program.output();
  program.signal(SIGTERM);
  const auto exit = program.wait(std::chrono::seconds(10));
  ASSERT_TRUE(exit);
  EXPECT_EQ(exit->code, 0);
}

}  // namespace
}  // namespace sample
