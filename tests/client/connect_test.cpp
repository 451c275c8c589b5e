// SPDX-License-Identifier: Apache-2.0
// The client over the real transport: TLS, credentials, path prefix, and what is said when these do not fit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>
#include <thread>

#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/system_clock.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/client/load_config.hpp"
#include "kubexx/client/own_connections.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "kubexx/http/listener.hpp"
#include "kubexx/testing/recording_log.hpp"
#include "support/private_keys.hpp"

namespace kubexx {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::RecordingLog;

/// Knows one token at a time and one ConfigMap.
class TinyServer {
public:
  void accept_token(const std::string& token)
  {
    const std::lock_guard lock(mutex_);
    token_ = token;
  }
  [[nodiscard]] int refused() const
  {
    const std::lock_guard lock(mutex_);
    return refused_;
  }
  [[nodiscard]] std::set<std::string> users() const
  {
    const std::lock_guard lock(mutex_);
    return users_;
  }
  HttpResponse answer(const HttpRequest& request)
  {
    const std::lock_guard lock(mutex_);
    users_.insert(request.user);
    HttpResponse response;
    response.headers.add("Content-Type", "application/json");
    const std::string path = request.target.substr(0, request.target.find('?'));
    if (request.headers.find("Authorization").value_or("") != "Bearer " + token_) {
      ++refused_;
      response.status = 401;
      response.body = R"({"kind":"Status","reason":"Unauthorized","message":"Unauthorized","code":401})";
    } else if (path == "/k8s/api/v1/namespaces/prod/configmaps/a" || path == "/api/v1/namespaces/prod/configmaps/a") {
      response.body = R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"prod","uid":"u"}})";
    } else {
      response.status = 404;
      response.body = "404 page not found";
    }
    return response;
  }

  /// Requests for /slow that have come; they wait for let_go().
  [[nodiscard]] int slow() const
  {
    const std::lock_guard lock(mutex_);
    return static_cast<int>(slow_.size());
  }
  void let_go()
  {
    const std::lock_guard lock(mutex_);
    for (const auto& one : slow_) one.fire();
  }
  OneShot wait_slow()
  {
    const std::lock_guard lock(mutex_);
    return slow_.emplace_back();
  }

private:
  mutable std::mutex mutex_;
  std::vector<OneShot> slow_;    // guarded by mutex_
  std::string token_;            // guarded by mutex_
  int refused_ = 0;              // guarded by mutex_
  std::set<std::string> users_;  // guarded by mutex_; whom certificates named
};

awaitable<HttpResponse> answer_of(TinyServer* server, HttpRequest request)
{
  if (request.target.ends_with("/slow")) {
    const OneShot gate = server->wait_slow();
    co_await gate.wait();
  }
  co_return server->answer(request);
}

class Connect : public ::testing::Test {
protected:
  Connect()
  {
    CertificateRequest request;
    request.common_name = "server";
    request.ip_addresses = {"127.0.0.1"};
    const auto issued = authority.issue(request);
    listen(issued, "");
    folder = std::filesystem::path(::testing::TempDir()) /
             (std::string("kubexx-connect-") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder);
    token_file = (folder / "token").string();
    write_token("SECRET-1");
    config.server = listener->url() + "/k8s";
    config.ca_pem = authority.cert_pem();
    config.token_file = token_file;
    config.namespace_ = "prod";
    config.source = "test";
    server.accept_token("SECRET-1");
  }
  ~Connect() override
  {
    stop_listening();
    system.stop();
    std::filesystem::remove_all(folder);
    EXPECT_THAT(log->text(), AllOf(Not(HasSubstr("SECRET")), Not(HasSubstr("PRIVATE KEY"))));
    EXPECT_THAT(config.summary() + config.explain(), AllOf(Not(HasSubstr("SECRET")), Not(HasSubstr("PRIVATE KEY"))));
  }

  void listen(const CertificateAndKey& certificate, const std::string& client_ca, std::uint16_t port = 0)
  {
    ListenerOptions options;
    options.port = port;
    options.tls = TlsServerConfig{certificate.cert_pem, certificate.key_pem, client_ca};
    const HttpHandler handler = [this](HttpRequest asked) { return answer_of(&server, std::move(asked)); };
    listener = std::make_unique<HttpListener>(system.runtime(), options, handler);
  }
  void stop_listening()
  {
    block_on(system.runtime().executor, [this] { return listener->async_stop(); }, "async_stop");
    listener.reset();
  }

  /// As a kubelet does: the file is complete at every moment.
  std::string write(const std::string& name, const std::string& content)
  {
    std::ofstream(folder / (name + ".new")) << content;
    std::filesystem::rename(folder / (name + ".new"), folder / name);
    return (folder / name).string();
  }
  void write_token(const std::string& token) { write("token", token + "\n"); }

  /// Reads in four threads while `work` goes on; how many calls failed, and the first error.
  template <class Work>
  static std::pair<int, std::string> read_meanwhile(const Client& client, Work work)
  {
    std::atomic<bool> done = false;
    std::atomic<int> failures = 0;
    std::array<std::atomic<int>, 4> reads{};
    std::mutex mutex;
    std::string first;
    std::vector<std::thread> threads;
    for (auto& count : reads) {
      threads.emplace_back([&] {
        while (!done) {
          try {
            (void)client.get(resources::config_maps, {"prod", "a"});
          } catch (const std::exception& error) {
            const std::lock_guard lock(mutex);
            if (failures++ == 0) first = error.what();
          }
          ++count;
        }
      });
    }
    // Each thread reads some more, so that each has its connection and none is being made when time is moved.
    work([&](int more) {
      for (auto& count : reads) {
        for (const int wanted = count + (more + 3) / 4; count < wanted;) std::this_thread::yield();
      }
    });
    done = true;
    for (auto& thread : threads) thread.join();
    return {failures, first};
  }

  std::string error_of(const ClientConfig& with)
  {
    try {
      (void)Client::connect(system.runtime(), with).get(resources::config_maps, {"prod", "a"});
    } catch (const std::exception& error) {
      EXPECT_THAT(error.what(), Not(HasSubstr("SECRET")));
      return error.what();
    }
    return "no error";
  }

  std::shared_ptr<testing::RecordingLog> log = std::make_shared<testing::RecordingLog>();
  SystemRuntime system{[this] {
    SystemRuntime::Options options;
    options.log = Log(log);
    return options;
  }()};
  SystemClock clock;
  CertificateAuthority authority{clock};
  TinyServer server;
  std::unique_ptr<HttpListener> listener;
  std::filesystem::path folder;
  std::string token_file;
  ClientConfig config;
};

TEST_F(Connect, ReadsOverTlsBelowAPathAndRotatesItsToken)
{
  const auto client = Client::connect(system.runtime(), config);
  EXPECT_EQ(client.default_namespace(), "prod");
  EXPECT_EQ(client.get(resources::config_maps, {"prod", "a"}).uid(), "u");
  server.accept_token("SECRET-2");
  write_token("SECRET-2");
  EXPECT_EQ(client.get(resources::config_maps, {"prod", "a"}).uid(), "u") << "the 401 made it read the file again";
  EXPECT_EQ(server.refused(), 1);
}

awaitable<void> read_slow(Client client, std::stop_token stop)
{
  CallOptions options;
  options.stop = std::move(stop);
  try {
    (void)co_await client.async_get_raw("/slow", options);
  } catch (const std::exception&) {
  }
}

// As many calls as there are connections hang.
TEST_F(Connect, AClientWithOwnConnectionsDoesNotWaitForThoseOfAnother)
{
  constexpr int kConnections = 64;
  const auto client = Client::connect(system.runtime(), config);
  SystemRuntime other;
  Runtime runtime = system.runtime();
  runtime.executor = other.runtime().executor;
  const Client own = with_own_connections(client, runtime);
  const std::stop_source stop;
  std::atomic<int> left{kConnections + 6};
  for (int i = left; i > 0; --i) {
    spawn(system.runtime().executor, read_slow(client, stop.get_token()), [&left] { --left; });
  }
  for (int round = 0; round < 2000 && server.slow() < kConnections; ++round) usleep(5000);
  ASSERT_EQ(server.slow(), kConnections);
  GetOptions hurry;
  hurry.timeout = std::chrono::seconds(10);
  EXPECT_EQ(own.get(resources::config_maps, {"prod", "a"}, hurry).uid(), "u");
  write_token("SECRET-2");
  server.accept_token("SECRET-2");
  EXPECT_EQ(own.get(resources::config_maps, {"prod", "a"}, hurry).uid(), "u") << "with credentials of its own";
  server.let_go();
  std::stop_source(stop).request_stop();
  for (int round = 0; round < 2000 && left > 0; ++round) usleep(5000);
  EXPECT_EQ(left, 0);
}

TEST_F(Connect, TokensRotateUnderLoad)
{
  const auto client = Client::connect(system.runtime(), config);
  const auto [failures, first] = read_meanwhile(client, [&](auto wait_for_reads) {
    for (int round = 2; round < 30; ++round) {
      wait_for_reads(20);
      const std::string token = "SECRET-" + std::to_string(round);
      write_token(token);
      server.accept_token(token);
    }
    wait_for_reads(20);
  });
  EXPECT_EQ(failures, 0) << first;
  EXPECT_GE(server.refused(), 28);
}

TEST_F(Connect, ClientCertificatesRotateUnderLoad)
{
  const CertificateAuthority old_authority(clock, "old");
  const CertificateAuthority new_authority(clock, "new");
  CertificateRequest request;
  request.common_name = "server";
  request.ip_addresses = {"127.0.0.1"};
  stop_listening();
  listen(authority.issue(request), old_authority.cert_pem() + new_authority.cert_pem());
  const auto use = [&](const CertificateAuthority& by, const std::string& name) {
    CertificateRequest who;
    who.common_name = name;
    who.server = false;
    const auto issued = by.issue(who);
    config.cert_pem = issued.cert_pem;
    config.key_pem = issued.key_pem;
    config.cert_file = write("client.crt", issued.cert_pem);
    config.key_file = write("client.key", issued.key_pem);
  };
  use(old_authority, "first");
  config.server = listener->url() + "/k8s";
  Runtime runtime = system.runtime();
  ManualClock time(clock.wall_now());
  runtime.clock = &time;
  Client::Options patient;
  patient.timeout = std::chrono::hours(1);
  const auto client = Client::connect(runtime, config, patient);
  const auto [failures, first] = read_meanwhile(client, [&](auto wait_for_reads) {
    wait_for_reads(20);
    EXPECT_THAT(server.users(), ::testing::ElementsAre("first"));
    use(new_authority, "second");
    time.advance(std::chrono::minutes(1));
    wait_for_reads(50);
  });
  EXPECT_EQ(failures, 0) << first;
  EXPECT_THAT(server.users(), ::testing::ElementsAre("first", "second"));
}

TEST_F(Connect, AnAuthorityThatWasReplacedIsReadAgainAtOnce)
{
  config.ca_file = write("ca.crt", authority.cert_pem());
  const auto client = Client::connect(system.runtime(), config);
  EXPECT_EQ(client.get(resources::config_maps, {"prod", "a"}).uid(), "u");
  const auto read_at = std::chrono::steady_clock::now();
  const CertificateAuthority next(clock, "next");
  CertificateRequest request;
  request.common_name = "server";
  request.ip_addresses = {"127.0.0.1"};
  const auto port = listener->port();
  stop_listening();
  listen(next.issue(request), "", port);
  write("ca.crt", next.cert_pem());
  // A connection that was used less than a millisecond ago is used again without a look.
  while (std::chrono::steady_clock::now() - read_at < std::chrono::milliseconds(2)) std::this_thread::yield();
  const auto patch = client.patch(resources::config_maps, {"prod", "a"}, "{}");
  EXPECT_EQ(patch.uid(), "u") << "also a write: nothing of it was sent before";
}

TEST_F(Connect, APluginIsAskedAgainAfterA401)
{
  const auto say = [&](const std::string& token) {
    write("answer", R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":{"token":")" +
                        token + "\"}}");
  };
  say("SECRET-1");
  config.token_file.clear();
  config.exec.emplace();
  config.exec->api_version = "client.authentication.k8s.io/v1";
  config.exec->command = "sh";
  config.exec->args = {"-c", "echo x >> runs; cat answer", "SECRET-argument"};
  config.exec->args[1] = "cd " + folder.string() + "; echo x >> runs; cat answer";
  config.exec->interaction = ExecInteraction::never;
  config.exec->place = "test";
  const auto client = Client::connect(system.runtime(), config);
  const auto [failures, first] = read_meanwhile(client, [&](auto wait_for_reads) {
    for (int round = 2; round < 6; ++round) {
      wait_for_reads(20);
      say("SECRET-" + std::to_string(round));
      server.accept_token("SECRET-" + std::to_string(round));
    }
    wait_for_reads(20);
  });
  EXPECT_EQ(failures, 0) << first;
  std::ifstream runs(folder / "runs");
  int lines = 0;
  for (std::string line; std::getline(runs, line);) ++lines;
  EXPECT_EQ(lines, 5) << "one run for each credential";

  config.exec->args[1] = "echo SECRET-argument is wrong >&2; exit 4";
  EXPECT_EQ(
      error_of(config),
      "get configmaps \"a\" in namespace \"prod\": test: the credential plugin sh failed with exit code 4: *** is "
      "wrong");
}

// What a kubelet renews while a controller runs, without a 401 and without a failed handshake.
TEST_F(Connect, InClusterReadsItsTokenAndItsAuthorityAgain)
{
  write("ca.crt", authority.cert_pem());
  write("namespace", "prod");
  const Environment environment = [this](std::string_view name) -> std::optional<std::string> {
    if (name == "KUBERNETES_SERVICE_HOST") return "127.0.0.1";
    if (name == "KUBERNETES_SERVICE_PORT") return std::to_string(listener->port());
    return std::nullopt;
  };
  const auto in_cluster = load_in_cluster_config(environment, folder.string());
  ASSERT_TRUE(in_cluster);
  EXPECT_EQ(in_cluster->namespace_, "prod");
  Runtime runtime = system.runtime();
  ManualClock time(clock.wall_now());
  runtime.clock = &time;
  const auto client = Client::connect(runtime, *in_cluster);
  const auto uid = [&] { return std::string(client.get(resources::config_maps, {"prod", "a"}).uid()); };
  EXPECT_EQ(uid(), "u");

  write_token("SECRET-2");
  time.advance(std::chrono::seconds(49));
  EXPECT_EQ(uid(), "u") << "the old one, which the server still takes";
  time.advance(std::chrono::seconds(1));
  server.accept_token("SECRET-2");
  EXPECT_EQ(uid(), "u");
  EXPECT_EQ(server.refused(), 0) << "the file was read again before anyone complained";

  const CertificateAuthority next(clock, "next");
  write("ca.crt", authority.cert_pem() + next.cert_pem());
  time.advance(std::chrono::minutes(1));
  EXPECT_EQ(uid(), "u");
  EXPECT_THAT(log->text(), HasSubstr("reloaded the certificates"));
  std::filesystem::remove(folder / "ca.crt");  // so that it is not read after a failed handshake
  CertificateRequest request;
  request.common_name = "server";
  request.ip_addresses = {"127.0.0.1"};
  const auto port = listener->port();
  stop_listening();
  listen(next.issue(request), "", port);
  EXPECT_EQ(uid(), "u") << "the new authority was known already";

  // A token file that is gone for a moment does no harm.
  std::filesystem::remove(token_file);
  time.advance(std::chrono::seconds(50));
  EXPECT_EQ(uid(), "u");
  EXPECT_THAT(log->text(), HasSubstr("cannot reload the token file"));
}

struct KeyCase {
  KeyKind kind;
  test::KeyForm form;
  const char* marker;  ///< in the PEM
};

TEST_F(Connect, KeysOfEveryFormOpenTheDoor)
{
  CertificateRequest for_server;
  for_server.common_name = "server";
  for_server.ip_addresses = {"127.0.0.1"};
  stop_listening();
  listen(authority.issue(for_server), authority.cert_pem());
  using test::KeyForm;
  const std::vector<KeyCase> cases = {{KeyKind::ec_p256, KeyForm::pkcs8, "BEGIN PRIVATE KEY"},
                                      {KeyKind::ec_p256, KeyForm::traditional, "BEGIN EC PRIVATE KEY"},
                                      {KeyKind::rsa_2048, KeyForm::pkcs8, "BEGIN PRIVATE KEY"},
                                      {KeyKind::rsa_2048, KeyForm::traditional, "BEGIN RSA PRIVATE KEY"}};
  std::set<std::string> names;
  const auto load = [&](const std::string& user) {
    return load_kubeconfig(write("config", "current-context: c\nclusters:\n- name: k\n  cluster: {server: '" +
                                               listener->url() + "/k8s', certificate-authority: ca.crt}\nusers:\n- " +
                                               "name: u\n  user: {token: SECRET-1, " + user +
                                               "}\ncontexts:\n- name: c\n  context: {cluster: k, user: u}\n"));
  };
  write("ca.crt", authority.cert_pem());
  for (const auto& [kind, form, marker] : cases) {
    CertificateRequest who;
    who.common_name = "user-" + std::to_string(names.size());
    who.server = false;
    who.key = kind;
    names.insert(who.common_name);
    const auto issued = authority.issue(who);
    const std::string key = test::in_form(issued.key_pem, form);
    EXPECT_THAT(key, HasSubstr(marker));
    write("client.crt", issued.cert_pem);
    write("client.key", key);
    EXPECT_EQ(error_of(load("client-certificate: client.crt, client-key: client.key")), "no error") << marker;
    EXPECT_TRUE(server.users().contains(who.common_name)) << marker;
  }

  // What openssl writes before a traditional EC key, and certificate and key in one file.
  CertificateRequest who;
  who.common_name = "user-with-parameters";
  who.server = false;
  const auto issued = authority.issue(who);
  write("both.pem", "Bag Attributes\n" + issued.cert_pem +
                        "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n" +
                        test::in_form(issued.key_pem, KeyForm::traditional));
  EXPECT_EQ(error_of(load("client-certificate: both.pem, client-key: both.pem")), "no error");
  EXPECT_TRUE(server.users().contains(who.common_name));

  // Nobody could be asked for a pass phrase.
  write("client.crt", issued.cert_pem);
  for (const KeyForm form : {KeyForm::encrypted_pkcs8, KeyForm::encrypted_traditional}) {
    const std::string key = test::in_form(issued.key_pem, form);
    write("client.key", key);
    const auto of_kubeconfig = [&]() -> std::string {
      try {
        (void)load("client-certificate: client.crt, client-key: client.key");
      } catch (const ConfigError& error) {
        return error.what();
      }
      return "accepted";
    };
    EXPECT_THAT(of_kubeconfig(), AllOf(HasSubstr("client.key: the key is encrypted: decrypt it first"),
                                       HasSubstr("users[0].user.client-key")));
    config.server = listener->url() + "/k8s";
    config.cert_pem = issued.cert_pem;
    config.key_pem = key;
    EXPECT_EQ(error_of(config), "test: the client key is encrypted: decrypt it first (openssl pkey)");
  }
}

TEST_F(Connect, WarningsAreLogged)
{
  config.insecure = true;
  config.ca_pem.clear();
  config.warnings = {"something odd"};
  (void)Client::connect(system.runtime(), config);
  EXPECT_THAT(log->text(), AllOf(HasSubstr("something odd"), HasSubstr("certificate is not verified")));
}

TEST_F(Connect, AnExpiredTokenSaysWhatToDo)
{
  server.accept_token("SECRET-other");
  EXPECT_EQ(error_of(config),
            "get configmaps \"a\" in namespace \"prod\": 401 Unauthorized: Unauthorized (the credentials are missing, "
            "wrong or expired: rotate the token or the client certificate)");
}

TEST_F(Connect, AWrongAuthorityIsNamed)
{
  const CertificateAuthority other(clock, "another authority");
  config.ca_pem = other.cert_pem();
  EXPECT_THAT(error_of(config), AllOf(HasSubstr("get configmaps \"a\" in namespace \"prod\": "), HasSubstr("127.0.0.1"),
                                      HasSubstr("certificate")));
  config.insecure = true;
  config.ca_pem.clear();
  EXPECT_EQ(error_of(config), "no error");
}

TEST_F(Connect, AProxyThatNobodyVouchesForGetsNothing)
{
  const CertificateAuthority other(clock, "another authority");
  CertificateRequest request;
  request.common_name = "proxy";
  request.ip_addresses = {"127.0.0.1"};
  stop_listening();
  listen(other.issue(request), "");
  config.proxy_url = listener->url();
  config.server = "https://127.0.0.1:1/k8s";
  EXPECT_THAT(error_of(config), AllOf(HasSubstr("127.0.0.1:" + std::to_string(listener->port())),
                                      HasSubstr("certificate"), Not(HasSubstr("CONNECT"))));
  // With the same proxy trusted, the request for the server reaches it.
  config.ca_pem += other.cert_pem();
  EXPECT_THAT(error_of(config), Not(HasSubstr("certificate")));
}

TEST_F(Connect, AnAuthorityThatWasReplacedIsReadAgainForTheProxyToo)
{
  config.ca_file = write("ca.crt", authority.cert_pem());
  config.proxy_url = listener->url();
  config.server = "https://127.0.0.1:1/k8s";
  const auto client = Client::connect(system.runtime(), config);
  const auto failure = [&] {
    try {
      (void)client.get(resources::config_maps, {"prod", "a"});
    } catch (const TransportError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_THAT(failure(), AllOf(HasSubstr("proxy"), Not(HasSubstr("certificate")))) << "it was reached";
  const CertificateAuthority next(clock, "next");
  CertificateRequest request;
  request.common_name = "proxy";
  request.ip_addresses = {"127.0.0.1"};
  const auto port = listener->port();
  stop_listening();
  listen(next.issue(request), "", port);
  write("ca.crt", next.cert_pem());
  EXPECT_THAT(failure(), AllOf(HasSubstr("proxy"), Not(HasSubstr("certificate"))));
}

TEST_F(Connect, TheTlsServerNameIsTheOneThatIsVerified)
{
  config.tls_server_name = "elsewhere.example";
  EXPECT_THAT(error_of(config), HasSubstr("is not valid for elsewhere.example"));
}

TEST_F(Connect, AnUnreachableServerIsNamed)
{
  const auto port = listener->port();
  block_on(system.runtime().executor, [this] { return listener->async_stop(); }, "async_stop");
  EXPECT_THAT(error_of(config), AllOf(HasSubstr("get configmaps \"a\" in namespace \"prod\": "),
                                      HasSubstr("127.0.0.1:" + std::to_string(port))));
}

TEST_F(Connect, WhatCannotBeUsedIsAConfigError)
{
  config.cert_pem = "-----BEGIN CERTIFICATE-----\nSECRET\n-----END CERTIFICATE-----\n";
  config.key_pem = "-----BEGIN PRIVATE KEY-----\nSECRET\n-----END PRIVATE KEY-----\n";
  EXPECT_THROW((void)Client::connect(system.runtime(), config), ConfigError);
  EXPECT_THAT(error_of(config), HasSubstr("test: "));
  config.server = "ftp://x";
  EXPECT_THROW((void)Client::connect(system.runtime(), config), ConfigError);
}

}  // namespace
}  // namespace kubexx
