// SPDX-License-Identifier: Apache-2.0
// samples/informer-print against a real kube-apiserver: its lines, put together, are what the server has, and each
// change that was made is one of them.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "real_server.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;
using namespace std::chrono_literals;
using testing::IsSubsetOf;
using Versions = std::map<std::string, std::string>;  // resourceVersion by key

// informer-print as a process, its log in a file beside its lines.
class Printed {
public:
  Printed(const PlaneFiles& files, std::vector<std::string> flags)
      : process_(command(files, std::move(flags)), folder() / "lines")
  {
  }

  [[nodiscard]] std::vector<json> lines() const
  {
    std::vector<json> found;
    std::istringstream text(process_.output());
    for (std::string line; std::getline(text, line);) found.push_back(json::parse(line));
    return found;
  }
  [[nodiscard]] bool synced() const
  {
    return eventually([this] { return process_.output().find("\"SYNCED\"") != std::string::npos; });
  }
  [[nodiscard]] static std::string log() { return read_file(folder() / "log"); }
  [[nodiscard]] Process& process() { return process_; }

  // Each line goes on from the one before it of the same key; what is there after the last.
  [[nodiscard]] Versions replayed() const
  {
    Versions there;
    bool synced = false;
    for (const auto& line : lines()) {
      const std::string event = line.at("event"), key = line.at("key"), version = line.at("rv");
      if (event == "SYNCED") {
        EXPECT_FALSE(std::exchange(synced, true)) << "a second " << line;
        continue;
      }
      const auto known = there.find(key);
      EXPECT_EQ(event == "ADD", known == there.end()) << line;
      EXPECT_EQ(line.at("oldRv"), known == there.end() ? std::string() : known->second) << line;
      if (line.at("initial").get<bool>()) {
        EXPECT_FALSE(synced) << line;
        EXPECT_EQ(event, "ADD");
      }
      if (event == "DELETE") {
        there.erase(key);
      } else {
        there[key] = version;
      }
    }
    return there;
  }
  // Of all lines but SYNCED.
  [[nodiscard]] std::set<std::string> versions() const
  {
    std::set<std::string> found;
    for (const auto& line : lines()) {
      if (line.at("event") != "SYNCED") found.insert(line.at("rv"));
    }
    return found;
  }

private:
  static Command command(const PlaneFiles& files, std::vector<std::string> flags)
  {
    std::filesystem::create_directories(folder());
    std::vector<std::string> argv{"/bin/sh", "-c", "exec \"$@\" 2>\"$LOG\"", "sh", KUBEXX_E2E_INFORMER_PRINT};
    argv.insert(argv.end(), flags.begin(), flags.end());
    return {argv, {{"KUBECONFIG", files.kubeconfig()}, {"LOG", folder() / "log"}}, true};
  }

  Process process_;
};

Versions listed(const Client& client, const ResourceType& type, const std::string& namespace_)
{
  ListOptions options;
  options.namespace_ = namespace_;
  Versions there;
  for (const auto& item : client.list(type, options).items) {
    there.emplace(item.key().to_string(), item.resource_version());
  }
  return there;
}

using RealInformerPrint = RealServer;
class RealInformerPrintLists : public RealServer, public testing::WithParamInterface<const char*> {};

TEST_P(RealInformerPrintLists, ItsLinesAreTheServersHistory)
{
  for (int i = 0; i < 30; ++i) admin().create(foos(), foo(ns(), "before-" + std::to_string(i), "d", 1));
  const auto before = listed(admin(), foos(), ns());
  Printed printed(plane().files,
                  {"--resource=samplecontroller.k8s.io/v1alpha1/foos", "--namespace=" + ns(), GetParam()});
  ASSERT_TRUE(printed.synced()) << Printed::log();
  EXPECT_EQ(printed.replayed(), before);
  EXPECT_EQ(printed.lines().size(), before.size() + 1);

  std::set<std::string> made;  // the versions of all that is written
  const auto wrote = [&](const Object& object) { made.emplace(object.resource_version()); };
  for (int round = 0; round < 10; ++round) {
    const std::string number = std::to_string(round);
    wrote(admin().create(foos(), foo(ns(), "after-" + number, "d", 2)));
    for (int replicas = 3; replicas < 8; ++replicas) {
      wrote(admin().patch(foos(), {ns(), "before-" + number},
                          R"({"spec":{"replicas":)" + std::to_string(replicas) + "}}"));
    }
    admin().delete_(foos(), {ns(), "before-1" + number});
    wrote(admin().create(foos(), foo(ns(), "before-1" + number, "again", 1)));
  }
  admin().delete_(foos(), {ns(), "before-29"});
  const auto now = listed(admin(), foos(), ns());
  EXPECT_TRUE(eventually([&] { return printed.replayed() == now; })) << Printed::log();
  EXPECT_THAT(made, IsSubsetOf(printed.versions()));
  EXPECT_EQ(printed.lines().size(), before.size() + 1 + made.size() + 11) << "one line for each change";
  EXPECT_EQ(printed.process().stop().code, 0) << Printed::log();
}

INSTANTIATE_TEST_SUITE_P(FirstList, RealInformerPrintLists, testing::Values("--stream-list", "--no-stream-list"),
                         [](const auto& test) { return test.param[2] == 's' ? "OverTheWatch" : "InPages"; });

TEST_F(RealInformerPrint, ADefinitionMayComeLater)
{
  const std::string name = "widgets." + ns() + ".kubexx.example";
  const ResourceType widgets{ns() + ".kubexx.example", "v1", "Widget", "widgets", Scope::cluster};
  Printed printed(plane().files, {"--resource=" + widgets.group + "/v1/widgets"});
  ASSERT_TRUE(eventually([] { return Printed::log().find("install its CRD") != std::string::npos; })) << Printed::log();
  const ResourceType definitions{"apiextensions.k8s.io", "v1", "CustomResourceDefinition", "customresourcedefinitions",
                                 Scope::cluster};
  const json schema = {{"type", "object"}, {"x-kubernetes-preserve-unknown-fields", true}};
  admin().create(definitions,
                 Object::from_json({{"metadata", {{"name", name}}},
                                    {"spec",
                                     {{"group", widgets.group},
                                      {"scope", "Cluster"},
                                      {"names", {{"kind", "Widget"}, {"plural", "widgets"}}},
                                      {"versions", json::array({{{"name", "v1"},
                                                                 {"served", true},
                                                                 {"storage", true},
                                                                 {"schema", {{"openAPIV3Schema", schema}}}}})}}}}));
  ASSERT_TRUE(printed.synced()) << Printed::log();
  const auto made = admin().create(widgets, Object::parse(R"({"metadata":{"name":"first"}})"));
  const Versions expected{{"first", std::string(made.resource_version())}};
  EXPECT_TRUE(eventually([&] { return printed.replayed() == expected; })) << Printed::log();
  admin().delete_(definitions, {"", name});
  EXPECT_TRUE(eventually([&] { return printed.replayed().empty(); })) << Printed::log();
  EXPECT_EQ(printed.process().stop().code, 0) << Printed::log();
}

using InformerPrintFaults = OwnControlPlane;

TEST_F(InformerPrintFaults, AServerThatComesLaterAndIsKilledCostsNoLine)
{
  control_plane().kill_apiserver();
  Printed printed(files(), {"--resource=v1/configmaps"});
  EXPECT_TRUE(eventually([] { return Printed::log().find("Connection refused") != std::string::npos; }));
  EXPECT_TRUE(printed.lines().empty());
  control_plane().start_apiserver();
  ASSERT_TRUE(printed.synced()) << Printed::log();

  std::set<std::string> made;
  const auto write = [&](const std::string& name) {
    made.emplace(admin().create(config_maps(), config_map("default", name)).resource_version());
    made.emplace(admin().patch(config_maps(), {"default", name}, R"({"data":{"key":"again"}})").resource_version());
  };
  const auto up_to_date = [&] {
    return eventually([&] { return printed.replayed() == listed(admin(), config_maps(), ""); });
  };
  write("first");
  ASSERT_TRUE(up_to_date()) << Printed::log();
  control_plane().kill_apiserver();
  control_plane().start_apiserver();
  admin().create(config_maps(), config_map("default", "probe"));
  ASSERT_TRUE(up_to_date()) << Printed::log();
  write("second");
  admin().delete_(config_maps(), {"default", "first"});
  ASSERT_TRUE(up_to_date()) << Printed::log();
  EXPECT_THAT(made, IsSubsetOf(printed.versions()));
  control_plane().kill_apiserver();
  EXPECT_EQ(printed.process().stop().code, 0) << Printed::log();
}

}  // namespace
}  // namespace kubexx::e2e
