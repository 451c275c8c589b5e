// SPDX-License-Identifier: Apache-2.0
// samples/hello and samples/multi-cluster as programs: their mains, flags and roles. What they do is tested in
// hello_operator_test.cpp and multi_cluster_test.cpp.
#include <gmock/gmock.h>

#include <filesystem>

#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/client/load_config.hpp"
#include "program_test.hpp"
#include "support/embedded_server.hpp"

namespace sample {
namespace {

using namespace kubexx::support;
using namespace std::chrono_literals;
using kubexx::Client;
using kubexx::Object;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const auto& maps = kubexx::resources::config_maps;

class OperatorPrograms : public ProgramTest {
protected:
  [[nodiscard]] EmbeddedServer server(const std::string& name) const
  {
    std::filesystem::create_directories(folder() / name);
    return {KUBEXX_APISERVER, folder() / name};
  }
  [[nodiscard]] Client client_of(const EmbeddedServer& server) const
  {
    kubexx::ConfigOptions where;
    where.path = server.kubeconfig();
    return Client::connect(system_.runtime(), kubexx::load_config(where));
  }
  [[nodiscard]] Command program(const char* path, std::vector<std::string> flags) const
  {
    flags.insert(flags.begin(), {path, "--metrics-address=0", "--health-address=0"});
    return isolated(flags);
  }
  // What a data member of the map "a" is; empty when there is none.
  static std::string value(const Client& client, const std::string& member)
  {
    try {
      return client.get(maps, {"default", "a"}).at("/data/" + member).as_string().value_or("");
    } catch (const kubexx::ApiError& error) {
      if (!is_not_found(error)) throw;
      return "";
    }
  }

private:
  kubexx::SystemRuntime system_;
};

TEST_F(OperatorPrograms, HelloGreets)
{
  const auto server = this->server("server");
  const auto user = client_of(server);
  Process hello(program(HELLO_OPERATOR, {"--kubeconfig=" + server.kubeconfig().string()}), folder() / "hello.log");
  user.create(maps, Object::parse(R"({"metadata":{"namespace":"default","name":"a","labels":{"greet":"yes"}}})"));
  EXPECT_TRUE(eventually([&] { return value(user, "greeting") == "Hello a!"; })) << hello.output();
  EXPECT_EQ(hello.stop().code, 0) << hello.output();
}

TEST_F(OperatorPrograms, HelloPrintsTheRoleThatItNeeds)
{
  const auto printed = run(program(HELLO_OPERATOR, {"--print-rbac"}), {}, 20s);
  EXPECT_EQ(printed.exit.code, 0) << printed.err;
  EXPECT_THAT(printed.out, AllOf(HasSubstr("configmaps"), HasSubstr("patch"), Not(HasSubstr("create"))));
}

TEST_F(OperatorPrograms, MultiClusterDistributes)
{
  const auto hub = server("hub"), east = server("east"), west = server("west");
  Process distributor(
      program(MULTI_CLUSTER, {"--kubeconfig=" + hub.kubeconfig().string(), "--hub-name=main", "--member",
                              "east=" + east.kubeconfig().string(), "--member=west=" + west.kubeconfig().string()}),
      folder() / "distributor.log");
  client_of(hub).create(maps, Object::parse(R"({"metadata":{"namespace":"default","name":"a",
      "labels":{"distribute":"yes"}},"data":{"key":"value"}})"));
  for (const auto* member : {&east, &west}) {
    const auto user = client_of(*member);
    ASSERT_TRUE(eventually([&] { return value(user, "key") == "value"; })) << distributor.output();
    EXPECT_EQ(user.get(maps, {"default", "a"}).at("/metadata/labels/distributed-by").as_string(), "main");
  }
  EXPECT_EQ(distributor.stop().code, 0) << distributor.output();
}

TEST_F(OperatorPrograms, MultiClusterNamesAMemberThatItCannotUse)
{
  for (const char* wrong : {"east", "east=", "=config"}) {
    const auto outcome = run(program(MULTI_CLUSTER, {std::string("--member=") + wrong}), {}, 20s);
    EXPECT_EQ(outcome.exit.code, 2) << outcome.all();
    EXPECT_THAT(outcome.all(), AllOf(HasSubstr("--member"), HasSubstr("is not NAME=KUBECONFIG")));
  }
  const auto hub = write("hub.yaml", kubeconfig("https://127.0.0.1:1"));
  const auto missing = (folder() / "missing.yaml").string();
  const auto outcome = run(program(MULTI_CLUSTER, {"--kubeconfig=" + hub, "--member=east=" + missing}), {}, 20s);
  EXPECT_EQ(outcome.exit.code, 1) << outcome.all();
  EXPECT_THAT(outcome.err, HasSubstr(missing));
}

// multi_cluster_test.cpp shows that the operator needs these, and no others.
TEST_F(OperatorPrograms, MultiClusterPrintsTheRolesOfTheHubAndOfEachMember)
{
  const std::string in_hub = R"(rules:
  - apiGroups: [""]
    resources: [configmaps]
    verbs: [list, watch]
  - apiGroups: [events.k8s.io]
    resources: [events]
    verbs: [create, patch]
---
)";
  const std::string in_member = R"(rules:
  - apiGroups: [""]
    resources: [configmaps]
    verbs: [list, watch, create, patch, delete]
---
)";
  const auto printed = run(program(MULTI_CLUSTER, {"--print-rbac", "--leader-elect"}), {}, 20s);
  EXPECT_EQ(printed.exit.code, 0) << printed.err;
  const auto member = printed.out.find("---\n# each cluster that is added:\n");
  ASSERT_NE(member, std::string::npos) << printed.out;
  EXPECT_THAT(printed.out.substr(0, member),
              AllOf(::testing::StartsWith("# the manager's own cluster:\n"), HasSubstr(in_hub), HasSubstr("leases")));
  EXPECT_THAT(printed.out.substr(member), AllOf(HasSubstr(in_member), Not(HasSubstr("leases"))));

  const auto config = write("member.yaml", kubeconfig("https://127.0.0.1:1"));
  const auto named =
      run(program(MULTI_CLUSTER, {"--print-rbac", "--member=east=" + config, "--member=west=" + config}), {}, 20s);
  EXPECT_EQ(named.exit.code, 0) << named.err;
  for (const char* name : {"east", "west"}) {
    const auto begin = named.out.find(std::string("---\n# cluster ") + name + ":\n");
    ASSERT_NE(begin, std::string::npos) << named.out;
    const auto part = named.out.substr(begin + 4);
    EXPECT_THAT(part.substr(0, part.find("---\n#")), HasSubstr(in_member)) << name;
  }
}

}  // namespace
}  // namespace sample
