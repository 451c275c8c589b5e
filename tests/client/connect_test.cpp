// SPDX-License-Identifier: Apache-2.0
// The client over the real transport: TLS, credentials, path prefix, and what is said when these do not fit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <mutex>

#include "kubexx/base/asio.hpp"
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
  HttpResponse answer(const HttpRequest& request)
  {
    const std::lock_guard lock(mutex_);
    HttpResponse response;
    response.headers.add("Content-Type", "application/json");
    if (request.headers.find("Authorization").value_or("") != "Bearer " + token_) {
      ++refused_;
      response.status = 401;
      response.body = R"({"kind":"Status","reason":"Unauthorized","message":"Unauthorized","code":401})";
    } else if (request.target == "/k8s/api/v1/namespaces/prod/configmaps/a") {
      response.body = R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"prod","uid":"u"}})";
    } else {
      response.status = 404;
      response.body = "404 page not found";
    }
    return response;
  }

private:
  mutable std::mutex mutex_;
  std::string token_;  // guarded by mutex_
  int refused_ = 0;    // guarded by mutex_
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
    ListenerOptions options;
    options.tls = TlsServerConfig{issued.cert_pem, issued.key_pem, ""};
    const HttpHandler handler = [this](HttpRequest asked) { return answer_of(&server, std::move(asked)); };
    listener = std::make_unique<HttpListener>(system.runtime(), options, handler);
    token_file = (std::filesystem::path(testing::TempDir()) /
                  (std::string("kubexx-connect-") + testing::UnitTest::GetInstance()->current_test_info()->name()))
                     .string();
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
    block_on(system.runtime().executor, [this] { return listener->async_stop(); }, "async_stop");
    listener.reset();
    system.stop();
    std::filesystem::remove(token_file);
  }

  void write_token(const std::string& token) { std::ofstream(token_file) << token << "\n"; }

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

  SystemRuntime system;
  SystemClock clock;
  CertificateAuthority authority{clock};
  TinyServer server;
  std::unique_ptr<HttpListener> listener;
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
