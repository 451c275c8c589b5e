// SPDX-License-Identifier: Apache-2.0
// Every kind of credential, and whom a real kube-apiserver takes it for.
#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>
#include <future>
#include <mutex>
#include <nlohmann/json.hpp>

#include "kubexx/apimachinery/time.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/system_clock.hpp"
#include "kubexx/client/scale.hpp"
#include "kubexx/testing/recording_metrics.hpp"
#include "real_server.hpp"

namespace kubexx::e2e {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
namespace fs = std::filesystem;

const ResourceType reviews{"authentication.k8s.io", "v1", "SelfSubjectReview", "selfsubjectreviews", Scope::cluster};

// Whom the server takes this client for.
json user_of(const Client& client)
{
  const auto review = client.create(
      reviews, Object::parse(R"({"apiVersion":"authentication.k8s.io/v1","kind":"SelfSubjectReview","metadata":{}})"));
  return review.json().at("status").at("userInfo");
}
std::string name_of(const Client& client)
{
  return user_of(client).at("username").get<std::string>();
}

class ClientCredentials : public RealServer {
protected:
  // A kubeconfig with these lines in its cluster, besides server and authority, and in its user.
  [[nodiscard]] ClientConfig config_of(const std::string& user, const std::string& cluster = "") const
  {
    write_file(folder() / "kubeconfig",
               "clusters:\n- name: c\n  cluster:\n    server: " + admin_config(plane().files).server +
                   "\n    certificate-authority: " + plane_file("ca.crt") + "\n" + cluster +
                   "users:\n- name: u\n  user:\n" + user +
                   "contexts:\n- {name: x, context: {cluster: c, user: u}}\n"
                   "current-context: x\n");
    return load_kubeconfig(folder() / "kubeconfig");
  }
  [[nodiscard]] Client client_of(const std::string& user) const { return Client::connect(runtime(), config_of(user)); }
  [[nodiscard]] static std::string plane_file(const std::string& name)
  {
    return (plane().files.directory / name).string();
  }
  static void replace(const fs::path& file, const std::string& text)
  {
    auto part = file;
    part += ".part";
    write_file(part, text);
    fs::rename(part, file);
  }

  // A plugin that answers with what stands in the file "answer", and what it was told.
  [[nodiscard]] std::string plugin(const std::string& version) const
  {
    write_file(folder() / "plugin.sh",
               "cd \"$(dirname \"$0\")\"\necho run >> runs\nprintf %s \"$KUBERNETES_EXEC_INFO\" > "
               "told\ncat answer\n");
    return "    exec:\n      apiVersion: client.authentication.k8s.io/" + version +
           "\n      command: /bin/sh\n      args: ['" + (folder() / "plugin.sh").string() +
           "']\n      interactiveMode: Never\n      provideClusterInfo: true\n";
  }
  void plugin_answers(const std::string& version, json status) const
  {
    const json answer = {{"kind", "ExecCredential"},
                         {"apiVersion", "client.authentication.k8s.io/" + version},
                         {"status", std::move(status)}};
    replace(folder() / "answer", answer.dump());
  }
  [[nodiscard]] static long runs()
  {
    const auto text = read_file(folder() / "runs");
    return std::count(text.begin(), text.end(), '\n');
  }
  [[nodiscard]] static json certificate(const std::string& name)
  {
    return {{"clientCertificateData", read_file(plane_file(name + ".crt"))},
            {"clientKeyData", read_file(plane_file(name + ".key"))}};
  }
  [[nodiscard]] static std::string expiry(const Clock& clock, Duration in)
  {
    return Time(std::chrono::floor<std::chrono::seconds>(clock.wall_now() + in)).to_string();
  }
};

TEST_F(ClientCredentials, APluginsTokenIsUsedUntilItExpires)
{
  for (const std::string version : {"v1", "v1beta1"}) {
    fs::remove(folder() / "runs");
    const SystemClock system;
    ManualClock time(system.wall_now());
    Runtime with_time = runtime();
    with_time.clock = &time;
    auto config =
        config_of(plugin(version),
                  "    extensions:\n    - name: client.authentication.k8s.io/exec\n      extension: {audience: "
                  "e2e}\n");
    plugin_answers(version, {{"token", powerless_token}, {"expirationTimestamp", expiry(time, 1h)}});
    const auto client = Client::connect(with_time, config);
    EXPECT_EQ(name_of(client), "nobody-special");
    EXPECT_EQ(name_of(client), "nobody-special");
    EXPECT_EQ(runs(), 1);
    const auto told = json::parse(read_file(folder() / "told"));
    EXPECT_EQ(told.at("apiVersion"), "client.authentication.k8s.io/" + version);
    EXPECT_EQ(told.at("spec").at("interactive"), false);
    EXPECT_EQ(told.at("spec").at("cluster").at("server"), config.server);
    EXPECT_EQ(told.at("spec").at("cluster").at("config").at("audience"), "e2e");
    EXPECT_FALSE(told.at("spec").at("cluster").at("certificate-authority-data").get<std::string>().empty());

    plugin_answers(version, {{"token", admin_token}, {"expirationTimestamp", expiry(time, 2h)}});
    time.advance(59min);
    EXPECT_EQ(name_of(client), "nobody-special");
    EXPECT_EQ(runs(), 1);
    time.advance(2min);
    EXPECT_EQ(name_of(client), "e2e-admin") << "the credential had expired";
    EXPECT_EQ(runs(), 2);
  }
}

TEST_F(ClientCredentials, APluginIsAskedAgainAfterA401)
{
  plugin_answers("v1", {{"token", "a-token-that-nobody-knows"}});
  const auto client = client_of(plugin("v1"));
  try {
    (void)name_of(client);
    FAIL() << "the server knew the token";
  } catch (const ApiError& error) {
    EXPECT_TRUE(is_unauthorized(error)) << error.what();
    EXPECT_THAT(error.what(), Not(HasSubstr("a-token-that-nobody-knows")));
  }
  plugin_answers("v1", {{"token", powerless_token}});
  EXPECT_EQ(name_of(client), "nobody-special") << "not even the first call fails";
}

TEST_F(ClientCredentials, APluginsCertificateIsUsedUntilItExpires)
{
  const SystemClock system;
  ManualClock time(system.wall_now());
  Runtime with_time = runtime();
  with_time.clock = &time;
  auto answer = certificate("first");
  answer["expirationTimestamp"] = expiry(time, 1h);
  plugin_answers("v1", answer);
  const auto client = Client::connect(with_time, config_of(plugin("v1")));
  EXPECT_EQ(name_of(client), "e2e-certificate-1");
  plugin_answers("v1", certificate("second"));
  EXPECT_EQ(name_of(client), "e2e-certificate-1");
  EXPECT_EQ(runs(), 1);
  time.advance(61min);
  EXPECT_EQ(name_of(client), "e2e-certificate-2") << "on a new connection";
  EXPECT_EQ(runs(), 2);
}

TEST_F(ClientCredentials, APluginThatFailsIsNamed)
{
  const auto client = client_of(plugin("v1"));  // there is no answer
  try {
    (void)name_of(client);
    FAIL() << "a call without credentials";
  } catch (const TransportError& error) {
    EXPECT_EQ(error.code(), TransportErrc::credentials);
    EXPECT_THAT(error.what(), AllOf(HasSubstr("the credential plugin /bin/sh failed with exit code 1"),
                                    HasSubstr("users[0].user.exec")));
  }
}

TEST_F(ClientCredentials, CertificatesWithRsaAndEcKeys)
{
  const auto with = [&](const std::string& name) {
    return name_of(client_of("    client-certificate: " + plane_file(name + ".crt") +
                             "\n    client-key: " + plane_file(name + ".key") + "\n"));
  };
  EXPECT_EQ(with("first"), "e2e-certificate-1");
  EXPECT_EQ(with("rsa"), "e2e-certificate-rsa");
}

TEST_F(ClientCredentials, AsSomebodyElse)
{
  const std::string admin_user = std::string("    token: ") + admin_token + "\n";
  const auto user =
      user_of(client_of(admin_user + "    as: jane\n    as-uid: 'u-17'\n    as-groups: [developers, 'a group, with a "
                                     "comma']\n    as-user-extra: {example.com/Scopes: [view, 'ed it'], dept: [x]}\n"));
  EXPECT_EQ(user.at("username"), "jane");
  EXPECT_EQ(user.at("uid"), "u-17");
  EXPECT_EQ(user.at("groups"), json::parse(R"(["developers","a group, with a comma","system:authenticated"])"));
  // Header names have no case: the server writes keys in small letters.
  EXPECT_EQ(user.at("extra"), json::parse(R"({"dept":["x"],"example.com/scopes":["view","ed it"]})"));

  // Rights are those of whom one acts as.
  const auto jane = client_of(admin_user + "    as: jane\n");
  EXPECT_EQ(name_of(jane), "jane");
  try {
    (void)jane.get(namespaces(), {"", ns()});
    FAIL() << "jane has no rights";
  } catch (const ApiError& error) {
    EXPECT_TRUE(is_forbidden(error));
    EXPECT_THAT(error.what(), HasSubstr("User \"jane\" cannot get resource \"namespaces\""));
  }

  // And not everybody may.
  const auto forbidden = [&](const std::string& as) -> std::string {
    try {
      (void)name_of(client_of(std::string("    token: ") + powerless_token + "\n" + as));
    } catch (const ApiError& error) {
      EXPECT_TRUE(is_forbidden(error)) << error.what();
      EXPECT_EQ(error.code(), 403U);
      return error.status().message;
    }
    return "allowed";
  };
  EXPECT_THAT(forbidden("    as: jane\n"), HasSubstr("cannot impersonate"));
  EXPECT_THAT(forbidden("    as: nobody-special\n    as-groups: ['system:masters']\n"),
              HasSubstr("cannot impersonate"));
}

TEST_F(ClientCredentials, AnUnknownTokenIsRefusedAndNoneIsAnonymous)
{
  const auto refused = client_of("    token: a-token-that-nobody-knows\n");
  EXPECT_THROW((void)refused.get_raw("/version"), ApiError);
  try {
    (void)refused.get(namespaces(), {"", ns()});
    FAIL() << "the server knew the token";
  } catch (const ApiError& error) {
    EXPECT_TRUE(is_unauthorized(error));
    EXPECT_EQ(error.code(), 401U);
    EXPECT_EQ(error.status().message, "Unauthorized");
  }
  // kube-apiserver knows no passwords any more: a user name counts as nothing.
  for (const char* user : {"    {}\n", "    username: jane\n    password: a-password\n"}) {
    const auto anonymous = client_of(user);
    EXPECT_THAT(anonymous.get_raw("/version"), HasSubstr("gitVersion"));
    try {
      (void)anonymous.get(namespaces(), {"", ns()});
      FAIL() << "anybody may";
    } catch (const ApiError& error) {
      EXPECT_TRUE(is_forbidden(error));
      EXPECT_THAT(error.what(), AllOf(HasSubstr("system:anonymous"), Not(HasSubstr("a-password"))));
    }
  }
}

TEST_F(ClientCredentials, ATokenFileIsReadAgain)
{
  const auto file = folder() / "token";
  replace(file, std::string(powerless_token) + "\n");
  const SystemClock system;
  ManualClock time(system.wall_now());
  Runtime with_time = runtime();
  with_time.clock = &time;
  const auto client = Client::connect(with_time, config_of("    tokenFile: token\n"));
  EXPECT_EQ(name_of(client), "nobody-special");
  replace(file, std::string(admin_token) + "\n");
  time.advance(49s);
  EXPECT_EQ(name_of(client), "nobody-special");
  time.advance(1s);
  EXPECT_EQ(name_of(client), "e2e-admin") << "after 50 seconds";

  replace(file, "a-token-that-nobody-knows");
  time.advance(50s);
  EXPECT_THROW((void)name_of(client), ApiError);
  replace(file, powerless_token);
  EXPECT_EQ(name_of(client), "nobody-special") << "at once, after a 401";
}

// A ServiceAccount with the files that a pod finds.
class InCluster : public ClientCredentials {
protected:
  void SetUp() override
  {
    ClientCredentials::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    admin().create(service_accounts(), Object::from_json({{"apiVersion", "v1"},
                                                          {"kind", "ServiceAccount"},
                                                          {"metadata", {{"namespace", ns()}, {"name", "robot"}}}}));
    replace(folder() / "ca.crt", read_file(plane_file("ca.crt")));
    replace(folder() / "namespace", ns());
  }
  // A token that ends with the Secret of that name.
  [[nodiscard]] std::string token_bound_to(const std::string& secret) const
  {
    const auto made = admin().create(
        secrets(),
        Object::from_json(
            {{"apiVersion", "v1"}, {"kind", "Secret"}, {"metadata", {{"namespace", ns()}, {"name", secret}}}}));
    TokenOptions options;
    options.bound_api_version = "v1";
    options.bound_kind = "Secret";
    options.bound_name = secret;
    options.bound_uid = made.uid();
    return admin().create_token({ns(), "robot"}, options).token;
  }
  [[nodiscard]] static ClientConfig config()
  {
    const auto server = admin_config(plane().files).server;
    const Environment environment =
        [port = server.substr(server.rfind(':') + 1)](std::string_view name) -> std::optional<std::string> {
      if (name == "KUBERNETES_SERVICE_HOST") return "127.0.0.1";
      if (name == "KUBERNETES_SERVICE_PORT") return port;
      return std::nullopt;
    };
    auto loaded = load_in_cluster_config(environment, folder());
    if (!loaded) throw std::runtime_error("not in a cluster");
    return *loaded;
  }
};

TEST_F(InCluster, IsTheServiceAccount)
{
  replace(folder() / "token", admin().create_token({ns(), "robot"}).token);
  const auto client = Client::connect(runtime(), config());
  EXPECT_EQ(client.default_namespace(), ns());
  const auto user = user_of(client);
  EXPECT_EQ(user.at("username"), "system:serviceaccount:" + ns() + ":robot");
  EXPECT_THAT(user.at("groups").dump(), HasSubstr("system:serviceaccounts:" + ns()));
}

/// Calls for as long as `done` is not set; counts.
struct Load {
  std::atomic<bool> done = false;
  std::atomic<int> calls = 0;
  std::atomic<int> failures = 0;
  std::mutex mutex;
  std::string first;  // guarded by mutex
};

awaitable<void> keep_calling(Client client, std::string expected, Load* load)
{
  const Object question =
      Object::parse(R"({"apiVersion":"authentication.k8s.io/v1","kind":"SelfSubjectReview","metadata":{}})");
  while (!load->done) {
    std::string failure;
    try {
      const Object answer = co_await client.async_create(reviews, question);
      const auto name = answer.at("/status/userInfo/username").as_string();
      if (name != expected) failure = "was taken for " + name.value_or("nobody");
    } catch (const std::exception& error) {
      failure = error.what();
    }
    if (!failure.empty()) {
      ++load->failures;
      const std::lock_guard lock(load->mutex);
      if (load->first.empty()) load->first = failure;
    }
    ++load->calls;
  }
}

// Its token ends on the server while calls run: each 401 makes it read the file again, and no call fails.
TEST_F(InCluster, TokensRotateUnderLoad)
{
  replace(folder() / "token", token_bound_to("round-0"));
  testing::RecordingMetrics metrics;
  Runtime counted = runtime();
  counted.metrics = &metrics;
  const SystemClock system;
  ManualClock time(system.wall_now());  // stands still: only a 401 makes it look
  counted.clock = &time;
  const auto client = Client::connect(counted, config());
  Load load;
  std::vector<std::future<void>> callers;
  for (int i = 0; i < 4; ++i) {
    callers.push_back(asio::co_spawn(
        runtime().executor, keep_calling(client, "system:serviceaccount:" + ns() + ":robot", &load), asio::use_future));
  }
  const bool began = eventually([&] { return load.calls > 20; }, 60s);
  // The server remembers a good token for ten seconds.
  replace(folder() / "token", token_bound_to("round-1"));
  admin().delete_(secrets(), {ns(), "round-0"});
  const auto of_401 = [](const std::string& series) {
    return series.starts_with(R"(rest_client_requests_total{code="401")");
  };
  const auto was_refused = [&] {
    const auto series = metrics.series();
    return std::any_of(series.begin(), series.end(), of_401);
  };
  const bool refused = eventually(was_refused, 60s);
  const int then = load.calls;
  const bool went_on = eventually([&] { return load.calls > then + 20; }, 60s);
  load.done = true;
  for (auto& caller : callers) caller.get();
  EXPECT_TRUE(began && refused && went_on);
  EXPECT_EQ(load.failures, 0) << "of " << load.calls << ": " << load.first;
}

}  // namespace
}  // namespace kubexx::e2e
