// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/random.hpp"

namespace kubexx::testing {

using Json = nlohmann::json;

/// What the server answered.
struct Answer {
  unsigned status = 0;
  Json json;         ///< null when the body is no JSON
  std::string body;  ///< as it came
  Headers headers;
  std::unique_ptr<BodyStream> stream;

  [[nodiscard]] std::string reason() const { return json.value("reason", ""); }
  [[nodiscard]] std::string message() const { return json.value("message", ""); }
  [[nodiscard]] std::string header(std::string_view name) const;
};

/// Reads a stream piece by piece on the test's own io_context, so that nothing happens behind the test's back.
class Reader {
public:
  Reader(asio::io_context& context, std::unique_ptr<BodyStream> stream);
  ~Reader();
  /// The events that have come by now, as "TYPE name rv" or "BOOKMARK rv" or "ERROR code reason".
  std::vector<std::string> events();
  /// Likewise, whole.
  std::vector<Json> lines();
  [[nodiscard]] bool ended() const;
  [[nodiscard]] std::string error() const;

private:
  struct State;
  static awaitable<void> pump(std::shared_ptr<State> state);
  asio::io_context& context_;
  std::shared_ptr<State> state_;
};

/// One embedded server under a manual clock.
class ApiServerTest : public ::testing::Test {
protected:
  explicit ApiServerTest(std::size_t history = 10000, std::shared_ptr<WebhookCaller> webhooks = nullptr);
  /// With the options that `change` sets; clock and randomness are the test's.
  explicit ApiServerTest(const std::function<void(ApiServer::Options&)>& change);

  Answer call(std::string method, std::string target, const std::string& body = {}, Headers headers = {});
  Answer call(std::string method, std::string target, const Json& body, Headers headers = {});
  Answer patch(std::string target, const Json& body, const std::string& type = "application/merge-patch+json");
  Reader watch(std::string target);

  /// Creates and expects 201.
  Json create(const std::string& collection, const Json& object);
  /// Gets and expects 200.
  Json get(const std::string& target);
  void install_foos();
  static Json foo(const std::string& name, int replicas = 1);
  static Json config_map(const std::string& name, const Json& data = Json::object());
  static Json deployment(const std::string& name);

  ManualClock clock;
  SeededRandom random{1};
  asio::io_context context;
  ApiServer server;

  static constexpr const char* foos = "/apis/samplecontroller.k8s.io/v1alpha1/namespaces/default/foos";
  static constexpr const char* config_maps = "/api/v1/namespaces/default/configmaps";
  static constexpr const char* deployments = "/apis/apps/v1/namespaces/default/deployments";
  static constexpr const char* definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
};

[[nodiscard]] std::string version_of(const Json& object);

}  // namespace kubexx::testing
