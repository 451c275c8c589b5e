// SPDX-License-Identifier: Apache-2.0
// What a person sees who gives the sample controller something it cannot use: one clear line that names the file, the
// field and what to do, no stack trace, no secret; a non-zero exit where waiting cannot help, and patience where it
// can. Against the embedded server: part of `make test`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/base/system_clock.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/client/load_config.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "program_test.hpp"
#include "support/embedded_server.hpp"
#include "support/yaml.hpp"

namespace sample {
namespace {

using namespace std::chrono_literals;
using namespace kubexx::support;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class BadInput : public ProgramTest {
protected:
  // Ends by itself, with `code` and one line of explanation at the end of standard error; that line.
  static std::string refused(const Command& command, int code = 1)
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
  [[nodiscard]] EmbeddedServer server() const { return EmbeddedServer(KUBEXX_APISERVER, folder()); }
};

// The port that the log names for what listens there; 0 when it names none.
int logged_port(const std::string& log, const std::string& what)
{
  const auto line = log.find("listening for=" + what);
  const auto port = line == std::string::npos ? line : log.find(" port=", line);
  return port == std::string::npos ? 0 : std::atoi(log.c_str() + port + 6);
}

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
  EXPECT_THAT(refused(sample({"--kubeconfig", folder()})),
              AllOf(HasSubstr(folder().string()), HasSubstr("is a directory")));
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
  const auto file = write("config", kubeconfig("https://127.0.0.1:1"));
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
              AllOf(HasSubstr("users[0].user.exec.apiVersion"), HasSubstr("is missing")));
}

TEST_F(BadInput, FlagsThatAreWrongGetTheirOwnExit)
{
  for (const std::vector<std::string>& flags : {std::vector<std::string>{"--no-such-flag"},
                                                {"--workers=0"},
                                                {"--workers=many"},
                                                {"--log-format=xml"},
                                                {"--leader-elect-lease-duration=soon"}}) {
    const auto outcome = run(sample(flags), {}, 20s);
    EXPECT_EQ(outcome.exit.code, 2) << flags[0] << outcome.all();
    EXPECT_THAT(outcome.all(), HasSubstr(flags[0].substr(0, flags[0].find('='))));
  }
}

TEST_F(BadInput, DurationsOfTheElectionThatDoNotFitAreAllNamed)
{
  const auto line = refused(sample({"--kubeconfig", write("config", kubeconfig("https://127.0.0.1:1")),
                                    "--leader-elect", "--leader-elect-lease-duration=5s",
                                    "--leader-elect-renew-deadline=10s", "--leader-elect-retry-period=9s"}));
  EXPECT_THAT(line, AllOf(HasSubstr("the lease duration, 5s, must be greater than the renew deadline, 10s"),
                          HasSubstr("the renew deadline, 10s, must be greater than 1.2 times the retry period, 9s")));
}

TEST_F(BadInput, AListenerThatCannotOpenIsNamed)
{
  const auto file = write("config", kubeconfig("https://127.0.0.1:" + std::to_string(free_port())));
  for (const char* address : {"127.0.0.1:http", "nonsense", "127.0.0.1:99999", "8081"}) {
    const auto outcome =
        run(sample({"--kubeconfig", file, "--metrics-address=0", std::string("--health-address=") + address}), {}, 30s);
    EXPECT_EQ(outcome.exit.code, 2) << outcome.all();
    EXPECT_THAT(outcome.all(), HasSubstr("--health-address: the address \"" + std::string(address) + "\""));
  }
}

TEST_F(BadInput, AnUnreachableServerIsWaitedFor)
{
  const auto address = "127.0.0.1:" + std::to_string(free_port());
  const auto file = write("config", kubeconfig("https://" + address));
  Process process(sample({"--kubeconfig", file, "--metrics-address=0", "--health-address=127.0.0.1:0"}),
                  folder() / "sample.log");
  EXPECT_TRUE(eventually([&] { return process.output().find(address) != std::string::npos; })) << process.output();
  int health = 0;
  ASSERT_TRUE(eventually([&] { return (health = logged_port(process.output(), "probes")) != 0; })) << process.output();
  EXPECT_TRUE(eventually([&] { return !fetch(health, "/healthz").empty(); })) << process.output();
  EXPECT_TRUE(fetch(health, "/readyz").empty()) << "ready without a server";
  EXPECT_TRUE(process.running());
  EXPECT_EQ(process.stop().code, 0) << process.output();
  EXPECT_THAT(process.output(), AllOf(HasSubstr("retrying"), HasSubstr("stopped"), Not(HasSubstr(secret))));
}

TEST_F(BadInput, AServerOfAnotherAuthorityIsNotTrusted)
{
  EmbeddedServer server = this->server();
  kubexx::ConfigOptions options;
  options.path = server.kubeconfig();
  const auto good = kubexx::load_config(options);
  const kubexx::SystemClock clock;
  const auto ca = write("other-ca.crt", kubexx::CertificateAuthority(clock, "another-ca").cert_pem());
  const auto file = write("config", kubeconfig(good.server, "    certificate-authority: " + ca + "\n", token_user));
  const auto line = refused(sample({"--kubeconfig", file}));
  EXPECT_THAT(line, AllOf(HasSubstr(good.server.substr(good.server.rfind('/') + 1)), HasSubstr("certificate")));
}

TEST_F(BadInput, ATokenThatTheServerDoesNotKnowIsRetried)
{
  EmbeddedServer server = this->server();
  kubexx::ConfigOptions options;
  options.path = server.kubeconfig();
  const auto good = kubexx::load_config(options);
  const auto ca = write("ca.crt", good.ca_pem);
  const auto file = write("config", kubeconfig(good.server, "    certificate-authority: " + ca + "\n", token_user));
  Process process(sample({"--kubeconfig", file, "--log-format=json"}), folder() / "sample.log");
  EXPECT_TRUE(eventually([&] { return process.output().find("nauthorized") != std::string::npos; }))
      << process.output();
  EXPECT_THAT(process.output(), HasSubstr("\"level\":\"warn\""));
  EXPECT_FALSE(process.wait(500ms)) << "it gave up, though tokens rotate";
  EXPECT_EQ(process.stop().code, 0) << process.output();
  EXPECT_THAT(process.output(), Not(HasSubstr(secret)));
}

TEST_F(BadInput, TheDefinitionIsMissingUntilItIsInstalled)
{
  EmbeddedServer server = this->server();
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

  kubexx::SystemRuntime system;
  kubexx::ConfigOptions options;
  options.path = server.kubeconfig();
  const auto client = kubexx::Client::connect(system.runtime(), kubexx::load_config(options));
  client.create(kubexx::resources::custom_resource_definitions,
                kubexx::Object::from_json(read_yaml(MANIFESTS "/crd.yaml").at(0)));
  EXPECT_TRUE(eventually([&] { return !fetch(health, "/readyz").empty(); })) << process.output();
  EXPECT_EQ(process.stop().code, 0) << process.output();
}

}  // namespace
}  // namespace sample
