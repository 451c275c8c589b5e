// SPDX-License-Identifier: Apache-2.0
// The embedded API server gives the answers of a real one: every case of recordings/ is sent to both. The real one has
// no controllers, and the embedded one is told to leave garbage alone, so that nobody but the case changes its objects.
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>
#include <cstdlib>
#include <iostream>
#include <thread>

#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/base/random.hpp"
#include "kubexx/http/client_transport.hpp"
#include "normalise.hpp"
#include "real_server.hpp"
#include "recording.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

fs::path recordings_folder()
{
  return fs::path(KUBEXX_E2E_SOURCE_DIR) / "recordings";
}

/// The bare control plane of this ctest run, or one of this process's own. Throws CannotRun.
const PlaneFiles& bare_plane()
{
  static std::unique_ptr<ControlPlane> own;
  static const PlaneFiles files = [] {
    if (const char* state = std::getenv("KUBEXX_E2E_STATE")) {
      const auto shared = read_state(state);
      if (!shared) throw std::runtime_error(std::string("no control plane has written ") + state);
      return shared->files;
    }
    ControlPlane::Options options{fs::path(KUBEXX_E2E_BINARY_DIR) / "own-bare-plane"};
    options.controller_manager = false;
    own = std::make_unique<ControlPlane>(find_assets(), options);
    return PlaneFiles{own->directory()};
  }();
  return files;
}

std::shared_ptr<Transport> real_transport()
{
  const auto config = admin_config(bare_plane());
  const auto colon = config.server.rfind(':');
  const auto host = config.server.find("//") + 2;
  ClientTransportOptions options;
  options.host = config.server.substr(host, colon - host);
  options.port = static_cast<std::uint16_t>(std::stoul(config.server.substr(colon + 1)));
  options.tls = TlsClientConfig{};
  options.tls->ca_pem = read_file(bare_plane().ca());
  return make_client_transport(runtime(), options);
}

/// One of the two servers, with what a case has learned of it.
class Side {
public:
  Side(std::shared_ptr<Transport> transport, bool real) : transport_(std::move(transport)), real_(real) {}

  void begin(const std::string& namespace_)
  {
    values_ = {{"ns", namespace_}};
    normaliser_ = Normaliser();
    created_.clear();
    const json object{{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", {{"name", namespace_}}}};
    const auto answer = send("POST", "/api/v1/namespaces", {{"Content-Type", "application/json"}}, object.dump());
    if (answer.status != 201) throw std::runtime_error("the namespace of the case: " + answer.body);
  }

  /// The answer to a step, in a form that can be compared.
  json take(const Step& step, std::size_t number)
  {
    values_["step"] = std::to_string(number);
    normaliser_.begin_step(number);
    Headers headers;
    for (const auto& [name, value] : step.headers) headers.add(name, fill_in(value, values_));
    const auto target = fill_in(step.target, values_);
    auto response = send(step.method, target, headers, fill_in(step.body, values_));
    // Definitions come and go some time after the request, in a real server.
    for (int left = 100; step.patient && (response.status == 404 || response.status == 409) && left > 0; --left) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      response = send(step.method, target, headers, fill_in(step.body, values_));
    }
    const auto body = json::parse(response.body, nullptr, false);
    for (const auto& [name, place] : step.save) {
      const json::json_pointer pointer(place);
      if (body.is_object() && body.contains(pointer)) {
        const auto& value = body.at(pointer);
        values_[name] = value.is_string() ? value.get<std::string>() : value.dump();
      }
    }
    if (step.method == "POST" && response.status == 201) note_created(target, body);
    json answer{{"status", response.status}, {"body", normaliser_.body(response.body)}};
    for (const auto& [name, value] : response.headers) {
      for (const char* compared : {"Content-Type", "Warning", "Retry-After"}) {
        if (same_token(name, compared)) answer[compared].push_back(normaliser_.text(value));
      }
    }
    return answer;
  }

  void end()
  {
    for (const auto& path : created_) remove(path);
    remove("/api/v1/namespaces/" + values_.at("ns"));
  }

private:
  HttpResponse send(const std::string& method, const std::string& target, const Headers& headers,
                    const std::string& body)
  {
    HttpRequest request;
    request.method = method;
    request.target = target;
    request.headers = headers;
    if (!request.headers.find("User-Agent")) request.headers.add("User-Agent", "recordings/1");
    if (real_) {
      request.headers.set("Authorization", std::string("Bearer ") + admin_token);
    } else {
      request.headers.add("Kubexx-Garbage-Later", "true");
    }
    request.body = body;
    ExchangeLimits limits;
    limits.deadline = runtime().clock->now() + std::chrono::seconds(60);
    return asio::co_spawn(runtime().executor, transport_->exchange(std::move(request), limits), asio::use_future).get();
  }

  /// Objects outside of the case's namespace do not go with it.
  void note_created(const std::string& target, const json& body)
  {
    const auto path = target.substr(0, target.find('?'));
    if (path.find("/namespaces/") != std::string::npos || !body.is_object()) return;
    if (const auto name = body.value(json::json_pointer("/metadata/name"), ""); !name.empty()) {
      created_.push_back(path + "/" + name);
    }
  }

  void remove(const std::string& path)
  {
    send("PATCH", path, {{"Content-Type", "application/merge-patch+json"}}, R"({"metadata":{"finalizers":null}})");
    send("DELETE", path + "?gracePeriodSeconds=0", {}, {});
  }

  std::shared_ptr<Transport> transport_;
  bool real_;
  std::map<std::string, std::string> values_;
  Normaliser normaliser_;
  std::vector<std::string> created_;
};

std::string shortened(const json& answer)
{
  constexpr std::size_t enough = 600;
  const auto& body = answer.at("body");
  auto text = body.is_object() && body.contains("message") ? body.at("message").dump() : body.dump();
  if (text.size() > enough) text = text.substr(0, enough) + "…";
  return answer.at("status").dump() + " " + text;
}

std::string describe(const json& real, const json& embedded)
{
  if (real.at("status") != embedded.at("status")) {
    return "\n  real     " + shortened(real) + "\n  embedded " + shortened(embedded);
  }
  std::string text;
  for (const auto& line : value_differences(real, embedded)) text += "\n  " + line;
  return text;
}

class Recordings : public testing::TestWithParam<std::string> {};

TEST_P(Recordings, HaveTheSameAnswers)
{
  std::shared_ptr<Transport> transport;
  try {
    transport = real_transport();
  } catch (const CannotRun& reason) {
    GTEST_SKIP() << reason.what();
  }
  const auto known = read_differences(recordings_folder());
  const auto* only = std::getenv("KUBEXX_RECORDING");  // the name of one case
  SystemRandom random;
  ApiServer server({runtime().clock, &random});
  Side real(transport, true);
  Side embedded(make_in_process_transport(runtime(), server), false);
  std::size_t steps = 0, equal = 0, accepted = 0;
  for (const auto& recording : read_recordings(recordings_folder(), GetParam())) {
    if (only != nullptr && recording.name != only) continue;
    const auto namespace_ = "rec-" + random.uuid().substr(0, 8);
    real.begin(namespace_);
    embedded.begin(namespace_);
    for (std::size_t index = 0; index < recording.steps.size(); ++index) {
      const auto& step = recording.steps[index];
      const auto expected = real.take(step, index + 1);
      const auto given = embedded.take(step, index + 1);
      const bool same = expected == given;
      const auto difference = known.find({recording.id(), index + 1});
      const auto where = recording.id() + " step " + std::to_string(index + 1) + ", " + step.method + " " + step.target;
      ++steps;
      equal += same ? 1U : 0U;
      accepted += expected.at("status") < 300 ? 1U : 0U;
      if (!same && difference == known.end()) ADD_FAILURE() << where << describe(expected, given);
      if (same && difference != known.end()) {
        ADD_FAILURE() << where << ": the same answer now: remove the step from differences.yaml";
      }
    }
    real.end();
    embedded.end();
  }
  std::cout << GetParam() << ": " << steps << " steps (" << accepted << " accepted, " << steps - accepted
            << " refused), " << equal << " equal\n";
}

INSTANTIATE_TEST_SUITE_P(Topic, Recordings, testing::ValuesIn(recording_topics(recordings_folder())),
                         [](const auto& parameter) {
                           auto name = parameter.param;
                           for (auto& c : name) {
                             if (c == '-') c = '_';
                           }
                           return name;
                         });

TEST(RecordingDifferences, NameStepsThatExist)
{
  std::map<std::string, std::size_t> steps;
  for (const auto& topic : recording_topics(recordings_folder())) {
    for (const auto& recording : read_recordings(recordings_folder(), topic)) {
      steps[recording.id()] = recording.steps.size();
    }
  }
  for (const auto& [key, reason] : read_differences(recordings_folder())) {
    EXPECT_TRUE(steps.contains(key.first) && key.second >= 1 && key.second <= steps[key.first])
        << key.first << " step " << key.second;
  }
}

TEST(RecordingNormaliser, KeepsWhatIsTheSameThingAndReplacesTheRest)
{
  Normaliser normaliser;
  const json object{{"metadata",
                     {{"uid", "0f0e7a4c-1f59-4c4d-9a31-3a4d3d6f8a11"},
                      {"resourceVersion", "17"},
                      {"generateName", "web-"},
                      {"name", "web-x7k2p"},
                      {"managedFields", {{{"manager", "b"}, {"time", "2001-02-03T04:05:06Z"}}, {{"manager", "a"}}}}}},
                    {"old", "2001-02-03T04:05:06Z"},
                    {"clusterIP", "10.0.0.7"}};
  const auto once = normaliser.body(object.dump());
  EXPECT_EQ(once, json::parse(R"({"metadata":{"uid":"<uid-0.1>","resourceVersion":"<version-0.1>","generateName":"web-",
      "name":"web-<generated>","managedFields":[{"manager":"a"},{"manager":"b","time":"2001-02-03T04:05:06Z"}]},"old":"2001-02-03T04:05:06Z","clusterIP":"<address-0.1>"})"));
  EXPECT_EQ(normaliser.body(object.dump()), once);
  auto changed = object;
  changed["metadata"]["resourceVersion"] = "18";
  EXPECT_EQ(normaliser.body(changed.dump()).at("metadata").at("resourceVersion"), "<version-0.2>");
  EXPECT_EQ(normaliser.text(R"(pods "web-x7k2p" not found)"), R"(pods "web-<generated>" not found)");
  EXPECT_EQ(value_differences(json{{"a", {1, 2}}}, json{{"a", {1, 3}}, {"b", 1}}),
            (std::vector<std::string>{"/a/1:\n    real     2\n    embedded 3", "/b: real nothing, embedded 1"}));
}

}  // namespace
}  // namespace kubexx::e2e
