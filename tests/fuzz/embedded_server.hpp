// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/io_context.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "fuzz.hpp"
#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/random.hpp"

namespace kubexx::fuzz {

using Json = nlohmann::json;

/// An embedded server whose every answer is looked at: none may be an internal error.
class EmbeddedServer {
public:
  struct Answer {
    unsigned status = 0;
    Json json;  ///< discarded when the body is no JSON
    [[nodiscard]] bool good() const { return status >= 200 && status < 300; }
  };

  Answer call(std::string method, std::string target, std::string body = {}, Headers headers = {})
  {
    HttpRequest request;
    request.method = std::move(method);
    request.target = std::move(target);
    request.headers = std::move(headers);
    request.body = std::move(body);
    auto response = server_.handle(std::move(request));
    for (const auto& [name, value] : response.headers) {
      for (const char c : value) require(c == '\t' || (c >= ' ' || c < 0), "a header's value can be sent");
    }
    if (response.stream) {
      require(response.status == 200, "what streams is a success");
      follow(std::move(response.stream));
      return {response.status, Json(Json::value_t::discarded)};
    }
    Answer answer{response.status, Json::parse(response.body, nullptr, false)};
    const auto type = response.headers.find("Content-Type").value_or("");
    require(!type.starts_with("application/json") || !answer.json.is_discarded(), "JSON is JSON");
    if (answer.json.is_object() && answer.json.value("kind", "") == "Status" &&
        answer.json.value("status", "") == "Failure") {
      require(answer.json["code"] == answer.status && answer.status >= 400, "a failure has its code");
      const auto message = answer.json.value("message", "");
      if (answer.json.value("reason", "") == "InternalError" && !upstream_has(message)) {
        std::fprintf(stderr, "broken: an internal error: %s\n", message.c_str());
        require(false, "no request is an internal error");
      }
    }
    return answer;
  }

  Answer put(const std::string& target, const Json& body) { return call("PUT", target, body.dump(), json()); }
  Answer post(const std::string& target, const Json& body) { return call("POST", target, body.dump(), json()); }

  /// What was read can be written back, and that changes nothing.
  void check_round(const std::string& target)
  {
    const auto read = call("GET", target);
    if (!read.good()) return;
    const auto written = put(target, read.json);
    require(written.good(), "what was read can be written back");
    require(written.json == read.json, "writing back what was read changes nothing");
  }

  /// A collection can be listed in every form.
  void check_list(const std::string& collection)
  {
    require(call("GET", collection).good(), "a collection can be listed");
    for (const char* as : {"Table", "PartialObjectMetadataList"}) {
      const auto accept = std::string("application/json;as=") + as + ";g=meta.k8s.io;v=v1";
      require(call("GET", collection + "?includeObject=Object", {}, {{"Accept", accept}}).good(),
              "a collection can be listed in every form");
    }
  }

  static Headers json() { return {{"Content-Type", "application/json"}}; }
  static constexpr const char* definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

private:
  /// Internal errors that a kube-apiserver answers, too: a pod that no node runs, a scale of an object without
  /// replicas.
  static bool upstream_has(std::string_view message)
  {
    return message.find("this server runs no pods") != std::string_view::npos ||
           message.find("the spec replicas field") != std::string_view::npos;
  }

  static awaitable<void> drain(std::shared_ptr<BodyStream> stream)
  {
    std::string lines;
    for (auto piece = co_await stream->read(); !piece.empty(); piece = co_await stream->read()) lines += piece;
    while (!lines.empty()) {
      const auto end = lines.find('\n');
      require(end != std::string::npos, "a watch sends whole lines");
      require(Json::accept(lines.substr(0, end)), "a line of a watch is JSON");
      lines.erase(0, end + 1);
    }
  }

  /// Reads a watch with a bookmark or two, and ends it.
  void follow(std::unique_ptr<BodyStream> stream)
  {
    const std::shared_ptr<BodyStream> shared = std::move(stream);
    spawn(context_.get_executor(), drain(shared));
    context_.poll();
    clock_.advance(std::chrono::seconds(61));
    context_.restart();
    context_.poll();
    shared->cancel();
    context_.restart();
    context_.poll();
    require(context_.stopped(), "a watch that was cancelled ends");
    context_.restart();
  }

  asio::io_context context_;
  ManualClock clock_;
  SeededRandom random_{1};
  ApiServer server_{{&clock_, &random_, 1000, std::chrono::seconds(60)}};
};

/// A definition of Gadgets whose objects are what `schema` says.
inline Json gadgets(Json schema)
{
  Json version{{"name", "v1"},
               {"served", true},
               {"storage", true},
               {"schema", {{"openAPIV3Schema", std::move(schema)}}},
               {"subresources",
                {{"status", Json::object()},
                 {"scale", {{"specReplicasPath", ".spec.replicas"}, {"statusReplicasPath", ".status.replicas"}}}}}};
  return {{"apiVersion", "apiextensions.k8s.io/v1"},
          {"kind", "CustomResourceDefinition"},
          {"metadata", {{"name", "gadgets.example.com"}}},
          {"spec",
           {{"group", "example.com"},
            {"names", {{"kind", "Gadget"}, {"plural", "gadgets"}}},
            {"scope", "Namespaced"},
            {"versions", Json::array({std::move(version)})}}}};
}

inline Json object_of(const char* api_version, const char* kind, const char* name = "a")
{
  return {{"apiVersion", api_version}, {"kind", kind}, {"metadata", {{"name", name}}}};
}

inline Json deployment()
{
  auto object = object_of("apps/v1", "Deployment");
  object["spec"] = Json::parse(R"({"replicas": 1, "selector": {"matchLabels": {"app": "a"}},
      "template": {"metadata": {"labels": {"app": "a"}},
                   "spec": {"containers": [{"name": "web", "image": "web:1"}]}}})");
  return object;
}

}  // namespace kubexx::fuzz
