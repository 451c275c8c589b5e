// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "harness.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/meta.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/base/base64.hpp"
#include "kubexx/controller/detail/webhook_access.hpp"

/// What the tests of webhooks have in common: a kind, a manager without a listener, and an API server's requests.
namespace kubexx::testing {

struct Step {
  std::string name;
  std::optional<int> weight;
};
BOOST_DESCRIBE_STRUCT(Step, (), (name, weight))

struct TripSpec {
  std::string route;
  std::optional<int> seats;
  std::vector<Step> steps;
};
BOOST_DESCRIBE_STRUCT(TripSpec, (), (route, seats, steps))

struct Trip {
  static constexpr ResourceInfo kubexx_resource{"travel.example.org", "v1", "Trip", "trips"};
  ObjectMeta metadata;
  TripSpec spec;
};
BOOST_DESCRIBE_STRUCT(Trip, (), (metadata, spec))

inline const std::string kDefaultsTrips = "/mutate-travel-example-org-v1-trip";
inline const std::string kValidatesTrips = "/validate-travel-example-org-v1-trip";

inline ManagerOptions without_listener()
{
  ManagerOptions options;
  options.webhooks.address.clear();
  return options;
}

/// A Trip as the API server sends it.
inline nlohmann::json trip(std::string_view name, nlohmann::json spec)
{
  return {{"apiVersion", "travel.example.org/v1"},
          {"kind", "Trip"},
          {"metadata", {{"name", name}, {"namespace", "default"}, {"uid", "u-" + std::string(name)}}},
          {"spec", std::move(spec)}};
}

/// An AdmissionReview as kube-apiserver 1.37 sends it.
inline nlohmann::json review(std::string_view operation, nlohmann::json object, nlohmann::json old_object = nullptr)
{
  const nlohmann::json& named = object.is_null() ? old_object : object;
  nlohmann::json request = {
      {"uid", "request-1"},
      {"kind", {{"group", "travel.example.org"}, {"version", "v1"}, {"kind", "Trip"}}},
      {"resource", {{"group", "travel.example.org"}, {"version", "v1"}, {"resource", "trips"}}},
      {"requestKind", {{"group", "travel.example.org"}, {"version", "v1"}, {"kind", "Trip"}}},
      {"requestResource", {{"group", "travel.example.org"}, {"version", "v1"}, {"resource", "trips"}}},
      {"name", named.is_null() ? "" : named.at("metadata").value("name", "")},
      {"namespace", "default"},
      {"operation", operation},
      {"userInfo",
       {{"username", "ada"}, {"uid", "7"}, {"groups", {"dev", "system:authenticated"}}, {"extra", {{"k", {"v"}}}}}},
      {"dryRun", false},
      {"options", {{"kind", "CreateOptions"}, {"apiVersion", "meta.k8s.io/v1"}}}};
  request["object"] = std::move(object);
  request["oldObject"] = std::move(old_object);
  return {{"kind", "AdmissionReview"}, {"apiVersion", "admission.k8s.io/v1"}, {"request", std::move(request)}};
}

class WebhookHarness : public Harness {
public:
  WebhookHarness() : Harness(without_listener()) {}

  HttpResponse send(HttpRequest request)
  {
    std::optional<HttpResponse> response;
    spawn(sim.runtime().executor, call(manager, std::move(request), &response));
    EXPECT_TRUE(until([&] { return response.has_value(); }));
    return response ? std::move(*response) : HttpResponse();
  }
  HttpResponse post(const std::string& path, const std::string& body, const std::string& type = "application/json")
  {
    HttpRequest request;
    request.method = "POST";
    request.target = path + "?timeout=10s";
    request.headers.add("Content-Type", type);
    request.body = body;
    return send(std::move(request));
  }
  /// The `response` of the answer to a review, which must be one.
  nlohmann::json ask(const std::string& path, const nlohmann::json& body)
  {
    const HttpResponse response = post(path, body.dump());
    EXPECT_EQ(response.status, 200U) << response.body;
    const auto answer = nlohmann::json::parse(response.body, nullptr, false);
    EXPECT_EQ(answer.value("kind", ""), "AdmissionReview") << response.body;
    EXPECT_EQ(answer.value("apiVersion", ""), body.at("apiVersion").get<std::string>());
    if (!answer.contains("response")) return {};
    EXPECT_EQ(answer["response"].value("uid", ""), "request-1");
    return answer["response"];
  }
  /// The patch of an answer; an empty array if there is none.
  static nlohmann::json patch_of(const nlohmann::json& answer)
  {
    if (!answer.contains("patch")) return nlohmann::json::array();
    EXPECT_EQ(answer.value("patchType", ""), "JSONPatch");
    return nlohmann::json::parse(decode_base64(answer["patch"].get<std::string>()).value_or(""));
  }

private:
  static awaitable<void> call(Manager& manager, HttpRequest request, std::optional<HttpResponse>* response)
  {
    auto calling = detail::async_call_webhook(manager, std::move(request));
    *response = co_await std::move(calling);
  }
};

}  // namespace kubexx::testing
