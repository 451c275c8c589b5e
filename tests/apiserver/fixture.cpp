// SPDX-License-Identifier: Apache-2.0
#include "fixture.hpp"

#include <sstream>

namespace kubexx::testing {

std::string Answer::header(std::string_view name) const
{
  for (const auto& [field, value] : headers) {
    if (field == name) return value;
  }
  return {};
}

struct Reader::State {
  std::unique_ptr<BodyStream> stream;
  std::string pending;
  std::vector<Json> lines;
  bool ended = false;
  std::string error;
};

Reader::Reader(asio::io_context& context, std::unique_ptr<BodyStream> stream)
    : context_(context), state_(std::make_shared<State>())
{
  state_->stream = std::move(stream);
  spawn(context_.get_executor(), pump(state_));
  context_.restart();
  context_.poll();
}

Reader::~Reader() = default;

awaitable<void> Reader::pump(std::shared_ptr<State> state)
{
  try {
    while (true) {
      const auto piece = co_await state->stream->read();
      if (piece.empty()) break;
      state->pending += piece;
      for (auto end = state->pending.find('\n'); end != std::string::npos; end = state->pending.find('\n')) {
        state->lines.push_back(Json::parse(state->pending.substr(0, end)));
        state->pending.erase(0, end + 1);
      }
    }
  } catch (const std::exception& failure) {
    state->error = failure.what();
  }
  state->ended = true;
  state->stream.reset();
}

std::vector<Json> Reader::lines()
{
  context_.restart();
  context_.poll();
  return std::exchange(state_->lines, {});
}

std::vector<std::string> Reader::events()
{
  std::vector<std::string> texts;
  for (const auto& line : lines()) {
    const auto type = line.at("type").get<std::string>();
    const auto& object = line.at("object");
    if (type == "ERROR") {
      texts.push_back("ERROR " + object.at("code").dump() + " " + object.at("reason").get<std::string>());
    } else if (type == "BOOKMARK") {
      texts.push_back("BOOKMARK " + version_of(object));
    } else {
      texts.push_back(type + " " + object.at("metadata").at("name").get<std::string>() + " " + version_of(object));
    }
  }
  return texts;
}

bool Reader::ended() const
{
  context_.restart();
  context_.poll();
  return state_->ended;
}

std::string Reader::error() const
{
  return state_->error;
}

namespace {

ApiServer::Options options_of(Clock& clock, Random& random, std::size_t history,
                              std::shared_ptr<WebhookCaller> webhooks)
{
  ApiServer::Options options;
  options.clock = &clock;
  options.random = &random;
  options.history = history;
  options.webhooks = std::move(webhooks);
  return options;
}

}  // namespace

ApiServerTest::ApiServerTest(std::size_t history, std::shared_ptr<WebhookCaller> webhooks)
    : server(options_of(clock, random, history, std::move(webhooks)))
{
}

ApiServerTest::ApiServerTest(const std::function<void(ApiServer::Options&)>& change)
    : server([&] {
        auto options = options_of(clock, random, 10000, nullptr);
        change(options);
        return options;
      }())
{
}

Answer ApiServerTest::call(std::string method, std::string target, const std::string& body, Headers headers)
{
  HttpRequest request;
  request.method = std::move(method);
  request.target = std::move(target);
  request.headers = std::move(headers);
  request.body = body;
  auto response = server.handle(std::move(request));
  Answer answer;
  answer.status = response.status;
  answer.json = Json::parse(response.body, nullptr, false);
  if (answer.json.is_discarded()) answer.json = nullptr;
  answer.body = std::move(response.body);
  answer.headers = std::move(response.headers);
  answer.stream = std::move(response.stream);
  return answer;
}

Answer ApiServerTest::call(std::string method, std::string target, const Json& body, Headers headers)
{
  headers.add("Content-Type", "application/json");
  return call(std::move(method), std::move(target), body.dump(), std::move(headers));
}

Answer ApiServerTest::patch(std::string target, const Json& body, const std::string& type)
{
  return call("PATCH", std::move(target), body.dump(), Headers{{"Content-Type", type}});
}

Reader ApiServerTest::watch(std::string target)
{
  auto answer = call("GET", std::move(target));
  EXPECT_EQ(answer.status, 200U) << answer.body;
  EXPECT_NE(answer.stream, nullptr) << answer.body;
  return Reader(context, std::move(answer.stream));
}

Json ApiServerTest::create(const std::string& collection, const Json& object)
{
  auto answer = call("POST", collection, object);
  EXPECT_EQ(answer.status, 201U) << answer.body;
  return answer.json;
}

Json ApiServerTest::get(const std::string& target)
{
  auto answer = call("GET", target);
  EXPECT_EQ(answer.status, 200U) << target << " " << answer.body;
  return answer.json;
}

void ApiServerTest::install_foos()
{
  const Json schema = Json::parse(R"({
    "type": "object",
    "properties": {
      "spec": {"type": "object", "properties": {
        "deploymentName": {"type": "string"},
        "replicas": {"type": "integer", "minimum": 1, "maximum": 10}}},
      "status": {"type": "object", "properties": {"availableReplicas": {"type": "integer"}}}}})");
  create(definitions, {{"apiVersion", "apiextensions.k8s.io/v1"},
                       {"kind", "CustomResourceDefinition"},
                       {"metadata",
                        {{"name", "foos.samplecontroller.k8s.io"},
                         {"annotations", {{"api-approved.kubernetes.io", "unapproved, experimental-only"}}}}},
                       {"spec",
                        {{"group", "samplecontroller.k8s.io"},
                         {"names", {{"kind", "Foo"}, {"plural", "foos"}}},
                         {"scope", "Namespaced"},
                         {"versions", Json::array({{{"name", "v1alpha1"},
                                                    {"served", true},
                                                    {"storage", true},
                                                    {"schema", {{"openAPIV3Schema", schema}}},
                                                    {"subresources", {{"status", Json::object()}}}}})}}}});
}

Json ApiServerTest::foo(const std::string& name, int replicas)
{
  return {{"apiVersion", "samplecontroller.k8s.io/v1alpha1"},
          {"kind", "Foo"},
          {"metadata", {{"name", name}}},
          {"spec", {{"deploymentName", name}, {"replicas", replicas}}}};
}

Json ApiServerTest::config_map(const std::string& name, const Json& data)
{
  return {{"apiVersion", "v1"}, {"kind", "ConfigMap"}, {"metadata", {{"name", name}}}, {"data", data}};
}

Json ApiServerTest::deployment(const std::string& name)
{
  return {{"apiVersion", "apps/v1"},
          {"kind", "Deployment"},
          {"metadata", {{"name", name}}},
          {"spec",
           {{"selector", {{"matchLabels", {{"app", name}}}}},
            {"template",
             {{"metadata", {{"labels", {{"app", name}}}}},
              {"spec", {{"containers", Json::array({{{"name", "web"}, {"image", "nginx:latest"}}})}}}}}}}};
}

std::string version_of(const Json& object)
{
  return object.at("metadata").at("resourceVersion").get<std::string>();
}

}  // namespace kubexx::testing
