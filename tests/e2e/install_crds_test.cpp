// SPDX-License-Identifier: Apache-2.0
// --install-crds and --check-crds of samples/configmap-sync on a real kube-apiserver, with the role that the program
// prints for them and nothing more.
#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "control_plane.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/apimachinery/yaml.hpp"
#include "real_server.hpp"
#include "sample.hpp"

namespace kubexx::e2e {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

const auto& crds = resources::custom_resource_definitions;
const ObjectKey syncs{"", "configmapsyncs.example.com"};

class InstallCrds : public RealServer {
protected:
  void SetUp() override
  {
    RealServer::SetUp();
    if (!IsSkipped()) delete_crd();
  }

  [[nodiscard]] static Outcome program(std::vector<std::string> flags)
  {
    flags.insert(flags.begin(), {CONFIGMAP_SYNC, "--metrics-address=0", "--health-address=0"});
    return run(Command(flags), {}, 60s);
  }
  /// The rules of the ClusterRole that the program prints for these flags.
  [[nodiscard]] static json rules_for(const std::string& flag)
  {
    for (const json& document : parse_yaml(program({"--print-rbac", flag}).out)) {
      if (document.value("kind", "") == "ClusterRole") return document.at("rules");
    }
    return {};
  }
  /// A kubeconfig for the bearer of the token.
  [[nodiscard]] std::string kubeconfig(const std::string& token) const
  {
    const auto path = folder() / "kubeconfig";
    std::filesystem::create_directories(folder());
    std::ofstream(path) << kubeconfig_text("e2e", admin_config(plane().files).server, plane().files.ca(), token);
    return "--kubeconfig=" + path.string();
  }
  void delete_crd() const
  {
    try {
      admin().delete_(crds, syncs);
    } catch (const ApiError& error) {
      if (!is_not_found(error)) throw;
    }
    EXPECT_TRUE(eventually([&] {
      try {
        static_cast<void>(admin().get(crds, syncs));
        return false;
      } catch (const ApiError& error) {
        return is_not_found(error);
      }
    }));
  }
};

TEST_F(InstallCrds, NeedsNoMoreThanThePrintedRole)
{
  const Identity identity(admin(), ns(), rules_for("--install-crds"));
  const std::string config = kubeconfig(identity.token("installer"));
  const std::vector<std::string> command{CONFIGMAP_SYNC,        "--metrics-address=0", "--health-address=0",
                                         "--namespace=" + ns(), "--install-crds",      config};
  Process controller(Command(command), folder() / "controller.log");
  EXPECT_TRUE(eventually([&] { return controller.output().find("controller started") != std::string::npos; }))
      << controller.output();
  EXPECT_THAT(controller.output(), HasSubstr("installed a CRD"));
  EXPECT_EQ(controller.stop().code, 0) << controller.output();
}

TEST_F(InstallCrds, RefusesABreakingChangeAndChecksTheCluster)
{
  const std::string admin_file = "--kubeconfig=" + plane().files.kubeconfig().string();
  json crd = parse_yaml(program({"--print-crd"}).out).front();
  const json::json_pointer members("/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties");
  crd[members]["color"] = {{"type", "string"}};
  admin().create(crds, Object::from_json(crd));
  const auto refused = program({"--install-crds", admin_file});
  EXPECT_EQ(refused.exit.code, 1);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("--force-crds"), HasSubstr("spec.color")));

  delete_crd();
  crd[members].erase("color");
  crd[members].erase("source");
  crd[json::json_pointer("/spec/versions/0/schema/openAPIV3Schema/properties/spec")]["required"] = {"targets"};
  admin().create(crds, Object::from_json(crd));
  const Identity identity(admin(), ns(), rules_for("--check-crds"));
  const auto checked = program({"--check-crds", "--namespace=" + ns(), kubeconfig(identity.token("checker"))});
  EXPECT_EQ(checked.exit.code, 1);
  EXPECT_THAT(checked.err, HasSubstr("configmapsyncs.example.com: spec.source: the struct has this member"));
  delete_crd();
}

}  // namespace
}  // namespace kubexx::e2e
