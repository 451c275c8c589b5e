// SPDX-License-Identifier: Apache-2.0
// The client over the real transport: TLS, credentials, path prefix, and what is said when these do not fit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>
#include <thread>

#include "kubexx/base/asio.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/system_clock.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/client/config.hpp"
#include "kubexx/client/resources.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "kubexx/http/listener.hpp"

namespace kubexx {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// Keeps what is logged.
class KeptLog final : public LogSink {
public:
  bool enabled(LogLevel /*level*/) const noexcept override { return true; }
  void write(LogLevel /*level*/, std::string_view message, std::span<const LogField> fields) noexcept override
  {
    const std::lock_guard lock(mutex_);
    text_ += message;
    for (const LogField& field : fields) {
      text_ += ' ' + field.key + '=';
      if (const auto* value = std::get_if<std::string>(&field.value)) text_ += *value;
    }
    text_ += '\n';
  }
  std::string text() const
  {
    const std::lock_guard lock(mutex_);
    return text_;
  }

private:
  mutable std::mutex mutex_;
  std::string text_;  // guarded by mutex_
};

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
    if (request.headers.find("Authorization").value_or("") != "Bearer " + token_) {
      ++refused_;
      response.status = 401;
      response.body = R"({"kind":"Status","reason":"Unauthorized","message":"Unauthorized","code":401})";
    } else if (request.target.substr(0, request.target.find('?')) == "/k8s/api/v1/namespaces/prod/configmaps/a") {
      response.body = R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"prod","uid":"u"}})";
    } else {
      response.status = 404;
      response.body = "404 page not found";
    }
    return response;
  }

private:
  mutable std::mutex mutex_;
  std::string token_;            // guarded by mutex_
  int refused_ = 0;              // guarded by mutex_
  std::set<std::string> users_;  // guarded by mutex_; whom certificates named
};

awaitable<HttpResponse> answer_of(TinyServer* server, HttpRequest request)
{
  co_return server->answer(request);
}

class Connect : public testing::Test {
protected:
  Connect()
  {
    CertificateRequest request;
    request.common_name = "server";
    request.ip_addresses = {"127.0.0.1"};
    const auto issued = authority.issue(request);
    listen(issued, "");
    folder = std::filesystem::path(testing::TempDir()) /
             (std::string("kubexx-connect-") + testing::UnitTest::GetInstance()->current_test_info()->name());
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
    std::atomic<int> reads = 0;
    std::mutex mutex;
    std::string first;
    std::vector<std::thread> threads;
    for (int count = 0; count < 4; ++count) {
      threads.emplace_back([&] {
        while (!done) {
          try {
            (void)client.get(resources::config_maps, {"prod", "a"});
          } catch (const std::exception& error) {
            const std::lock_guard lock(mutex);
            if (failures++ == 0) first = error.what();
          }
          ++reads;
        }
      });
    }
    work([&](int more) {
      for (const int wanted = reads + more; reads < wanted;) std::this_thread::yield();
    });
    done = true;
    for (auto& thread : threads) thread.join();
    EXPECT_GT(reads, 0);
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

  std::shared_ptr<KeptLog> log = std::make_shared<KeptLog>();
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
    EXPECT_THAT(server.users(), testing::ElementsAre("first"));
    use(new_authority, "second");
    time.advance(std::chrono::minutes(1));
    wait_for_reads(50);
  });
  EXPECT_EQ(failures, 0) << first;
  EXPECT_THAT(server.users(), testing::ElementsAre("first", "second"));
}

TEST_F(Connect, AnAuthorityThatWasReplacedIsReadAgainAtOnce)
{
  config.ca_file = write("ca.crt", authority.cert_pem());
  const auto client = Client::connect(system.runtime(), config);
  EXPECT_EQ(client.get(resources::config_maps, {"prod", "a"}).uid(), "u");
  const CertificateAuthority next(clock, "next");
  CertificateRequest request;
  request.common_name = "server";
  request.ip_addresses = {"127.0.0.1"};
  const auto port = listener->port();
  stop_listening();
  listen(next.issue(request), "", port);
  write("ca.crt", next.cert_pem());
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
