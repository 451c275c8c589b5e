// SPDX-License-Identifier: Apache-2.0
#include "go_objects.hpp"

#include <gtest/gtest.h>

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

void for_each_go_object(const std::function<void(const nlohmann::json& object, int number)>& check)
{
  const auto objects =
      protobuf_oracle(setting("KUBEXX_ORACLE_COUNT", "200") + std::string(" ") + setting("KUBEXX_ORACLE_SEED", "1"));
  if (objects.empty() && !testing::Test::HasFailure()) GTEST_SKIP() << "there is no go command";
  std::istringstream lines(objects);
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    check(nlohmann::json::parse(line), count);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GE(count, 100);
}

}  // namespace kubexx::e2e
