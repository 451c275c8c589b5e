// SPDX-License-Identifier: Apache-2.0
// What a person sees who gives the sample controller something it cannot use: one clear line that names the file, the
// field and what to do, no stack trace, no secret; a non-zero exit where waiting cannot help, and patience where it
// can. Against the embedded server: part of `make test`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "certificates.hpp"
#include "embedded_server.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/client/config.hpp"
#include "process.hpp"
#include "yaml.hpp"

namespace kubexx::e2e {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* secret = "c2VjcmV0LXRva2Vu.do-not-print";

class BadInput : public testing::Test {
protected:
  void SetUp() override
  {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(KUBEXX_E2E_BINARY_DIR) / "logs" / (std::string("BadInput.") + test->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "home");
  }
  void TearDown() override
  {
    if (!HasFailure()) fs::remove_all(folder_);
  }

  // With no environment but an empty HOME, no fixed port, and `arguments`.
  [[nodiscard]] Command sample(std::vector<std::string> arguments,
                               std::map<std::string, std::string> environment = {}) const
  {
    arguments.insert(arguments.begin(), KUBEXX_E2E_SAMPLE);
    if (std::find_if(arguments.begin(), arguments.end(),
                     [](const auto& a) { return a.starts_with("--health-address"); }) == arguments.end()) {
      arguments.insert(arguments.end(), {"--metrics-address=127.0.0.1:0", "--health-address=127.0.0.1:0"});
    }
    environment.emplace("HOME", (folder_ / "home").string());
    return {arguments, environment, true};
  }
  // Ends by itself, with `code` and one line of explanation at the end of standard error; that line.
  std::string refused(const Command& command, int code = 1) const
  {
    const auto outcome = run(command, {}, 20s);
    EXPECT_EQ(outcome.exit.code, code) << to_string(outcome.exit) << "\n" << outcome.all();
    EXPECT_THAT(outcome.all(), AllOf(Not(HasSubstr("terminate called")), Not(HasSubstr("what():")),
                                     Not(HasSubstr(".cpp:")), Not(HasSubstr(secret))));
    EXPECT_THAT(outcome.err, testing::EndsWith("\n"));
    // The last line: log lines may come before it.
    const auto last = outcome.err.rfind('\n', outcome.err.size() - 2);
    const auto line = last == std::string::npos ? outcome.err : outcome.err.substr(last + 1);
    EXPECT_THAT(line, testing::StartsWith("sample-controller: "));
    return line;
  }
  [[nodiscard]] std::string write(const std::string& name, const std::string& text) const
  {
    write_file(folder_ / name, text);
    return (folder_ / name).string();
  }
  [[nodiscard]] const fs::path& folder() const { return folder_; }

  static bool eventually(const std::function<bool()>& condition, std::chrono::milliseconds limit = 20s)
  {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (!condition()) {
      if (std::chrono::steady_clock::now() > end) return false;
      std::this_thread::sleep_for(5ms);
    }
    return true;
  }

private:
  fs::path folder_;
};

std::string kubeconfig(const std::string& server, const std::string& cluster_more, const std::string& user)
{
  return "apiVersion: v1\nkind: Config\ncurrent-context: here\nclusters:\n- name: c\n  cluster:\n    server: " +
         server + "\n" + cluster_more + "users:\n- name: u\n  user:\n" + user +
         "contexts:\n- name: here\n  context: {cluster: c, user: u}\n- name: there\n  context: {cluster: c, user: "
         "gone}\n";
}
const std::string token_user = std::string("    token: ") + secret + "\n";

TEST_F(BadInput, NothingIsConfigured)
{
  EXPECT_THAT(refused(sample({})),
              AllOf(HasSubstr("KUBECONFIG is not set"), HasSubstr("not in a cluster"),
                    HasSubstr((folder() / "home/.kube/config").string() + " does not exist"), HasSubstr("kubeconfig")));
}

TEST_F(BadInput, TheKubeconfigIsMissing)
{
  const auto file = (folder() / "nowhere.yaml").string();
  EXPECT_THAT(refused(sample({"--kubeconfig", file})), HasSubstr(file));
  EXPECT_THAT(refused(sample({"--kubeconfig", folder()})), AllOf(HasSubstr(folder().string()), HasSubstr("folder")));
}

TEST_F(BadInput, TheKubeconfigIsBroken)
{
  const auto yaml = write("broken.yaml", "clusters:\n- name: [unclosed\n");
  EXPECT_THAT(refused(sample({"--kubeconfig", yaml})), AllOf(HasSubstr(yaml), HasSubstr("line")));
  const auto binary = write("binary.yaml", std::string("\0\1\2\3", 4));
  EXPECT_THAT(refused(sample({"--kubeconfig", binary})), HasSubstr(binary));
  const auto other = write("other.yaml", "kind: Deployment\napiVersion: apps/v1\n");
  EXPECT_THAT(refused(sample({"--kubeconfig", other})), AllOf(HasSubstr(other), HasSubstr("kind")));
  const auto empty = write("empty.yaml", "");
  EXPECT_THAT(refused(sample({}, {{"KUBECONFIG", empty}})), AllOf(HasSubstr(empty), HasSubstr("empty")));
}

TEST_F(BadInput, TheContextIsUnknown)
{
  const auto file = write("config", kubeconfig("https://127.0.0.1:1", "", token_user));
  EXPECT_THAT(refused(sample({"--kubeconfig", file, "--context", "moon"})),
              AllOf(HasSubstr(file), HasSubstr("\"moon\""), HasSubstr("here, there")));
  EXPECT_THAT(refused(sample({"--kubeconfig", file, "--context", "there"})),
              AllOf(HasSubstr(file), HasSubstr("gone"), HasSubstr("user")));
}

TEST_F(BadInput, FieldsThatCannotBeUsedAreNamed)
{
  const auto with = [&](const std::string& server, const std::string& cluster, const std::string& user) {
    return refused(sample({"--kubeconfig", write("config", kubeconfig(server, cluster, user))}));
  };
  EXPECT_THAT(with("", "", token_user), AllOf(HasSubstr("clusters[0].cluster.server"), HasSubstr("missing")));
  EXPECT_THAT(with("gopher://x", "", token_user), HasSubstr("clusters[0].cluster.server"));
  EXPECT_THAT(with("https://127.0.0.1:1", "    certificate-authority: /no/ca.crt\n", token_user),
              AllOf(HasSubstr("clusters[0].cluster.certificate-authority"), HasSubstr("/no/ca.crt")));
  EXPECT_THAT(with("https://127.0.0.1:1", "    certificate-authority-data: '%%%'\n", token_user),
              AllOf(HasSubstr("clusters[0].cluster.certificate-authority-data"), HasSubstr("base64")));
  EXPECT_THAT(with("https://127.0.0.1:1", "", "    tokenFile: /no/token\n"),
              AllOf(HasSubstr("users[0].user.tokenFile"), HasSubstr("/no/token")));
  EXPECT_THAT(with("https://127.0.0.1:1", "", "    exec: {command: aws}\n"),
              AllOf(HasSubstr("users[0].user.exec"), HasSubstr("not supported")));
}

TEST_F(BadInput, FlagsThatAreWrongGetTheirOwnExit)
{
  for (const std::vector<std::string>& flags :
       {std::vector<std::string>{"--no-such-flag"}, {"--workers=0"}, {"--workers=many"}, {"--log-format=xml"}}) {
    const auto outcome = run(sample(flags), {}, 20s);
    EXPECT_EQ(outcome.exit.code, 2) << flags[0] << outcome.all();
    EXPECT_THAT(outcome.all(), HasSubstr(flags[0].substr(0, flags[0].find('='))));
  }
}

TEST_F(BadInput, AListenerThatCannotOpenIsNamed)
{
  const auto file = write("config", kubeconfig("https://127.0.0.1:" + std::to_string(free_port()), "", token_user));
  for (const char* address : {"127.0.0.1:http", "nonsense", "127.0.0.1:99999"}) {
    const auto outcome =
        run(sample({"--kubeconfig", file, "--metrics-address=0", std::string("--health-address=") + address}), {}, 30s);
    EXPECT_EQ(outcome.exit.code, 1) << address << ": " << outcome.all();
    EXPECT_THAT(outcome.all(), HasSubstr(address));
  }
}

TEST_F(BadInput, AnUnreachableServerIsWaitedFor)
{
  const int port = free_port();
  const auto file = write("config", kubeconfig("https://127.0.0.1:" + std::to_string(port), "", token_user));
  const int health = free_port();
  Process process(
      sample({"--kubeconfig", file, "--metrics-address=0", "--health-address=127.0.0.1:" + std::to_string(health)}),
      folder() / "sample.log");
  const auto address = "127.0.0.1:" + std::to_string(port);
  EXPECT_TRUE(eventually([&] { return process.output().find(address) != std::string::npos; })) << process.output();
  EXPECT_TRUE(eventually([&] { return !fetch(health, "/healthz").empty(); })) << process.output();
  EXPECT_TRUE(fetch(health, "/readyz").empty()) << "ready without a server";
  EXPECT_TRUE(process.running());
  EXPECT_EQ(process.stop().code, 0) << process.output();
  EXPECT_THAT(process.output(), Not(HasSubstr(secret)));
}

TEST_F(BadInput, AServerOfAnotherAuthorityIsNotTrusted)
{
  EmbeddedServer server(folder());
  ConfigOptions options;
  options.path = server.kubeconfig();
  const auto good = load_config(options);
  const auto ca = write("other-ca.crt", other_authority());
  const auto file = write("config", kubeconfig(good.server, "    certificate-authority: " + ca + "\n", token_user));
  const auto line = refused(sample({"--kubeconfig", file}));
  EXPECT_THAT(line, AllOf(HasSubstr(good.server.substr(good.server.rfind('/') + 1)), HasSubstr("certificate")));
}

TEST_F(BadInput, ATokenThatTheServerDoesNotKnowIsRetried)
{
  EmbeddedServer server(folder());
  ConfigOptions options;
  options.path = server.kubeconfig();
  const auto good = load_config(options);
  const auto ca = write("ca.crt", good.ca_pem);
  const auto file = write("config", kubeconfig(good.server, "    certificate-authority: " + ca + "\n", token_user));
  Process process(sample({"--kubeconfig", file}), folder() / "sample.log");
  EXPECT_TRUE(eventually([&] {
    return process.output().find("401") != std::string::npos ||
           process.output().find("nauthorized") != std::string::npos;
  })) << process.output();
  EXPECT_FALSE(process.wait(500ms)) << "it gave up, though tokens rotate";
  EXPECT_EQ(process.stop().code, 0) << process.output();
  EXPECT_THAT(process.output(), Not(HasSubstr(secret)));
}

TEST_F(BadInput, TheDefinitionIsMissingUntilItIsInstalled)
{
  EmbeddedServer server(folder());
  const int health = free_port();
  Process process(sample({"--kubeconfig", server.kubeconfig(), "--metrics-address=0",
                          "--health-address=127.0.0.1:" + std::to_string(health)}),
                  folder() / "sample.log");
  EXPECT_TRUE(eventually([&] {
    const auto text = process.output();
    return text.find("foos.samplecontroller.k8s.io") != std::string::npos &&
           text.find("install its CRD") != std::string::npos;
  })) << process.output();
  EXPECT_TRUE(fetch(health, "/readyz").empty());
  EXPECT_TRUE(process.running());

  SystemRuntime system;
  ConfigOptions options;
  options.path = server.kubeconfig();
  const auto client = Client::connect(system.runtime(), load_config(options));
  const ResourceType definitions{"apiextensions.k8s.io", "v1", "CustomResourceDefinition", "customresourcedefinitions",
                                 Scope::cluster};
  client.create(definitions, Object::from_json(read_yaml(KUBEXX_E2E_SOURCE_DIR "/../../manifests/crd.yaml").at(0)));
  EXPECT_TRUE(eventually([&] { return !fetch(health, "/readyz").empty(); }, 90s)) << process.output();
  EXPECT_EQ(process.stop().code, 0) << process.output();
}

}  // namespace
}  // namespace kubexx::e2e
