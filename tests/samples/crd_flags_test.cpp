// SPDX-License-Identifier: Apache-2.0
// --print-crd, --install-crds, --force-crds and --check-crds of a program: samples/configmap-sync, and
// samples/sample-controller, which prints its CRD without the checks.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/apimachinery/yaml.hpp"
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
using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const auto& crds = kubexx::resources::custom_resource_definitions;
const kubexx::ObjectKey syncs{"", "configmapsyncs.example.com"};

std::string text_of(const std::filesystem::path& path)
{
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class CrdFlags : public ProgramTest {
protected:
  [[nodiscard]] Command program(std::vector<std::string> flags) const
  {
    flags.insert(flags.begin(), {CONFIGMAP_SYNC, "--metrics-address=0", "--health-address=0"});
    return isolated(flags);
  }
  [[nodiscard]] Client client_of(const EmbeddedServer& server) const
  {
    kubexx::ConfigOptions where;
    where.path = server.kubeconfig();
    return Client::connect(system_.runtime(), kubexx::load_config(where));
  }
  /// The committed CRD with another value at this place.
  [[nodiscard]] static Object committed(const std::string& pointer, const json& value)
  {
    json crd = kubexx::parse_yaml(text_of(std::filesystem::path(CONFIGMAP_SYNC_FOLDER) / "crd.yaml")).front();
    crd[json::json_pointer(pointer)] = value;
    return Object::from_json(crd);
  }
  const std::string spec_ = "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties";

private:
  kubexx::SystemRuntime system_;
};

TEST_F(CrdFlags, PrintsTheCommittedCrd)
{
  const auto printed = run(program({"--print-crd"}), {}, 20s);
  EXPECT_EQ(printed.exit.code, 0) << printed.err;
  EXPECT_EQ(printed.out, text_of(std::filesystem::path(CONFIGMAP_SYNC_FOLDER) / "crd.yaml"));
  const auto into = folder() / "printed";
  EXPECT_EQ(run(program({"--print-crd", "--output-dir", into.string()}), {}, 20s).exit.code, 0);
  EXPECT_EQ(text_of(into / "example.com_configmapsyncs.yaml"), printed.out);
}

TEST_F(CrdFlags, AProgramWithoutTheChecksOnlyPrints)
{
  const Command print = isolated({SAMPLE_CONTROLLER, "--print-crd"});
  EXPECT_EQ(run(print, {}, 20s).out, text_of(std::filesystem::path(MANIFESTS) / "crd.yaml"));
  EXPECT_EQ(run(isolated({SAMPLE_CONTROLLER, "--install-crds"}), {}, 20s).exit.code, 2);
  EXPECT_EQ(run(isolated({HELLO_OPERATOR, "--print-crd"}), {}, 20s).exit.code, 2) << "it has no CRD";
}

TEST_F(CrdFlags, NamesAFolderThatCannotBeWritten)
{
  const auto file = write("file", "");
  const auto printed = run(program({"--print-crd", "--output-dir", file}), {}, 20s);
  EXPECT_EQ(printed.exit.code, 1);
  EXPECT_THAT(printed.err, HasSubstr(file));
  EXPECT_EQ(run(program({"--output-dir", file}), {}, 20s).exit.code, 2) << "only with --print-crd";
  for (const char* flag : {"--print-crd", "--print-rbac"}) {
    const auto full = run(isolated({"/bin/sh", "-c", "exec \"$0\" \"$1\" >/dev/full", CONFIGMAP_SYNC, flag}), {}, 20s);
    EXPECT_EQ(full.exit.code, 1) << flag;
    EXPECT_THAT(full.err, HasSubstr("cannot write to standard output")) << flag;
  }
  EXPECT_EQ(run(program({"--force-crds"}), {}, 20s).exit.code, 2) << "only with --install-crds";
}

TEST_F(CrdFlags, InstallsTheCrdAndRuns)
{
  const EmbeddedServer server(KUBEXX_APISERVER, folder());
  const auto user = client_of(server);
  Process controller(program({"--install-crds", "--check-crds", "--kubeconfig=" + server.kubeconfig().string()}),
                     folder() / "controller.log");
  EXPECT_TRUE(eventually([&] { return controller.output().find("controller started") != std::string::npos; }))
      << controller.output();
  EXPECT_THAT(controller.output(), HasSubstr("installed a CRD"));
  EXPECT_EQ(user.get(crds, syncs).at("/spec/names/kind").as_string(), "ConfigMapSync");
  EXPECT_EQ(controller.stop().code, 0) << controller.output();
}

TEST_F(CrdFlags, RefusesABreakingChangeUnlessForced)
{
  const EmbeddedServer server(KUBEXX_APISERVER, folder());
  const auto user = client_of(server);
  user.create(crds, committed(spec_ + "/color", {{"type", "string"}}));
  const std::string config = "--kubeconfig=" + server.kubeconfig().string();
  const auto refused = run(program({"--install-crds", config}), {}, 60s);
  EXPECT_EQ(refused.exit.code, 1) << refused.all();
  EXPECT_THAT(refused.err, AllOf(HasSubstr("--force-crds"), HasSubstr("spec.color")));

  Process controller(program({"--install-crds", "--force-crds", config}), folder() / "forced.log");
  EXPECT_TRUE(eventually([&] { return controller.output().find("controller started") != std::string::npos; }))
      << controller.output();
  EXPECT_FALSE(user.get(crds, syncs).json().contains(json::json_pointer(spec_ + "/color")));
  EXPECT_EQ(controller.stop().code, 0) << controller.output();
}

TEST_F(CrdFlags, ChecksTheCrdOfTheCluster)
{
  const EmbeddedServer server(KUBEXX_APISERVER, folder());
  const auto user = client_of(server);
  user.create(crds, committed(spec_, {{"targets", {{"type", "string"}}}}));
  const auto refused = run(program({"--check-crds", "--kubeconfig=" + server.kubeconfig().string()}), {}, 60s);
  EXPECT_EQ(refused.exit.code, 1) << refused.all();
  EXPECT_THAT(refused.err, AllOf(HasSubstr("configmapsyncs.example.com: spec.source: the struct has this member"),
                                 HasSubstr("spec.targets: the struct has array, the CRD has string")));
}

TEST_F(CrdFlags, TheRoleHasThePermissionsOnCrdsOnlyIfTheyAreUsed)
{
  const auto role = [&](const std::string& flag) {
    std::vector<std::string> flags{"--print-rbac"};
    if (!flag.empty()) flags.push_back(flag);
    return run(program(flags), {}, 20s).out;
  };
  EXPECT_THAT(role(""), Not(HasSubstr("customresourcedefinitions")));
  EXPECT_THAT(role("--check-crds"), HasSubstr("resources: [customresourcedefinitions]\n    verbs: [get]\n"));
  EXPECT_THAT(role("--install-crds"),
              HasSubstr("resources: [customresourcedefinitions]\n    verbs: [get, create, patch]\n"));
}

}  // namespace
}  // namespace sample
