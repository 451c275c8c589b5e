// SPDX-License-Identifier: Apache-2.0
// What Kubernetes 1.36 answers differently from 1.37: every case of recordings/ is sent to a kube-apiserver of each.
// The steps that differ are printed, and stand in recordings/kubernetes-1.36.yaml, which docs/guides/testing.md sums
// up.
#include <gtest/gtest.h>

#include <future>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "kubexx/base/random.hpp"
#include "recording_side.hpp"

namespace kubexx::e2e {
namespace {

constexpr const char* older = "1.36";

/// A server without controllers, for all tests of this process. Throws CannotRun.
const PlaneFiles& plane_of(const std::string& kubernetes)
{
  static std::map<std::string, std::unique_ptr<ControlPlane>> all;
  static std::map<std::string, PlaneFiles> files;
  auto& plane = all[kubernetes];
  if (!plane) {
    ControlPlane::Options options{std::filesystem::path(KUBEXX_E2E_BINARY_DIR) /
                                  ("own-bare-plane" + (kubernetes.empty() ? "" : "-" + kubernetes))};
    options.controller_manager = false;
    plane = std::make_unique<ControlPlane>(find_assets(kubernetes), options);
    files[kubernetes] = PlaneFiles{plane->directory()};
  }
  return files.at(kubernetes);
}

class OlderServer : public testing::TestWithParam<std::string> {};

TEST_P(OlderServer, AnswersDifferentlyWhereItIsSaid)
{
  std::optional<Side> now, before;
  try {
    now.emplace(transport_to(plane_of("")), true);
    before.emplace(transport_to(plane_of(older)), true);
  } catch (const CannotRun& reason) {
    GTEST_SKIP() << reason.what();
  }
  const auto known = read_differences(recordings_folder(), std::string("kubernetes-") + older + ".yaml");
  SystemRandom random;
  std::size_t steps = 0, differ = 0;
  for (const auto& recording : read_recordings(recordings_folder(), GetParam())) {
    const auto namespace_ = "rec-" + random.uuid().substr(0, 8);
    now->begin(namespace_, recording);
    before->begin(namespace_, recording);
    for (std::size_t index = 0; index < recording.steps.size(); ++index) {
      const auto& step = recording.steps[index];
      auto of_older = std::async(std::launch::async, [&] { return before->take(step, index + 1); });
      const auto newer_answer = now->take(step, index + 1);
      const auto older_answer = of_older.get();
      ++steps;
      const bool same = newer_answer == older_answer;
      const auto reason = known.find({recording.id(), index + 1});
      const auto where = recording.id() + " step " + std::to_string(index + 1) + ", " + step.method + " " + step.target;
      if (same && reason != known.end()) ADD_FAILURE() << where << ": the same answer: remove it from the list";
      if (same) continue;
      ++differ;
      // The names of the servers are those of the comparison with the embedded one.
      std::cout << where << describe_difference(newer_answer, older_answer) << "\n";
      if (reason == known.end()) ADD_FAILURE() << where << ": is not in the list";
    }
    now->end();
    before->end();
  }
  std::cout << GetParam() << ": " << steps << " steps, " << differ << " differ\n";
}

INSTANTIATE_TEST_SUITE_P(Topic, OlderServer, testing::ValuesIn(recording_topics(recordings_folder())),
                         [](const auto& parameter) {
                           auto name = parameter.param;
                           for (auto& c : name) {
                             if (c == '-') c = '_';
                           }
                           return name;
                         });

}  // namespace
}  // namespace kubexx::e2e
