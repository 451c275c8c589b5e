// SPDX-License-Identifier: Apache-2.0
#include "kubexx/base/base64.hpp"
#include "kubexx/client/load_config.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "config/config_files.hpp"
#include "config/no_proxy.hpp"
#include "credentials/background_read.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/http/client_transport.hpp"
#include "kubexx/http/listener.hpp"
#include "kubexx/http/url.hpp"
#include "kubexx/testing/scripted_transport.hpp"
#include "requests/client_impl.hpp"
#include "requests/impersonator.hpp"

namespace kubexx {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

constexpr const char* ca = "-----BEGIN CERTIFICATE-----\nQ0EK\n-----END CERTIFICATE-----\n";
constexpr const char* cert = "-----BEGIN CERTIFICATE-----\nQ2VydAo=\n-----END CERTIFICATE-----\n";
constexpr const char* key = "-----BEGIN PRIVATE KEY-----\nU0VDUkVUS0VZ\n-----END PRIVATE KEY-----\n";

class Config : public ::testing::Test {
protected:
  Runtime with(Clock& clock)
  {
    Runtime runtime = system.runtime();
    runtime.clock = &clock;
    return runtime;
  }
  /// For what another thread does.
  template <class Condition>
  static bool eventually(Condition condition)
  {
    for (int round = 0; round < 4000; ++round) {
      if (condition()) return true;
      std::this_thread::sleep_for(5ms);
    }
    return false;
  }

  Config()
  {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    root = fs::path(::testing::TempDir()) / ("kubexx-config-" + std::string(test->name()));
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

  SystemRuntime system;
  fs::path root;
};

// Warnings are errors here: -Wmissing-field-initializers would refuse a member without a default.
TEST(DesignatedInitialisers, OfOptionsMayLeaveMembersOut)
{
  const ConfigOptions options{.cluster = "k"};
  const ClientConfig config{.server = "https://h"};
  const ExecConfig exec{.command = "x"};
  const Impersonation as{.user = "jane"};
  const Client::Options client{.user_agent = "x"};
  const ClientTransportOptions transport{.host = "h"};
  const ProxyConfig proxy{.host = "h"};
  const TlsClientConfig tls{.cert_pem = "x"};
  const ListenerOptions listener{.port = 1};
  EXPECT_EQ(options.cluster + config.server + exec.command + as.user + client.user_agent + transport.host + proxy.host +
                tls.cert_pem + std::to_string(listener.port),
            "khttps://hxjanexhhx1");
}

TEST_F(Config, ReadsInlineCredentials)
{
  const auto path = kubeconfig(
      "server: 'https://h:6443/p', certificate-authority-data: " + encode_base64(ca) + ", tls-server-name: api",
      "client-certificate-data: " + encode_base64(cert) + ", client-key-data: " + encode_base64(key));
  const auto config = load_kubeconfig(path);
  EXPECT_EQ(config.server, "https://h:6443/p");
  EXPECT_EQ(config.ca_pem, ca);
  EXPECT_EQ(config.cert_pem, cert);
  EXPECT_EQ(config.key_pem, key);
  EXPECT_EQ(config.tls_server_name, "api");
  EXPECT_EQ(config.namespace_, "prod");
  EXPECT_FALSE(config.insecure);
  EXPECT_EQ(config.source, "kubeconfig " + path + ", context c");
  EXPECT_EQ(config.ca_file + config.cert_file + config.key_file, "") << "nothing to read again";
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
  EXPECT_EQ(config.ca_file, (root / "pki/ca.crt").string());
  EXPECT_EQ(config.cert_file, (root / "client.crt").string());
  EXPECT_EQ(config.key_file, (root / "client.key").string());
  EXPECT_EQ(config.token_file, (root / "tok").string());
  EXPECT_THAT(config.summary(), HasSubstr("token file"));
}

TEST_F(Config, FilesAndInlineDataTogetherAreRefused)
{
  const std::string https = "server: 'https://h'";
  const std::string data = encode_base64(ca);
  EXPECT_THAT(load_error(kubeconfig(https + ", certificate-authority: x, certificate-authority-data: " + data, "")),
              HasSubstr("clusters[0].cluster.certificate-authority: is set together with "
                        "certificate-authority-data: remove one of them"));
  EXPECT_THAT(load_error(kubeconfig(https, "client-certificate: x, client-certificate-data: " + data)),
              HasSubstr("users[1].user.client-certificate: is set together with"));
  EXPECT_THAT(
      load_error(kubeconfig(https, "client-certificate-data: " + data + ", client-key: x, client-key-data: " + data)),
      HasSubstr("users[1].user.client-key: is set together with"));
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
            at + "clusters[0].cluster.certificate-authority-data: contains no PEM text with CERTIFICATE-----");
  EXPECT_EQ(
      load_error(kubeconfig(https + ", certificate-authority: no.crt", "")),
      at + "clusters[0].cluster.certificate-authority: the file " + (root / "no.crt").string() + " does not exist");
  EXPECT_EQ(load_error(kubeconfig(https + ", certificate-authority: " + root.string(), "")),
            at + "clusters[0].cluster.certificate-authority: " + root.string() + ": is a directory, not a file");
  EXPECT_EQ(load_error(kubeconfig("insecure-skip-tls-verify: true", "")),
            at + "clusters[0].cluster.server: is missing");
  EXPECT_THAT(load_error(kubeconfig("server: 'ftp://h'", "")), HasSubstr("clusters[0].cluster.server: "));
  EXPECT_THAT(load_error(kubeconfig(
                  https + ", insecure-skip-tls-verify: true, certificate-authority-data: " + encode_base64(ca), "")),
              HasSubstr("cannot be true together with a certificate authority"));
  EXPECT_THAT(load_error(kubeconfig(https + ", insecure-skip-tls-verify: SECRET", "")),
              HasSubstr("expected true or false"));
  EXPECT_THAT(load_error(kubeconfig(https, "token: [SECRET]")), HasSubstr("users[1].user.token: expected a string"));
  EXPECT_THAT(load_error(kubeconfig(https, "token: \"SECRET\\nSECRET\"")),
              HasSubstr("users[1].user.token: contains a line break"));
  EXPECT_THAT(load_error(kubeconfig(https, "password: SECRET")), HasSubstr("users[1].user.username: is missing"));
  EXPECT_THAT(load_error(kubeconfig(https, "token: 12345")),
              HasSubstr("users[1].user.token: expected a string, but without quotes this is a number"));
  EXPECT_THAT(load_error(kubeconfig(https + ", insecure-skip-tls-verify: 'true'", "")), HasSubstr("without quotes"));
  EXPECT_THAT(load_error(kubeconfig(https, "tokenFile: nofile")), HasSubstr("users[1].user.tokenFile: the file"));
  EXPECT_THAT(load_error(kubeconfig(https, "token: SECRET, username: SECRET")),
              HasSubstr("both a token and a username"));
  EXPECT_THAT(load_error(kubeconfig(https, "client-certificate-data: " + encode_base64(cert))),
              HasSubstr("no client-key"));
  EXPECT_THAT(load_error(kubeconfig(https, "client-certificate-data: " + encode_base64(cert) + ", client-key-data: " +
                                               encode_base64("-----BEGIN ENCRYPTED PRIVATE KEY-----SECRET"))),
              HasSubstr("users[1].user.client-key-data: the key is encrypted"));
}

TEST_F(Config, AuthProvidersButOidcAreRefusedWithWhatReplacesThem)
{
  const std::string https = "server: 'https://h'";
  EXPECT_THAT(load_error(kubeconfig(https, "auth-provider: {name: gcp, config: {access-token: SECRET}}")),
              AllOf(HasSubstr("users[1].user.auth-provider: auth providers other than oidc are no longer part of"),
                    HasSubstr("gke-gcloud-auth-plugin")));
  EXPECT_THAT(load_error(kubeconfig(https, "token: SECRET, auth-provider: {name: azure}")), HasSubstr("kubelogin"));
  EXPECT_THAT(load_error(kubeconfig(https, "auth-provider: {name: oidc}")),
              HasSubstr("auth-provider.config.idp-issuer-url: is missing"));
  const std::string oidc = "auth-provider: {name: oidc, config: {idp-issuer-url: 'https://i', client-id: c";
  EXPECT_THAT(load_error(kubeconfig(https, oidc + ", client-secret: SECRET}}")),
              HasSubstr("auth-provider.config.id-token: is missing, and kubexx does not request one from the issuer"));
  EXPECT_EQ(load_error(kubeconfig(https, "token: SECRET, " + oidc + "}}")), "accepted") << "the token counts";
  const auto config = load_kubeconfig(kubeconfig(https, oidc + ", id-token: SECRET}}"));
  EXPECT_EQ(config.token, "SECRET");
  EXPECT_THAT(config.warnings, ::testing::Contains(HasSubstr("the id-token is not renewed")));
  EXPECT_THAT(load_error(kubeconfig(https, "auth-provider: {name: SECRET}")), HasSubstr("the provider's credential"));
  EXPECT_EQ(load_error(kubeconfig("server: 'http://h'", "auth-provider: {name: gcp}")), "accepted")
      << "kubectl does not look at credentials that it will not send";
}

TEST_F(Config, ImpersonationIsRead)
{
  const auto config = load_kubeconfig(
      kubeconfig("server: 'https://h'",
                 "token: SECRET, as: jane, as-uid: '7', as-groups: [a, b], as-user-extra: {Scopes/x: [v, w], k: []}"));
  EXPECT_EQ(config.impersonate.user, "jane");
  EXPECT_EQ(config.impersonate.uid, "7");
  EXPECT_THAT(config.impersonate.groups, ::testing::ElementsAre("a", "b"));
  ASSERT_EQ(config.impersonate.extra.size(), 2U);
  EXPECT_EQ(config.impersonate.extra[0].first, "Scopes/x");
  EXPECT_THAT(config.impersonate.extra[0].second, ::testing::ElementsAre("v", "w"));
  EXPECT_THAT(config.summary(), HasSubstr(", as jane"));
  for (const char* lonely : {"as-uid: x", "as-groups: [x]", "as-user-extra: {k: [v]}"}) {
    EXPECT_THAT(load_error(kubeconfig("server: 'https://h'", lonely)), HasSubstr("users[1].user.as: is missing"));
  }
  EXPECT_THAT(load_error(kubeconfig("server: 'https://h'", "as: a, as-user-extra: {k: SECRET}")),
              HasSubstr("users[1].user.as-user-extra.k: expected a list of strings"));
}

TEST_F(Config, CredentialPluginsAreRead)
{
  const std::string https =
      "server: 'https://h', extensions: [{name: client.authentication.k8s.io/exec, extension: {audience: [1, x, "
      "true]}}]";
  const std::string v1 = "apiVersion: client.authentication.k8s.io/v1, ";
  const auto path =
      kubeconfig(https, "exec: {" + v1 +
                            "command: bin/plugin, args: [--token, SECRET], env: [{name: A, value: SECRET}], "
                            "interactiveMode: Never, provideClusterInfo: true, installHint: try apt}");
  const auto config = load_kubeconfig(path);
  ASSERT_TRUE(config.exec);
  EXPECT_EQ(config.exec->command, (root / "bin/plugin").string()) << "a path starts at the kubeconfig's folder";
  EXPECT_THAT(config.exec->args, ::testing::ElementsAre("--token", "SECRET"));
  EXPECT_THAT(config.exec->env, ::testing::ElementsAre(::testing::Pair("A", "SECRET")));
  EXPECT_EQ(config.exec->install_hint, "try apt");
  EXPECT_TRUE(config.exec->provide_cluster_info);
  EXPECT_EQ(config.exec->cluster_config_json, R"({"audience":[1,"x",true]})");
  EXPECT_EQ(config.exec->interaction, ExecInteraction::never);
  EXPECT_EQ(config.exec->place, "kubeconfig " + path + ": users[1].user.exec");
  EXPECT_THAT(config.summary() + config.explain(), AllOf(HasSubstr("bin/plugin"), Not(HasSubstr("SECRET"))));

  const auto beta =
      load_kubeconfig(kubeconfig(https, "exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: plugin}"));
  EXPECT_EQ(beta.exec->command, "plugin") << "a name is looked for in PATH";
  EXPECT_EQ(beta.exec->interaction, ExecInteraction::if_available) << "v1beta1 has a default";
  const auto other =
      load_kubeconfig(kubeconfig(https, "token: SECRET, exec: {" + v1 + "command: x, interactiveMode: Never}"));
  EXPECT_FALSE(other.exec) << "a static credential wins";
  EXPECT_THAT(other.warnings, ::testing::ElementsAre(HasSubstr("users[1].user.exec: is ignored")));

  const auto error = [&](const std::string& exec) { return load_error(kubeconfig(https, "exec: {" + exec + "}")); };
  EXPECT_THAT(error(v1 + "interactiveMode: Never"), HasSubstr("users[1].user.exec.command: is missing"));
  EXPECT_THAT(error("command: x, interactiveMode: Never"), HasSubstr("users[1].user.exec.apiVersion: is missing"));
  EXPECT_THAT(error("apiVersion: client.authentication.k8s.io/v1alpha1, command: x"), HasSubstr("is not supported"));
  EXPECT_THAT(error(v1 + "command: x"), HasSubstr("users[1].user.exec.interactiveMode: is missing"));
  EXPECT_THAT(error(v1 + "command: x, interactiveMode: SECRET"), HasSubstr("expected Never, IfAvailable or Always"));
  EXPECT_THAT(error(v1 + "command: x, interactiveMode: Never, env: [{value: SECRET}]"),
              HasSubstr("users[1].user.exec.env[0].name: is missing"));
  EXPECT_THAT(load_error(kubeconfig(https, "auth-provider: {name: gcp}, exec: {}")),
              HasSubstr("cannot be combined with auth-provider"));
}

TEST_F(Config, ProxyUrlsAreCheckedAndShownWithoutTheirPassword)
{
  const auto config = load_kubeconfig(kubeconfig("server: 'https://h', proxy-url: 'socks5://u:SECRET@[::1]:1080'", ""));
  EXPECT_EQ(config.proxy_url, "socks5://u:SECRET@[::1]:1080");
  EXPECT_THAT(config.summary(), HasSubstr("through socks5://[::1]:1080"));
  for (const char* bad :
       {"ftp://SECRET@h", "h:1", "http://u:SECRET@a b", "http://", "socks5h://u:SECRET@h", "http://h:0"}) {
    EXPECT_THAT(load_error(kubeconfig("server: 'https://h', proxy-url: '" + std::string(bad) + "'", "")),
                HasSubstr("clusters[0].cluster.proxy-url: the proxy's URL "));
  }
}

TEST_F(Config, WhatKubectlAcceptsIsAccepted)
{
  const auto url = load_kubeconfig(kubeconfig("server: 'https://user:SECRET%21@h/p?q=SECRET'", ""));
  EXPECT_EQ(url.server, "https://h/p");
  EXPECT_EQ(url.username, "user");
  EXPECT_EQ(url.password, "SECRET!");
  EXPECT_EQ(url.warnings.size(), 2U);
  EXPECT_EQ(load_kubeconfig(kubeconfig("server: 'https://user:SECRET@h'", "token: SECRET")).username, "");

  const auto lonely_key = load_kubeconfig(kubeconfig("server: 'https://h'", "client-key-data: U0VDUkVU"));
  EXPECT_EQ(lonely_key.key_pem, "");
  EXPECT_THAT(lonely_key.warnings, ::testing::ElementsAre(HasSubstr("is ignored without a client-certificate")));

  const auto plain = load_kubeconfig(kubeconfig("server: 'http://h:8080'", "token: SECRET, as: jane"));
  EXPECT_EQ(plain.token, "");
  EXPECT_EQ(plain.impersonate.user, "jane");
  EXPECT_THAT(plain.warnings, ::testing::ElementsAre(HasSubstr("ignored: http://h:8080 is not https")));

  EXPECT_TRUE(load_kubeconfig(kubeconfig("server: 'https://h', insecure-skip-tls-verify: yes", "")).insecure);
  EXPECT_EQ(load_kubeconfig(kubeconfig("server: 'https://h'", "token: 'SECRET a'")).token, "SECRET a");
  EXPECT_TRUE(load_kubeconfig(kubeconfig("server: 'https://h', disable-compression: true", "")).disable_compression);
  EXPECT_EQ(load_kubeconfig(file("docs",
                                 "---\ncurrent-context: c\ncontexts: [{name: c, context: {cluster: ''}}]\n"
                                 "clusters: [null, {cluster: {server: h}}]\n---\nkind: Pod\n"))
                .server,
            "h")
      << "an empty name is a name; only the first document counts";
}

// What kubectl 1.32 takes for a text without quotes, and what it does not.
TEST_F(Config, ScalarsHaveTheTypesThatKubectlSees)
{
  for (const char* number :
       {"1", "1_000", "0x10", "0o7", "010", "1e5", ".5", "1.", "0b1", "+1", "-2", "y", "No", "on"}) {
    EXPECT_THAT(load_error(kubeconfig("server: 'https://h'", "token: " + std::string(number))),
                HasSubstr("users[1].user.token: expected a string"))
        << number;
  }
  for (const char* text : {"2001-01-01", "1:30", "-", "0x", "1e", "31ada4fd-adec-460c-809a-9e56ceb75269", "'12'"}) {
    EXPECT_EQ(load_error(kubeconfig("server: 'https://h'", "token: " + std::string(text))), "accepted") << text;
  }
}

TEST_F(Config, LoadingExplainsItself)
{
  file("ca.crt", ca);
  const auto first = file("one",
                          "current-context: x\nclusters: [{name: k, cluster: {server: 'https://h', proxy-url: "
                          "'http://u:SECRET@p:3128', certificate-authority: ca.crt}}]\n");
  const auto second = file("two",
                           "clusters: [{name: k, cluster: {server: 'https://hidden'}}]\ncontexts: [{name: x, context: "
                           "{cluster: k, user: u, namespace: prod}}]\nusers: [{name: u, user: {token: SECRET}}]\n");
  const auto missing = (root / "three").string();
  const auto config = load_kubeconfigs({first, second, missing});
  const auto text = config.explain();
  const auto line = [&](const std::string& name) {
    const auto at = text.find("\n" + name + " ");
    return at == std::string::npos ? "" : text.substr(at + 1, text.find('\n', at + 1) - at - 1);
  };
  EXPECT_THAT("\n" + text, HasSubstr("\ncontext "));
  EXPECT_THAT(line("server"), AllOf(HasSubstr(" https://h "), HasSubstr(first + ": clusters[0].cluster.server")));
  EXPECT_THAT(line("proxy-url"), HasSubstr(" http://p:3128 "));
  EXPECT_THAT(line("certificate-authority"), HasSubstr((root / "ca.crt").string()));
  EXPECT_THAT(line("namespace"), AllOf(HasSubstr(" prod "), HasSubstr(second + ": contexts[0].context.namespace")));
  EXPECT_THAT(line("token"), AllOf(HasSubstr(" REDACTED "), HasSubstr(second + ": users[0].user.token")));
  EXPECT_THAT(line("hidden"), HasSubstr(second + ": clusters[0] (\"k\") is ignored: " + first + ": clusters[0] has"));
  EXPECT_THAT(line("missing"), HasSubstr(missing));
  EXPECT_THAT(text + config.summary(), Not(HasSubstr("SECRET")));
}

TEST_F(Config, TheEnvironmentNamesAProxyUnlessTheFileDoes)
{
  ConfigOptions options;
  options.path = kubeconfig("server: 'https://api.example.com'", "");
  const auto proxy = [&](std::map<std::string, std::string> variables) {
    options.environment = environment(std::move(variables));
    return load_config(options).proxy_url;
  };
  EXPECT_EQ(proxy({{"HTTP_PROXY", "http://no"}}), "");
  EXPECT_EQ(proxy({{"HTTPS_PROXY", "p:3128"}, {"https_proxy", "http://small"}}), "http://p:3128");
  EXPECT_EQ(proxy({{"https_proxy", "socks5h://u:SECRET@small"}}), "socks5h://u:SECRET@small");
  EXPECT_EQ(proxy({{"HTTPS_PROXY", "http://p"}, {"NO_PROXY", "x.com, .Example.com"}}), "");
  EXPECT_EQ(proxy({{"HTTPS_PROXY", "http://p"}, {"no_proxy", "other.com"}}), "http://p");
  EXPECT_THAT(error_of([&] { return proxy({{"HTTPS_PROXY", "ftp://u:SECRET@p"}}); }),
              HasSubstr("HTTPS_PROXY: the proxy's URL must begin with http, https or socks5"));
  options.server = "http://asked:8001";
  EXPECT_EQ(proxy({{"HTTPS_PROXY", "http://p"}}), "") << "it is chosen for the server that is asked";
  EXPECT_EQ(proxy({{"HTTP_PROXY", "http://p"}}), "http://p");
  EXPECT_EQ(proxy({{"HTTP_PROXY", "http://p"}, {"NO_PROXY", "asked"}}), "");
  EXPECT_EQ(proxy({{"HTTP_PROXY", "http://p"}, {"NO_PROXY", "example.com"}}), "http://p");
  options.path.clear();
  options.home = root.string();
  EXPECT_EQ(proxy({{"HTTP_PROXY", "http://p"}}), "http://p") << "without any configuration too";
  EXPECT_EQ(load_config(options).server, "http://asked:8001");
  options.server.clear();
  options.path = kubeconfig("server: 'https://h', proxy-url: 'http://own'", "");
  EXPECT_EQ(proxy({{"HTTPS_PROXY", "http://p"}, {"NO_PROXY", "*"}}), "http://own");
  options.path = kubeconfig("server: 'http://h'", "");
  EXPECT_EQ(proxy({{"http_proxy", "http://p"}}), "http://p");
  EXPECT_THAT(error_of([&] { return proxy({{"HTTP_PROXY", "http://p"}, {"REQUEST_METHOD", "GET"}}); }),
              HasSubstr("HTTP_PROXY is not trusted in a CGI program"));
}

TEST_F(Config, AnotherServerIsJudgedInPlaceOfTheFilesOwn)
{
  ConfigOptions options;
  options.environment = environment({});
  options.server = "https://new:6443";
  const auto load = [&](const std::string& cluster, const std::string& user) {
    options.path = kubeconfig(cluster, user);
    return load_config(options);
  };
  const auto password = load("server: 'https://jane:SECRET@old', tls-server-name: old", "");
  EXPECT_EQ(password.server, "https://new:6443");
  EXPECT_EQ(password.username + password.password, "") << "that of the old server alone";
  EXPECT_EQ(password.tls_server_name, "");
  EXPECT_THAT(password.warnings, ::testing::IsEmpty());
  EXPECT_THAT(password.explain(), AllOf(HasSubstr("https://new:6443"), Not(HasSubstr("old"))));
  const auto token = load("server: 'http://old'", "token: SECRET");
  EXPECT_EQ(token.token, "SECRET");
  EXPECT_THAT(token.warnings, ::testing::IsEmpty());
  const auto none = load("certificate-authority-data: " + encode_base64(ca), "token: SECRET");
  EXPECT_EQ(none.server, "https://new:6443");
  EXPECT_EQ(none.ca_pem, ca);
  EXPECT_EQ(none.token, "SECRET");
  options.server = "http://plain:8001";
  const auto plain = load("server: 'https://old'", "token: SECRET");
  EXPECT_EQ(plain.token, "");
  EXPECT_THAT(plain.warnings, ::testing::ElementsAre(HasSubstr("ignored: http://plain:8001 is not https")));
  options.server = "https://u:SECRET@h";
  EXPECT_THAT(error_of([&] { return load_config(options); }), Not(HasSubstr("accepted")));
}

TEST(NoProxy, HasTheSemanticsOfGo)
{
  const auto direct = [](const char* url, const char* list) {
    return detail::bypasses_proxy(parse_server_url(url), list);
  };
  for (const char* loopback : {"https://localhost", "https://127.0.0.1:6443", "https://127.9.9.9", "https://[::1]"}) {
    EXPECT_TRUE(direct(loopback, "")) << loopback;
  }
  EXPECT_TRUE(direct("https://anything", "a,*,b"));
  for (const char* hit : {"example.com", "EXAMPLE.com", " api.example.com ", ".example.com", "*.example.com",
                          "example.com:443", "api.example.com:443", "x,,:80,com"}) {
    EXPECT_TRUE(direct("https://API.example.com", hit)) << hit;
  }
  for (const char* miss : {"", "xample.com", "pi.example.com", ".api.example.com", "example.com:80", "*example.com",
                           "api.example", "10.0.0.0/8", "api.example.com:"}) {
    EXPECT_EQ(direct("https://api.example.com", miss), std::string_view(miss) == "api.example.com:") << miss;
  }
  EXPECT_FALSE(direct("https://example.com", ".example.com"));
  for (const char* hit :
       {"10.0.0.0/8", "10.1.2.3", "10.1.2.3:6443", "10.1.2.3/32", "0.0.0.0/0", "10.1.2.2/31", "1.2.3"}) {
    EXPECT_TRUE(direct("https://10.1.2.3:6443", hit)) << hit;
  }
  for (const char* miss : {"10.1.2.4", "10.1.2.3:443", "11.0.0.0/8", "10.1.2.0/33", "::/0", "10.1.2.4/31", "1.2"}) {
    EXPECT_FALSE(direct("https://10.1.2.3:6443", miss)) << miss;
  }
  for (const char* hit : {"fd00::/8", "fd00::1", "[fd00::1]", "[fd00::1]:6443", "FD00:0::1"}) {
    EXPECT_TRUE(direct("https://[fd00::1]:6443", hit)) << hit;
  }
  EXPECT_FALSE(direct("https://[fd00::1]:6443", "[fd00::1]:443"));
  EXPECT_TRUE(direct("https://[::ffff:10.1.2.3]", "10.0.0.0/8"));
}

TEST_F(Config, ContextsAreChosenAndChecked)
{
  const std::string text =
      "clusters: [{name: k, cluster: {server: 'https://one'}}, {name: l, cluster: {server: 'https://two'}}]\n"
      "contexts: [{name: a, context: {cluster: k}}, {name: b, context: {cluster: l, user: nobody}}, {name: d, context: "
      "{cluster: x}}]\n";
  const auto path = file("two", text);
  EXPECT_EQ(load_kubeconfig(path, "a").server, "https://one");
  EXPECT_THAT(load_error(path), HasSubstr("two: current-context is not set (available: a, b, d)"));
  EXPECT_THAT(load_error(path, "z"), HasSubstr("two: there is no context \"z\" (available: a, b, d)"));
  EXPECT_THAT(load_error(path, "b"),
              HasSubstr("contexts[1].context.user: there is no user \"nobody\" (available: none)"));
  EXPECT_THAT(load_error(path, "d"),
              HasSubstr("contexts[2].context.cluster: there is no cluster \"x\" (available: k, l)"));
  EXPECT_THAT(load_error(file("cur", text + "current-context: z\n")),
              HasSubstr("current-context: there is no context \"z\""));
}

TEST_F(Config, ClusterAndUserMayBeOthersThanTheContexts)
{
  ConfigOptions options;
  options.path =
      file("three",
           "current-context: a\n"
           "clusters: [{name: k, cluster: {server: 'https://one'}}, {name: l, cluster: {server: 'https://two'}}]\n"
           "users: [{name: u, user: {token: SECRET}}, {name: v, user: {username: me, password: SECRET}}]\n"
           "contexts: [{name: a, context: {cluster: k, user: u}}]\n");
  EXPECT_EQ(load_config(options).server, "https://one");
  options.cluster = "l";
  options.user = "v";
  const auto config = load_config(options);
  EXPECT_EQ(config.server, "https://two");
  EXPECT_EQ(config.username, "me");
  EXPECT_EQ(config.token, "");
  EXPECT_THAT(config.explain(), HasSubstr("asked for"));
  options.cluster = "x";
  EXPECT_THAT(error_of([&] { return load_config(options); }), HasSubstr("there is no cluster \"x\" (available: k, l)"));
}

TEST_F(Config, BrokenFilesAreNamed)
{
  EXPECT_EQ(load_error((root / "none").string()),
            "kubeconfig " + (root / "none").string() + ": the file does not exist");
  EXPECT_THAT(load_error(root.string()), HasSubstr("is a directory"));
  EXPECT_THAT(load_error(file("bad", "a: [SECRET\nb: c")), HasSubstr("bad: not valid YAML: line 2, column"));
  EXPECT_THAT(load_error(file("empty", "")), HasSubstr("empty: current-context is not set (available: none)"));
  EXPECT_THAT(load_error(file("list", "- SECRET")), HasSubstr("expected a mapping"));
  EXPECT_THAT(load_error(file("pod", "kind: Pod")), HasSubstr("kind: expected Config"));
  EXPECT_THAT(load_error(file("clusters", "clusters: SECRET")), HasSubstr("clusters: expected a list"));
  EXPECT_THAT(load_error(file("entries", "clusters: [SECRET]")), HasSubstr("clusters[0]: expected a mapping"));
  EXPECT_THAT(load_error(file("twice", "users: [{name: a, user: {token: SECRET}}, {name: a}]")),
              HasSubstr("twice: users[1].name: the name \"a\" is used twice"));
  EXPECT_THAT(load_error(file("number", "users: [{name: 1}]")), HasSubstr("users[0].name: expected a string"));
  EXPECT_THAT(load_error(file("version", "apiVersion: v2")), HasSubstr("apiVersion: expected v1"));
}

// kubectl reads the whole of a file into its types: an entry that nobody uses counts too.
TEST_F(Config, EveryEntryIsChecked)
{
  const std::string good =
      "current-context: c\ncontexts: [{name: c, context: {cluster: k}}, {name: d, context: {}}]\nclusters: [{name: k, "
      "cluster: {server: 'https://h:6443'}}]\n";
  EXPECT_EQ(load_error(file("good", good)), "accepted");
  const std::vector<std::pair<const char*, const char*>> refused = {
      {"preferences: x", "preferences: expected a mapping"},
      {"preferences: {colors: x}", "preferences.colors: expected true or false"},
      {"extensions: {}", "extensions: expected a list"},
      {"users: [{name: u, user: x}]", "users[0].user: expected a mapping"},
      {"users: [{name: u, user: {token: 1}}]", "users[0].user.token: expected a string"},
      {"users: [{name: u, user: {client-key-data: '!'}}]", "users[0].user.client-key-data: is not base64"},
      {"users: [{name: u, user: {as-groups: a}}]", "users[0].user.as-groups: expected a list of strings"},
      {"users: [{name: u, user: {as-user-extra: {a: b}}}]",
       "users[0].user.as-user-extra.a: expected a list of strings"},
      {"users: [{name: u, user: {auth-provider: {config: {a: 1}}}}]",
       "users[0].user.auth-provider.config.a: expected a string"},
      {"users: [{name: u, user: {exec: {args: a}}}]", "users[0].user.exec.args: expected a list of strings"},
      {"users: [{name: u, user: {exec: {env: {}}}}]", "users[0].user.exec.env: expected a list"},
      {"users: [{name: u, user: {exec: {provideClusterInfo: 1}}}]", "provideClusterInfo: expected true or false"},
      {"contexts: [{name: x, context: {namespace: 5}}]", "contexts[0].context.namespace: expected a string"},
      {"contexts: [{name: x, context: {namespace: !!int 5}}]", "contexts[0].context.namespace: expected a string"},
      {"clusters: [{name: x, cluster: {insecure-skip-tls-verify: 'true'}}]",
       "insecure-skip-tls-verify: expected true or false"},
      {"clusters: [{name: x, cluster: {extensions: {}}}]", "clusters[0].cluster.extensions: expected a list"},
  };
  for (const auto& [text, why] : refused) {
    const auto path = file("refused", text);
    EXPECT_THAT(error_of([&] { return load_kubeconfigs({file("good", good), path}); }), HasSubstr(why)) << text;
    EXPECT_THAT(error_of([&] { return parse_kubeconfig_document(path, text); }), HasSubstr(why)) << text;
  }
  const auto document = parse_kubeconfig_document("x", good + "current-context: d\n");
  EXPECT_EQ(document["current-context"], "d") << "of equal keys the last counts";
  EXPECT_TRUE(parse_kubeconfig_document("x", "").is_null());
}

TEST_F(Config, AliasesCannotFillMemory)
{
  std::string text = "a0: &a0 [SECRET, SECRET, SECRET, SECRET, SECRET, SECRET, SECRET, SECRET, SECRET]\n";
  for (int level = 1; level < 40; ++level) {
    const auto before = "*a" + std::to_string(level - 1);
    text += "a" + std::to_string(level) + ": &a" + std::to_string(level) + " [" + before;
    for (int count = 1; count < 9; ++count) text += ", " + before;
    text += "]\n";
  }
  EXPECT_THAT(load_error(file("bomb", text)),
              HasSubstr("bomb: not valid YAML: its aliases expand it by more than 1 MiB"));
  EXPECT_THAT(load_error(file("cycle", "a: &a [*a, *a]\n")), HasSubstr("nested more than 100 levels deep"));
  EXPECT_THAT(load_error(file("deep", "a: " + std::string(101, '[') + std::string(101, ']'))),
              HasSubstr("nested more than 100 levels deep"));
  const auto used = file("used",
                         "base: &base {server: 'https://h:6443'}\ncurrent-context: c\ncontexts: [{name: c, context: "
                         "{cluster: k}}]\nclusters: [{name: k, cluster: *base}, {name: l, cluster: *base}]\n");
  EXPECT_EQ(load_kubeconfig(used).server, "https://h:6443");
}

// Everything before the last @ may be a password that holds the marks at which a URL ends.
TEST_F(Config, NoPartOfAPasswordInTheServerIsShown)
{
  for (const char* server :
       {"https://me:SECRETa?b@h:6443", "https://me:SECRETa#b@h:6443", "https://me:SECRETa/b@h:6443",
        "https://me:SECRET%zz@h", "https://me:SECRET@h:x", "https://me:SECRET@", "me:SECRETa?b@h",
        "https://me:SECRET%40h", "me:SECRET://[1:@h:6443"}) {
    EXPECT_NE(load_error(kubeconfig("server: '" + std::string(server) + "'", "")), "accepted") << server;
  }
  // What looks like a scheme is part of the query, which nobody uses.
  EXPECT_EQ(load_error(kubeconfig("server: 'h?p/s://me:SECRET@host'", "")), "accepted");
}

// As kubectl --server with KUBECONFIG=/dev/null.
TEST_F(Config, AServerIsEnoughForAFileWithoutACurrentContext)
{
  ConfigOptions options;
  options.environment = environment({});
  options.server = "https://asked:6443";
  for (const char* text : {"", "apiVersion: v1\nkind: Config\n", "users: [{name: u, user: {token: SECRET}}]\n"}) {
    options.path = file("empty", text);
    const ClientConfig config = load_config(options);
    EXPECT_EQ(config.server, "https://asked:6443");
    EXPECT_EQ(config.token, "");
    EXPECT_THAT(config.source, HasSubstr("empty"));
  }
  options.user = "u";
  EXPECT_THAT(error_of([&] { return load_config(options); }), HasSubstr("current-context is not set"));
}

TEST_F(Config, FilesOfKubeconfigAreMerged)
{
  const auto first = file("a/one",
                          "current-context: x\nusers: [{name: u, user: {tokenFile: tok}}]\n"
                          "clusters: [{name: k, cluster: {server: 'https://first'}}]\n");
  const auto second = file("b/two",
                           "current-context: z\nusers: [{name: u, user: {token: SECRET}}]\n"
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
  EXPECT_THAT(error_of([&] { return load_config(options); }), HasSubstr("KUBECONFIG: none of its files exist"));
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
  const auto with_port = [&](const std::string& port) {
    return load_in_cluster_config(environment({{"KUBERNETES_SERVICE_HOST", "a"}, {"KUBERNETES_SERVICE_PORT", port}}),
                                  (root / "sa").string());
  };
  for (const std::string port : {"tcp://10.0.0.1:443", "x", "84433"}) {
    EXPECT_THAT(error_of([&] { return with_port(port); }), HasSubstr("KUBERNETES_SERVICE_PORT: "));
  }
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
  file("sa/token", "SECRET");
  options.cluster = "k";
  EXPECT_EQ(server(), "https://home") << "so is a cluster";
  options.cluster = "nonsense";
  EXPECT_THAT(error_of(server), HasSubstr("there is no cluster \"nonsense\""));
  options.cluster.clear();
  options.user = "nobody";
  EXPECT_THAT(error_of(server), HasSubstr("nobody")) << "and a user";
  options.home = (root / "elsewhere").string();
  EXPECT_THAT(error_of(server), HasSubstr("in a cluster, but a context, cluster or user was requested"));
  options.home = root.string();
  options.user.clear();
  fs::remove(root / "sa" / "token");
  options.home = (root / "elsewhere").string();
  variables.erase("KUBERNETES_SERVICE_HOST");
  EXPECT_EQ(error_of(server),
            "no Kubernetes configuration found: KUBECONFIG is not set; not in a cluster "
            "(KUBERNETES_SERVICE_HOST and _PORT are not set); " +
                (root / "elsewhere").string() +
                "/.kube/config does not exist. Specify a kubeconfig file, or set KUBECONFIG");
}

/// Runs `work` to its end; files are read on the executor of the fixture.
template <class T>
T finish(awaitable<T> work)
{
  asio::io_context context;
  std::optional<T> result;
  asio::co_spawn(context, std::move(work), [&](std::exception_ptr error, T value) {
    if (error) std::rethrow_exception(error);
    result = std::move(value);
  });
  context.run();
  return std::move(*result);
}

std::string header_of(detail::Credentials& source)
{
  return finish(source.get({})).header;
}

TEST_F(Config, ATokenFileIsReadAgain)
{
  ManualClock clock;
  const auto path = file("tok", "SECRET-1\n");
  const auto source = detail::make_file_token(path, "", with(clock));
  EXPECT_EQ(header_of(*source), "Bearer SECRET-1");
  file("tok", "SECRET-2");
  EXPECT_EQ(header_of(*source), "Bearer SECRET-1");
  clock.advance(50s);
  EXPECT_EQ(header_of(*source), "Bearer SECRET-2");
  fs::remove(path);
  clock.advance(50s);
  EXPECT_EQ(header_of(*source), "Bearer SECRET-2") << "the last good one";
  file("tok", " \n");
  const auto generation = finish(source->get({})).generation;
  EXPECT_FALSE(finish(source->refresh(generation, {})));
  EXPECT_EQ(header_of(*source), "Bearer SECRET-2");
  file("tok", "SECRET-3");
  EXPECT_TRUE(finish(source->refresh(generation, {})));
  EXPECT_EQ(header_of(*source), "Bearer SECRET-3");
  file("tok", "SECRET-4");
  EXPECT_TRUE(finish(source->refresh(generation, {})));
  EXPECT_EQ(header_of(*source), "Bearer SECRET-3") << "who was refused with an old one need not read again";
  EXPECT_THAT(error_of([&] { return detail::make_file_token((root / "no").string(), "", with(clock)); }),
              HasSubstr("/no: the token file does not exist"));
  EXPECT_EQ(header_of(*detail::make_file_token((root / "no").string(), "inline", with(clock))), "Bearer inline");
}

/// Runs one exchange over a scripted transport through a client that authorizes it.
HttpResponse send_with(const std::shared_ptr<detail::Credentials>& source,
                       const std::shared_ptr<testing::ScriptedTransport>& transport,
                       const std::shared_ptr<detail::TlsSource>& tls = nullptr, const ApiCall& call = {})
{
  using Impl = detail::ClientAccess::Impl;
  ManualClock clock;
  asio::io_context context;
  Impl::Endpoint endpoint;
  endpoint.authorizer = std::make_shared<detail::Authorizer>(source, tls);
  Runtime runtime;
  runtime.clock = &clock;
  runtime.executor = context.get_executor();
  const auto impl = Impl::make(runtime, transport, {}, std::move(endpoint));
  detail::LiveCall live(call);
  HttpResponse response;
  asio::co_spawn(context, Impl::attempts(impl.get(), &live), [&](std::exception_ptr error, HttpResponse answer) {
    if (error) std::rethrow_exception(error);
    response = std::move(answer);
  });
  context.run();
  return response;
}

/// A named pipe that nobody writes: whoever opens it waits.
class SilentPipe {
public:
  explicit SilentPipe(std::string path) : path_(std::move(path))
  {
    fs::remove(path_);
    EXPECT_EQ(::mkfifo(path_.c_str(), S_IRUSR | S_IWUSR), 0);
  }
  SilentPipe(const SilentPipe&) = delete;
  SilentPipe& operator=(const SilentPipe&) = delete;
  ~SilentPipe() { answer(""); }

  /// Lets the one who waits read this.
  void answer(const std::string& text)
  {
    if (std::exchange(answered_, true)) return;
    const std::string path = path_;
    std::ofstream(path) << text;
  }

private:
  const std::string path_;
  bool answered_ = false;
};

/// The outcome of a call that waits for a clock: time passes until it has ended.
template <class T>
T finish_in_time(ManualClock& clock, Duration step, awaitable<T> work)
{
  asio::io_context context;
  std::optional<T> result;
  std::exception_ptr failure;
  bool ended = false;
  asio::co_spawn(context, std::move(work), [&](std::exception_ptr error, T value) {
    failure = error;
    if (!error) result = std::move(value);
    ended = true;
  });
  while (context.poll() > 0) {
  }
  clock.advance(step);
  context.restart();
  context.run();
  EXPECT_TRUE(ended);
  if (failure) std::rethrow_exception(failure);
  return std::move(*result);
}

TEST_F(Config, ATokenFileThatDoesNotAnswerKeepsNobodyWaiting)
{
  ManualClock clock;
  const auto path = file("tok", "SECRET-1");
  const auto source = detail::make_file_token(path, "", with(clock));
  SilentPipe pipe(path);
  clock.advance(50s);
  detail::CredentialBounds bounds;
  bounds.deadline = clock.now() + 500ms;
  try {
    (void)finish_in_time(clock, 500ms, source->get(bounds));
    FAIL() << "nothing was read";
  } catch (const TransportError& error) {
    EXPECT_EQ(error.code(), TransportErrc::timeout);
    EXPECT_EQ(error.what(), "the token file " + path + " was not read before the deadline of this call");
  }
  EXPECT_EQ(finish_in_time(clock, 500ms, source->get({})).header, "Bearer SECRET-1") << "a second has passed";
  EXPECT_EQ(header_of(*source), "Bearer SECRET-1") << "at once: it is known that nothing comes";
  EXPECT_FALSE(finish(source->refresh(0, {})));
  pipe.answer("SECRET-2");
  EXPECT_TRUE(eventually([&] { return header_of(*source) == "Bearer SECRET-2"; }));
}

TEST_F(Config, AReadThatEndedMeanwhileIsNotRepeated)
{
  ManualClock clock;
  const auto path = file("tok", "SECRET-1");
  detail::BackgroundRead reader(with(clock), "the token file");
  int used = 0;
  detail::BackgroundRead::Use use = [&](const std::vector<detail::FileContent>& /*found*/) { ++used; };
  EXPECT_TRUE(finish(reader.run({path}, use, [] { return false; }, {}))) << "another call's read gave what is needed";
  EXPECT_EQ(used, 0);
  EXPECT_TRUE(finish(reader.run({path}, use, [] { return true; }, {})));
  EXPECT_EQ(used, 1);
}

TEST_F(Config, ACertificateFileThatDoesNotAnswerKeepsNobodyWaiting)
{
  ManualClock clock;
  ClientConfig config;
  config.ca_file = file("ca", "one");
  config.ca_pem = "one";
  const auto source = std::make_shared<detail::TlsSource>(config, with(clock), [](const TlsClientConfig&) {});
  SilentPipe pipe(config.ca_file);
  clock.advance(1min);
  EXPECT_EQ(finish_in_time(clock, 1s, detail::TlsSource::poll(source, {})), 0U);
  EXPECT_EQ(finish(detail::TlsSource::poll(source, {})), 0U) << "at once";
  source->set_client_certificate("plugin", "key");
  pipe.answer("two");
  EXPECT_TRUE(eventually([&] { return finish(detail::TlsSource::poll(source, {})) == 2U; }));
}

TEST_F(Config, A401ReadsTheTokenAgainAndTriesOnce)
{
  ManualClock clock;
  const auto path = file("tok", "SECRET-1");
  const auto source = detail::make_file_token(path, "", with(clock));
  auto transport = std::make_shared<testing::ScriptedTransport>();
  file("tok", "SECRET-2");
  transport->answer(401, "").answer(200, "{}");
  EXPECT_EQ(send_with(source, transport).status, 200U);
  ASSERT_EQ(transport->count(), 2U);
  EXPECT_EQ(transport->request(0).headers.find("Authorization"), "Bearer SECRET-1");
  EXPECT_EQ(transport->request(1).headers.find("Authorization"), "Bearer SECRET-2");

  transport->answer(401, "");
  EXPECT_EQ(send_with(source, transport).status, 401U) << "nothing newer: no second try";
  file("tok", "SECRET-3");
  const auto refuse_and_rotate = [&](const testing::ScriptedRequest&) {
    file("tok", "SECRET-4");
    HttpResponse response;
    response.status = 401;
    return response;
  };
  transport->answer(401, "").then(refuse_and_rotate).answer(200, "{}");
  EXPECT_EQ(send_with(source, transport).status, 401U) << "one second try only, also when there is a third token";
  EXPECT_EQ(transport->left(), 1U);
}

TEST_F(Config, AnAuthorizationOfTheCallIsLeftAlone)
{
  auto transport = std::make_shared<testing::ScriptedTransport>();
  transport->answer(401, "");
  ApiCall call;
  call.request.headers.add("Authorization", "Bearer own");
  EXPECT_EQ(send_with(detail::make_static_token("SECRET"), transport, nullptr, call).status, 401U);
  EXPECT_EQ(transport->last().headers.find("Authorization"), "Bearer own");
}

TEST_F(Config, CertificatesAreReadAgain)
{
  ManualClock clock;
  ClientConfig config;
  config.ca_file = file("ca", "one");
  config.ca_pem = "one";
  config.cert_pem = "inline";
  std::vector<std::string> applied;
  bool usable = true;
  const auto apply = [&](const TlsClientConfig& tls) {
    if (!usable) throw std::invalid_argument("the key does not belong to the certificate");
    applied.push_back(tls.ca_pem + " " + tls.cert_pem);
  };
  const auto source = std::make_shared<detail::TlsSource>(config, with(clock), apply);
  const auto poll = [&] { return finish(detail::TlsSource::poll(source, {})); };
  const auto refresh = [&](std::uint64_t generation) {
    return finish(detail::TlsSource::refresh(source, generation, {}));
  };
  file("ca", "two");
  EXPECT_EQ(poll(), 0U);
  clock.advance(1min);
  EXPECT_EQ(poll(), 1U);
  EXPECT_THAT(applied, ::testing::ElementsAre("two inline"));
  file("ca", "three");
  EXPECT_TRUE(refresh(1)) << "at once, when something was refused";
  EXPECT_FALSE(refresh(2));
  EXPECT_TRUE(refresh(1)) << "somebody else has read it meanwhile";
  file("ca", "");
  EXPECT_FALSE(refresh(2)) << "an empty file is one that is being written";
  file("ca", "four");
  usable = false;
  clock.advance(5s);
  EXPECT_EQ(poll(), 2U);
  usable = true;
  clock.advance(5s);
  EXPECT_EQ(poll(), 3U) << "what could not be used is tried again soon";
  source->set_client_certificate("plugin", "key");
  EXPECT_THAT(applied, ::testing::ElementsAre("two inline", "three inline", "four inline", "four plugin"));
}

TEST_F(Config, ARefusedHandshakeReadsTheCertificatesAgainAndTriesOnceUnlessAWriteMayHaveArrived)
{
  ManualClock clock;
  ClientConfig config;
  config.ca_file = file("ca", "one");
  config.ca_pem = "one";
  const auto tls = std::make_shared<detail::TlsSource>(config, with(clock), [](const TlsClientConfig&) {});
  const auto transport = std::make_shared<testing::ScriptedTransport>();
  const auto refused = [](bool written) {
    return [written](const testing::ScriptedRequest&) -> HttpResponse {
      throw TransportError(TransportErrc::tls, "refused", written);
    };
  };
  file("ca", "two");
  transport->then(refused(true)).answer(200, "{}");
  EXPECT_EQ(send_with(nullptr, transport, tls).status, 200U);
  ApiCall post;
  post.request.method = "POST";
  file("ca", "three");
  transport->then(refused(false)).answer(201, "{}");
  EXPECT_EQ(send_with(nullptr, transport, tls, post).status, 201U);
  file("ca", "four");
  transport->then(refused(true)).answer(201, "{}");
  EXPECT_THROW(send_with(nullptr, transport, tls, post), TransportError);
  EXPECT_EQ(transport->left(), 1U);
}

TEST_F(Config, ImpersonationIsHeaders)
{
  Impersonation as;
  as.user = "jane doe";
  as.uid = "7";
  as.groups = {"a", "b"};
  as.extra = {{"example.com/Scopes%", {"v", "w"}}, {"grün", {"x"}}};
  testing::ScriptedTransport transport;
  const Interceptor::Next next = [&](ApiCall call) { return transport.exchange(std::move(call.request), call.limits); };
  const auto pass = [&](const Impersonation& who, const ApiCall& call) {
    transport.answer(200, "");
    asio::io_context context;
    const auto link = detail::make_impersonation(who);
    asio::co_spawn(context, link->intercept(call, next), [](std::exception_ptr error, const HttpResponse&) {
      if (error) std::rethrow_exception(error);
    });
    context.run();
    const Headers& sent = transport.last().headers;
    return std::vector<Headers::Field>(sent.begin(), sent.end());
  };
  using Field = Headers::Field;
  EXPECT_THAT(pass(as, ApiCall{}),
              ::testing::ElementsAre(
                  Field("Impersonate-User", "jane doe"), Field("Impersonate-Uid", "7"), Field("Impersonate-Group", "a"),
                  Field("Impersonate-Group", "b"), Field("Impersonate-Extra-example.com%2FScopes%25", "v"),
                  Field("Impersonate-Extra-example.com%2FScopes%25", "w"), Field("Impersonate-Extra-gr%C3%BCn", "x")));
  ApiCall own;
  own.request.headers.add("Impersonate-User", "other");
  EXPECT_EQ(pass(as, own).size(), 1U) << "a call may say itself as whom it is made";
  as.groups = {"a\r\nX: y"};
  EXPECT_THROW(pass(as, ApiCall{}), std::invalid_argument);
  as = {};
  as.uid = "7";
  EXPECT_THROW(pass(as, ApiCall{}), std::invalid_argument);
}

TEST_F(Config, BasicAuthIsAHeader)
{
  EXPECT_EQ(header_of(*detail::make_basic_auth("Aladdin", "open sesame")), "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
}

}  // namespace
}  // namespace kubexx
