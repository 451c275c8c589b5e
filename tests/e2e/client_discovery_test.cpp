// SPDX-License-Identifier: Apache-2.0
// Discovery against a real kube-apiserver, in both forms, and kubectl as the judge of names.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "kubexx/client/rest_mapper.hpp"
#include "real_server.hpp"

namespace kubexx::e2e {
namespace {

using testing::HasSubstr;
using namespace std::chrono_literals;

using ClientDiscovery = RealServer;

/// Asks as a client from before aggregated discovery does.
class OldClient final : public Interceptor {
public:
  awaitable<HttpResponse> intercept(ApiCall call, Next next) override
  {
    call.request.headers.set("Accept", "application/json");
    return next(std::move(call));
  }
};

/// Everything that both forms tell, one line a resource and subresource.
std::map<std::string, std::string> told(const Discovery& discovery)
{
  std::map<std::string, std::string> lines;
  const auto joined = [](std::vector<std::string> words) {
    std::sort(words.begin(), words.end());
    std::string text;
    for (const auto& word : words) text += word + " ";
    return text;
  };
  for (const auto& group : discovery.groups) {
    for (const auto& version : group.versions) {
      for (const auto& resource : version.resources) {
        const auto name = resource.type.plural + "." + resource.type.version + "." + resource.type.group;
        lines[name] = resource.type.kind + (resource.type.namespaced() ? " namespaced " : " cluster ") +
                      resource.singular + " | " + joined(resource.short_names) + "| " + joined(resource.categories) +
                      "| " + joined(resource.verbs);
        for (const auto& sub : resource.subresources) {
          lines[name + "/" + sub.name] = sub.group + "/" + sub.version + "/" + sub.kind + " | " + joined(sub.verbs);
        }
      }
    }
  }
  return lines;
}

TEST_F(ClientDiscovery, BothFormsTellTheSame)
{
  const auto now = discover(admin());
  const auto before = discover(admin().with_interceptor(std::make_shared<OldClient>()));
  EXPECT_TRUE(now.failures.empty());
  EXPECT_TRUE(before.failures.empty());
  EXPECT_GT(now.groups.size(), 15U);
  const auto new_form = told(now);
  const auto old_form = told(before);
  EXPECT_GT(new_form.size(), 100U);
  EXPECT_EQ(new_form, old_form);
  EXPECT_EQ(now.groups.front().name, "");
  EXPECT_NE(find_plural(now, "samplecontroller.k8s.io", "foos"), nullptr);
}

TEST_F(ClientDiscovery, TheServersVersionIsRead)
{
  const auto version = server_version(admin());
  EXPECT_EQ(version.major, "1");
  EXPECT_THAT(version.git_version, HasSubstr("v1."));
}

TEST_F(ClientDiscovery, NamesMeanWhatTheyMeanToKubectl)
{
  admin().create(foos(), foo(ns(), "same", "same", 1));
  admin().create(config_maps(), config_map(ns(), "same"));
  admin().create(service_accounts(), Object::from_json({{"apiVersion", "v1"},
                                                        {"kind", "ServiceAccount"},
                                                        {"metadata", {{"namespace", ns()}, {"name", "same"}}}}));
  admin().create({"networking.k8s.io", "v1", "NetworkPolicy", "networkpolicies"},
                 Object::from_json({{"apiVersion", "networking.k8s.io/v1"},
                                    {"kind", "NetworkPolicy"},
                                    {"metadata", {{"namespace", ns()}, {"name", "same"}}},
                                    {"spec", {{"podSelector", nlohmann::json::object()}}}}));
  const RestMapper mapper(admin());
  for (const char* argument :
       {"foo", "foos", "Foo", "foos.samplecontroller.k8s.io", "foo.v1alpha1.samplecontroller.k8s.io",
        "Foo.v1alpha1.samplecontroller.k8s.io", "foo.samplecontroller", "cm", "configmap", "ConfigMap",
        "configmaps.v1.", "sa", "netpol", "netpol.networking.k8s.io", "netpol.networking",
        "networkpolicies.v1.networking.k8s.io", "nothing", "foos.v9.samplecontroller.k8s.io", "foos.other.group"}) {
    const auto judge = kubectl({"get", argument, "same", "-n", ns(), "-o", "name"});
    std::string ours;
    try {
      const auto resource = mapper.resource(argument);
      ours = resource.singular + (resource.type.group.empty() ? "" : "." + resource.type.group) + "/same\n";
      EXPECT_EQ(admin().get(resource.type, {ns(), "same"}).name(), "same");
    } catch (const NoMatchError& error) {
      EXPECT_THAT(judge.err, HasSubstr("the server doesn't have a resource type")) << argument << ": " << error.what();
    }
    EXPECT_EQ(ours, judge.out) << argument << ": " << judge.err;
  }
  EXPECT_FALSE(mapper.category("all").empty());
}

TEST_F(ClientDiscovery, AnAggregatedServerThatIsDownIsAFailureOfItsVersionAlone)
{
  const ResourceType services{"apiregistration.k8s.io", "v1", "APIService", "apiservices", Scope::cluster};
  const ObjectKey key{"", "v1.down.example.com"};
  admin().create(services, Object::from_json({{"apiVersion", "apiregistration.k8s.io/v1"},
                                              {"kind", "APIService"},
                                              {"metadata", {{"name", key.name}}},
                                              {"spec",
                                               {{"group", "down.example.com"},
                                                {"version", "v1"},
                                                {"groupPriorityMinimum", 100},
                                                {"versionPriority", 10},
                                                {"insecureSkipTLSVerify", true},
                                                {"service", {{"namespace", ns()}, {"name", "nobody"}}}}}}));
  const auto reports = [](const Client& client) {
    const auto discovery = discover(client);
    EXPECT_NE(find_plural(discovery, "apps", "deployments"), nullptr);
    EXPECT_EQ(find_plural(discovery, "down.example.com", "things"), nullptr);
    return std::any_of(discovery.failures.begin(), discovery.failures.end(),
                       [](const auto& failure) { return failure.group == "down.example.com"; });
  };
  EXPECT_TRUE(eventually([&] { return reports(admin()); }));
  EXPECT_TRUE(eventually([&] { return reports(admin().with_interceptor(std::make_shared<OldClient>())); }));
  admin().delete_(services, key);
  EXPECT_TRUE(eventually([&] { return discover(admin()).failures.empty(); }));
}

TEST_F(ClientDiscovery, ANewDefinitionIsFoundAfterAMiss)
{
  RestMapper::Options options;
  options.reload_interval = 100ms;
  const RestMapper mapper(admin(), options);
  EXPECT_THROW((void)mapper.resource("latecomers"), NoMatchError);
  const ResourceType definitions{"apiextensions.k8s.io", "v1", "CustomResourceDefinition", "customresourcedefinitions",
                                 Scope::cluster};
  const ObjectKey key{"", "latecomers.example.com"};
  admin().create(definitions, Object::parse(R"({"metadata":{"name":"latecomers.example.com"},"spec":{
    "group":"example.com","scope":"Namespaced","names":{"plural":"latecomers","singular":"latecomer",
    "kind":"Latecomer","shortNames":["late"],"categories":["slow"]},"versions":[{"name":"v1","served":true,
    "storage":true,"schema":{"openAPIV3Schema":{"type":"object"}}}]}})"));
  const auto found = eventually([&] {
    try {
      return mapper.resource("late").type.kind == "Latecomer";
    } catch (const NoMatchError&) {
      return false;
    }
  });
  EXPECT_TRUE(found);
  admin().delete_(definitions, key);
}

}  // namespace
}  // namespace kubexx::e2e
