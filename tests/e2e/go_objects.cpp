// SPDX-License-Identifier: Apache-2.0
#include "go_objects.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>

#include "support/process.hpp"

namespace kubexx::e2e {
namespace {

std::string setting(const char* name, const char* usual)
{
  const char* value = std::getenv(name);
  return value == nullptr ? usual : value;
}

}  // namespace

std::string protobuf_oracle(const std::string& arguments, std::string_view input)
{
  const auto folder = std::string(KUBEXX_E2E_SOURCE_DIR) + "/protobuf_oracle";
  const auto outcome = support::run({{"/bin/sh", "-c",
                                      "PATH=$PATH:/usr/local/go/bin; command -v go >/dev/null || exit 0; cd '" +
                                          folder + "' && exec go run -trimpath . " + arguments}},
                                    input);
  EXPECT_TRUE(outcome.ok()) << outcome.err.substr(0, 2000);
  return outcome.out;
}

void for_each_go_object(const std::function<void(const nlohmann::json& object, int number)>& check,
                        const std::function<void()>& after_batch)
{
  constexpr int batch = 200;
  int left = std::stoi(setting("KUBEXX_ORACLE_COUNT", GO_OBJECTS));
  for (int seed = std::stoi(setting("KUBEXX_ORACLE_SEED", "1")); left > 0; ++seed, left -= batch) {
    const auto arguments = std::to_string(std::min(left, batch)) + " " + std::to_string(seed);
    SCOPED_TRACE("KUBEXX_ORACLE_SEED=" + std::to_string(seed) + " KUBEXX_ORACLE_COUNT=200");
    const auto objects = protobuf_oracle(arguments);
    if (objects.empty() && !testing::Test::HasFailure()) GTEST_SKIP() << "there is no go command";
    std::istringstream lines(objects);
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
      check(nlohmann::json::parse(line), count);
      if (testing::Test::HasFailure()) return;
    }
    EXPECT_EQ(count, std::min(left, batch));
    if (after_batch) after_batch();
    if (testing::Test::HasFailure() || testing::Test::IsSkipped()) return;
  }
}

}  // namespace kubexx::e2e
