// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/config.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <filesystem>
#include <fstream>
#include <map>

#include "config_files.hpp"
#include "interceptors.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/client/resources.hpp"
#include "scripted_transport.hpp"

namespace kubexx {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

constexpr const char* ca = "-----BEGIN CERTIFICATE-----\nQ0EK\n-----END CERTIFICATE-----\n";
constexpr const char* cert = "-----BEGIN CERTIFICATE-----\nQ2VydAo=\n-----END CERTIFICATE-----\n";
constexpr const char* key = "-----BEGIN PRIVATE KEY-----\nU0VDUkVUS0VZ\n-----END PRIVATE KEY-----\n";

class Config : public testing::Test {
protected:
  Config()
  {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    root = fs::path(testing::TempDir()) / ("kubexx-config-" + std::string(test->name()));
    fs::remove_all(root);
    fs::create_directories(root);
  }
  ~Config() override { fs::remove_all(root); }

  std::string file(const std::string& name, const std::string& content)
  {
    fs::create_directories((root / name).parent_path());
    std::ofstream(root / name) << content;
    return (root / name).string();
  }

  /// A kubeconfig with the given cluster and user fields (YAML flow).
  std::string kubeconfig(const std::string& cluster, const std::string& user,
                         const std::string& context = "namespace: prod")
  {
    return file("config", "apiVersion: v1\nkind: Config\ncurrent-context: c\nclusters:\n- name: k\n  cluster: {" +
                              cluster + "}\nusers:\n- name: other\n  user: {}\n- name: u\n  user: {" + user +
                              "}\ncontexts:\n- name: c\n  context: {cluster: k, user: u, " + context + "}\n");
  }

  template <class Call>
  std::string error_of(Call call)
  {
    try {
      (void)call();
    } catch (const ConfigError& error) {
      // Whatever the fault, nothing of a secret is repeated.
      EXPECT_THAT(error.what(), AllOf(Not(HasSubstr("SECRET")), Not(HasSubstr("U0VDUkVU")), Not(HasSubstr("U0VDUk"))));
      return error.what();
    }
    return "accepted";
  }
  std::string load_error(const std::string& path, const std::string& context = {})
  {
    return error_of([&] { return load_kubeconfig(path, context); });
  }

  Environment environment(std::map<std::string, std::string> variables)
  {
    return [variables](std::string_view name) -> std::optional<std::string> {
      const auto found = variables.find(std::string(name));
      return found == variables.end() ? std::nullopt : std::optional<std::string>(found->second);
    };
  }

  fs::path root;
};

TEST_F(Config, ReadsInlineCredentials)
{
  const auto path = kubeconfig(
      "server: 'https://h:6443/p', certificate-authority-data: " + detail::encode_base64(ca) + ", tls-server-name: api",
      "client-certificate-data: " + detail::encode_base64(cert) + ", client-key-data: " + detail::encode_base64(key));
  const auto config = load_kubeconfig(path);
  EXPECT_EQ(config.server, "https://h:6443/p");
  EXPECT_EQ(config.ca_pem, ca);
  EXPECT_EQ(config.cert_pem, cert);
  EXPECT_EQ(config.key_pem, key);
  EXPECT_EQ(config.tls_server_name, "api");
  EXPECT_EQ(config.namespace_, "prod");
  EXPECT_FALSE(config.insecure);
  EXPECT_EQ(config.source, "kubeconfig " + path + ", context c");
  EXPECT_THAT(config.summary(),
              AllOf(HasSubstr("https://h:6443/p"), HasSubstr("client certificate"), HasSubstr("namespace prod"),
                    Not(HasSubstr("U0VDUkVU")), Not(HasSubstr("BEGIN"))));
}

TEST_F(Config, ReadsFilesBesideTheKubeconfig)
{
  file("pki/ca.crt", ca);
  file("client.crt", cert);
  file("client.key", key);
  file("tok", "SECRET-token\n");
  const auto config = load_kubeconfig(
      kubeconfig("server: 'https://h', certificate-authority: pki/ca.crt",
                 "client-certificate: client.crt, client-key: " + (root / "client.key").string() + ", tokenFile: tok"));
  EXPECT_EQ(config.ca_pem, ca);
  EXPECT_EQ(config.cert_pem, cert);
  EXPECT_EQ(config.key_pem, key);
  EXPECT_EQ(config.token_file, (root / "tok").string());
  EXPECT_THAT(config.summary(), HasSubstr("token file"));
}

TEST_F(Config, InlineDataWinsOverFiles)
{
  const auto config =
      load_kubeconfig(kubeconfig("server: 'https://h', certificate-authority: missing, "
                                 "certificate-authority-data: " +
                                     detail::encode_base64(ca),
                                 "token: SECRET"));
  EXPECT_EQ(config.ca_pem, ca);
  EXPECT_EQ(config.token, "SECRET");
  EXPECT_THAT(config.summary(), AllOf(HasSubstr("credentials: token"), Not(HasSubstr("SECRET"))));
}

TEST_F(Config, ReadsTheInsecureFlagAndBasicAuth)
{
  const auto config = load_kubeconfig(
      kubeconfig("server: 'https://h', insecure-skip-tls-verify: true", "username: a, password: SECRET"));
  EXPECT_TRUE(config.insecure);
  EXPECT_EQ(config.username, "a");
  EXPECT_EQ(config.password, "SECRET");
  EXPECT_THAT(config.summary(), AllOf(HasSubstr("NOT verified"), Not(HasSubstr("SECRET"))));
}

TEST_F(Config, NullsAndUnknownFieldsAreTolerated)
{
  const auto config =
      load_kubeconfig(kubeconfig("server: 'https://h', extensions: [{name: x}], certificate-authority-data: null",
                                 "token: null, exec: null, client-key-data: ''", "extensions: []"));
  EXPECT_EQ(config.token, "");
  EXPECT_EQ(config.namespace_, "");
  EXPECT_THAT(config.summary(), AllOf(HasSubstr("namespace default"), HasSubstr("credentials: none")));
}

TEST_F(Config, ErrorsNameTheFieldAndWhatToDo)
{
  const std::string at = "kubeconfig " + (root / "config").string() + ": ";
  const std::string https = "server: 'https://h'";
  EXPECT_EQ(
      load_error(kubeconfig(https + ", certificate-authority-data: 'SECRET!'", "")),
      at + "clusters[0].cluster.certificate-authority-data: is not base64: encode the PEM file with `base64 -w0`");
  EXPECT_EQ(load_error(kubeconfig(https + ", certificate-authority-data: U0VDUkVU", "")),
            at + "clusters[0].cluster.certificate-authority-data: holds no PEM text with CERTIFICATE-----");
  EXPECT_EQ(
      load_error(kubeconfig(https + ", certificate-authority: no.crt", "")),
      at + "clusters[0].cluster.certificate-authority: the file " + (root / "no.crt").string() + " does not exist");
  EXPECT_EQ(load_error(kubeconfig("insecure-skip-tls-verify: true", "")),
            at + "clusters[0].cluster.server: is missing");
  EXPECT_THAT(load_error(kubeconfig("server: 'ftp://h'", "")), HasSubstr("clusters[0].cluster.server: "));
  EXPECT_THAT(load_error(kubeconfig("server: 'https://u:SECRET@h'", "")), HasSubstr("clusters[0].cluster.server: "));
  EXPECT_THAT(
      load_error(kubeconfig(
          https + ", insecure-skip-tls-verify: true, certificate-authority-data: " + detail::encode_base64(ca), "")),
      HasSubstr("cannot be true together with a certificate authority"));
  EXPECT_THAT(load_error(kubeconfig(https + ", insecure-skip-tls-verify: SECRET", "")),
              HasSubstr("expected true or false"));
  EXPECT_THAT(load_error(kubeconfig(https, "token: [SECRET]")), HasSubstr("users[1].user.token: expected a text"));
  EXPECT_THAT(load_error(kubeconfig(https, "token: 'SECRET token'")),
              HasSubstr("users[1].user.token: the token holds"));
  EXPECT_THAT(load_error(kubeconfig(https, "tokenFile: nofile")), HasSubstr("users[1].user.tokenFile: the file"));
  EXPECT_THAT(load_error(kubeconfig(https, "token: SECRET, username: SECRET")),
              HasSubstr("both a token and a username"));
  EXPECT_THAT(load_error(kubeconfig(https, "client-key-data: " + detail::encode_base64(key))),
              HasSubstr("no client-certificate"));
  EXPECT_THAT(load_error(kubeconfig(https, "client-certificate-data: " + detail::encode_base64(cert))),
              HasSubstr("no client-key"));
  EXPECT_THAT(load_error(kubeconfig(
                  https, "client-key-data: " + detail::encode_base64("-----BEGIN ENCRYPTED PRIVATE KEY-----SECRET"))),
              HasSubstr("the key is encrypted"));
}

TEST_F(Config, WhatIsNotSupportedIsSaid)
{
  const std::string https = "server: 'https://h'";
  EXPECT_THAT(load_error(kubeconfig(https, "exec: {command: aws, args: [SECRET]}")),
              HasSubstr("users[1].user.exec: is not supported yet: use a token"));
  EXPECT_THAT(load_error(kubeconfig(https, "auth-provider: {name: oidc}")),
              HasSubstr("auth-provider: is not supported yet"));
  EXPECT_THAT(load_error(kubeconfig(https + ", proxy-url: 'http://SECRET@p'", "")),
              HasSubstr("proxy-url: is not supported yet"));
  EXPECT_THAT(load_error(kubeconfig(https, "as: SECRET")), HasSubstr("impersonation"));
}

TEST_F(Config, ContextsAreChosenAndChecked)
{
  const std::string text =
      "clusters: [{name: k, cluster: {server: 'https://one'}}, {name: l, cluster: {server: 'https://two'}}]\n"
      "contexts: [{name: a, context: {cluster: k}}, {name: b, context: {cluster: l, user: nobody}}, {name: d, context: "
      "{cluster: x}}]\n";
  const auto path = file("two", text);
  EXPECT_EQ(load_kubeconfig(path, "a").server, "https://one");
  EXPECT_THAT(load_error(path), HasSubstr("two: current-context is not set: choose a context of a, b, d"));
  EXPECT_THAT(load_error(path, "z"), HasSubstr("two: there is no context \"z\": it has a, b, d"));
  EXPECT_THAT(load_error(path, "b"), HasSubstr("contexts[1].context.user: there is no user \"nobody\": there is none"));
  EXPECT_THAT(load_error(path, "d"),
              HasSubstr("contexts[2].context.cluster: there is no cluster \"x\": there is k, l"));
  EXPECT_THAT(load_error(file("cur", text + "current-context: z\n")),
              HasSubstr("current-context: there is no context \"z\""));
}

TEST_F(Config, BrokenFilesAreNamed)
{
  EXPECT_EQ(load_error((root / "none").string()),
            "kubeconfig " + (root / "none").string() + ": the file does not exist");
  EXPECT_THAT(load_error(root.string()), HasSubstr("is a folder"));
  EXPECT_THAT(load_error(file("bad", "a: [SECRET\nb: c")), HasSubstr("bad: line 2, column"));
  EXPECT_THAT(load_error(file("empty", "")), HasSubstr("empty: the file is empty"));
  EXPECT_THAT(load_error(file("list", "- SECRET")), HasSubstr("expected a mapping"));
  EXPECT_THAT(load_error(file("pod", "kind: Pod")), HasSubstr("kind: expected Config"));
  EXPECT_THAT(load_error(file("clusters", "clusters: SECRET")), HasSubstr("clusters: expected a list"));
  EXPECT_THAT(load_error(file("entries", "clusters: [SECRET]")), HasSubstr("clusters[0]: expected a mapping"));
  EXPECT_THAT(load_error(file("names", "users: [{user: {token: SECRET}}]")), HasSubstr("users[0].name: is missing"));
}

TEST_F(Config, FilesOfKubeconfigAreMerged)
{
  const auto first = file("a/one",
                          "current-context: x\nusers: [{name: u, user: {tokenFile: tok}}]\n"
                          "clusters: [{name: k, cluster: {server: 'https://first'}}]\n");
  const auto second = file("b/two",
                           "current-context: y\nusers: [{name: u, user: {token: SECRET}}]\n"
                           "clusters: [{name: k, cluster: {server: 'https://second'}}]\n"
                           "contexts: [{name: x, context: {cluster: k, user: u}}]\n");
  file("a/tok", "SECRET");
  ConfigOptions options;
  options.environment =
      environment({{"KUBECONFIG", first + "::" + (root / "missing").string() + ":" + second + ":" + first}});
  const auto config = load_config(options);
  EXPECT_EQ(config.server, "https://first");
  EXPECT_EQ(config.token_file, (root / "a" / "tok").string());
  EXPECT_EQ(config.token, "");
  options.environment = environment({{"KUBECONFIG", (root / "missing").string()}});
  EXPECT_THAT(error_of([&] { return load_config(options); }), HasSubstr("KUBECONFIG: none of its files exists"));
}

TEST_F(Config, InClusterIsTheServiceAccount)
{
  file("sa/token", "SECRET\n");
  file("sa/ca.crt", ca);
  file("sa/namespace", "prod\n");
  const auto variables = environment({{"KUBERNETES_SERVICE_HOST", "fd00::1"}, {"KUBERNETES_SERVICE_PORT", "443"}});
  const auto config = load_in_cluster_config(variables, (root / "sa").string());
  ASSERT_TRUE(config);
  EXPECT_EQ(config->server, "https://[fd00::1]:443");
  EXPECT_EQ(config->token_file, (root / "sa" / "token").string());
  EXPECT_EQ(config->ca_pem, ca);
  EXPECT_EQ(config->namespace_, "prod");
  EXPECT_FALSE(load_in_cluster_config(environment({}), (root / "sa").string()));
  fs::remove(root / "sa" / "ca.crt");
  EXPECT_THAT(error_of([&] { return load_in_cluster_config(variables, (root / "sa").string()); }),
              HasSubstr("/ca.crt does not exist: is automountServiceAccountToken false"));
}

TEST_F(Config, TheFirstSourceWins)
{
  const std::string text =
      "current-context: c\ncontexts: [{name: c, context: {cluster: k}}]\nclusters: [{name: k, cluster: {server: "
      "'https://";
  const auto flag = file("flag", text + "flag'}}]");
  const auto variable = file("variable", text + "variable'}}]");
  file("home/.kube/config", text + "home'}}]");
  file("sa/token", "SECRET");
  file("sa/ca.crt", ca);
  std::map<std::string, std::string> variables = {{"KUBECONFIG", variable},
                                                  {"KUBERNETES_SERVICE_HOST", "cluster"},
                                                  {"KUBERNETES_SERVICE_PORT", "1"},
                                                  {"HOME", (root / "home").string()}};
  ConfigOptions options;
  options.in_cluster_root = (root / "sa").string();
  const auto server = [&] {
    options.environment = environment(variables);
    return load_config(options).server;
  };
  options.path = flag;
  EXPECT_EQ(server(), "https://flag");
  options.path.clear();
  EXPECT_EQ(server(), "https://variable");
  variables.erase("KUBECONFIG");
  EXPECT_EQ(server(), "https://cluster:1");
  fs::remove(root / "sa" / "token");
  EXPECT_EQ(server(), "https://home");
  file("sa/token", "SECRET");
  options.context = "c";
  EXPECT_EQ(server(), "https://home") << "a context is only in a kubeconfig";
  options.context.clear();
  options.home = (root / "elsewhere").string();
  variables.erase("KUBERNETES_SERVICE_HOST");
  EXPECT_EQ(error_of(server),
            "no Kubernetes configuration found: KUBECONFIG is not set; not in a cluster "
            "(KUBERNETES_SERVICE_HOST and _PORT are not set); " +
                (root / "elsewhere").string() +
                "/.kube/config does not exist. Name a kubeconfig file, or set KUBECONFIG");
}

TEST_F(Config, ATokenFileIsReadAgain)
{
  ManualClock clock;
  const auto path = file("tok", "SECRET-1\n");
  const auto source = detail::make_file_token(path, "", clock, {});
  EXPECT_EQ(source->authorization(), "Bearer SECRET-1");
  file("tok", "SECRET-2");
  EXPECT_EQ(source->authorization(), "Bearer SECRET-1");
  clock.advance(50s);
  EXPECT_EQ(source->authorization(), "Bearer SECRET-2");
  fs::remove(path);
  clock.advance(50s);
  EXPECT_EQ(source->authorization(), "Bearer SECRET-2") << "the last good one";
  file("tok", " \n");
  EXPECT_FALSE(source->refresh());
  EXPECT_EQ(source->authorization(), "Bearer SECRET-2");
  file("tok", "SECRET-3");
  EXPECT_TRUE(source->refresh());
  EXPECT_EQ(source->authorization(), "Bearer SECRET-3");
  EXPECT_FALSE(source->refresh());
  EXPECT_THAT(error_of([&] { return detail::make_file_token((root / "no").string(), "", clock, {}); }),
              HasSubstr("/no: the token file does not exist"));
  EXPECT_EQ(detail::make_file_token((root / "no").string(), "inline", clock, {})->authorization(), "Bearer inline");
}

/// Runs one exchange through the authorization link over a scripted transport.
HttpResponse send_with(const std::shared_ptr<detail::TokenSource>& source,
                       const std::shared_ptr<test::ScriptedTransport>& transport)
{
  const auto link = detail::make_authorization(source);
  const Interceptor::Next next = [&](ApiCall call) {
    return transport->exchange(std::move(call.request), call.limits);
  };
  asio::io_context context;
  HttpResponse response;
  asio::co_spawn(context, link->intercept(ApiCall{}, next), [&](std::exception_ptr error, HttpResponse answer) {
    if (error) std::rethrow_exception(error);
    response = std::move(answer);
  });
  context.run();
  return response;
}

TEST_F(Config, A401ReadsTheTokenAgainAndTriesOnce)
{
  ManualClock clock;
  const auto path = file("tok", "SECRET-1");
  const auto source = detail::make_file_token(path, "", clock, {});
  auto transport = std::make_shared<test::ScriptedTransport>();
  file("tok", "SECRET-2");
  transport->answer(401, "").answer(200, "{}");
  EXPECT_EQ(send_with(source, transport).status, 200U);
  ASSERT_EQ(transport->requests.size(), 2U);
  EXPECT_EQ(transport->requests[0].headers.find("Authorization"), "Bearer SECRET-1");
  EXPECT_EQ(transport->requests[1].headers.find("Authorization"), "Bearer SECRET-2");

  transport->answer(401, "");
  EXPECT_EQ(send_with(source, transport).status, 401U) << "nothing newer: no second try";
  file("tok", "SECRET-3");
  transport->answer(401, "").answer(401, "");
  EXPECT_EQ(send_with(source, transport).status, 401U) << "one second try only";
  EXPECT_EQ(transport->left(), 0U);
}

TEST_F(Config, BasicAuthIsAHeader)
{
  EXPECT_EQ(detail::make_basic_auth("Aladdin", "open sesame")->authorization(), "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
}

TEST_F(Config, Base64)
{
  for (const char* text : {"", "f", "fo", "foo", "foob", "fooba", "foobar"}) {
    EXPECT_EQ(detail::decode_base64(detail::encode_base64(text)), text);
  }
  EXPECT_EQ(detail::encode_base64("fooba"), "Zm9vYmE=");
  EXPECT_EQ(detail::decode_base64("Zm9v\n YmE="), "fooba");
  EXPECT_EQ(detail::decode_base64("\xff\xff"), std::nullopt);
  for (const char* bad : {"Z", "Zm9", "Zm9vYg", "====", "Zg=a", "Zg==Zg==", "Zm9v!", "=Zm9"}) {
    EXPECT_FALSE(detail::decode_base64(bad)) << bad;
  }
}

}  // namespace
}  // namespace kubexx
