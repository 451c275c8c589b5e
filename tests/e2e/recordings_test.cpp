// SPDX-License-Identifier: Apache-2.0
// The embedded API server gives the answers of a real one: every case of recordings/ is sent to both. The real one has
// no controllers, and the embedded one is told to leave garbage alone, so that nobody but the case changes its objects.
#include <gtest/gtest.h>

#include <cstdlib>
#include <future>
#include <iostream>
#include <set>

#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/base/random.hpp"
#include "recording_side.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

/// The texts in an answer in which a server says what is wrong, or warns, for quoted_messages.py.
void collect_messages(const json& value, std::set<std::string>& messages)
{
  for (const auto& [name, inner] : value.items()) {
    const bool says = name == "message" || name == "error" || name == "evaluationError";
    if (says && inner.is_string()) messages.insert(inner.get<std::string>());
    if (inner.is_structured()) collect_messages(inner, messages);
  }
}

std::set<std::string> messages_of(const json& answer)
{
  std::set<std::string> messages;
  for (const char* place : {"/headers/warning", "/body"}) {
    const json::json_pointer pointer(place);
    if (!answer.contains(pointer)) continue;
    const auto& value = answer.at(pointer);
    if (value.is_structured()) collect_messages(value, messages);
    for (const auto& one : value.is_object() ? json::array() : value.is_array() ? value : json::array({value})) {
      if (one.is_string()) messages.insert(one.get<std::string>());
    }
  }
  return messages;
}

class Recordings : public testing::TestWithParam<std::string> {};

TEST_P(Recordings, HaveTheSameAnswers)
{
  std::shared_ptr<Transport> transport;
  try {
    transport = transport_to(bare_plane().files);
  } catch (const CannotRun& reason) {
    GTEST_SKIP() << reason.what();
  }
  const auto known = read_differences(recordings_folder());
  const auto* only = std::getenv("KUBEXX_RECORDING");  // the name of one case
  SystemRandom random;
  ApiServer server(embedded_options(random));
  Side real(transport, true);
  Side embedded(make_in_process_transport(runtime(), server, ""), false);
  std::size_t steps = 0, equal = 0, accepted = 0;
  std::set<std::string> messages;
  for (const auto& recording : read_recordings(recordings_folder(), GetParam())) {
    if (only != nullptr && recording.name != only) continue;
    const auto namespace_ = "rec-" + random.uuid().substr(0, 8);
    real.begin(namespace_, recording);
    embedded.begin(namespace_, recording);
    for (std::size_t index = 0; index < recording.steps.size(); ++index) {
      const auto& step = recording.steps[index];
      auto of_real = std::async(std::launch::async, [&] { return real.take(step, index + 1); });
      const auto given = embedded.take(step, index + 1);
      const auto expected = of_real.get();
      const bool same = expected == given;
      messages.merge(messages_of(expected));
      const auto difference = known.find({recording.id(), index + 1});
      const auto where = recording.id() + " step " + std::to_string(index + 1) + ", " + step.method + " " + step.target;
      ++steps;
      equal += same ? 1U : 0U;
      accepted += expected.at("status") < 300 ? 1U : 0U;
      if (!same && difference == known.end()) ADD_FAILURE() << where << describe_difference(expected, given);
      if (same && difference != known.end()) {
        ADD_FAILURE() << where << ": the same answer now: remove the step from differences.yaml";
      }
    }
    real.end();
    embedded.end();
  }
  const fs::path said = fs::path(KUBEXX_E2E_BINARY_DIR) / "messages";
  fs::create_directories(said);
  write_file(said / (GetParam() + ".json"), json(messages).dump(1));
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
  for (const char* file : {"differences.yaml", "kubernetes-1.36.yaml"}) {
    for (const auto& [key, reason] : read_differences(recordings_folder(), file)) {
      EXPECT_TRUE(steps.contains(key.first) && key.second >= 1 && key.second <= steps[key.first])
          << file << ": " << key.first << " step " << key.second;
    }
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
