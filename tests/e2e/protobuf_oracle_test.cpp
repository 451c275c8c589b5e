// SPDX-License-Identifier: Apache-2.0
// The embedded server's protobuf decoder beside Kubernetes' own: objects of every kind, filled at random.
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/status.hpp"
#include "kubexx/base/base64.hpp"
#include "protobuf/envelope.hpp"
#include "support/process.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;

/// The lines of protobuf_oracle/main.go; empty where there is no go command.
std::string oracle(const std::string& count, const std::string& seed)
{
  const auto folder = std::string(KUBEXX_E2E_SOURCE_DIR) + "/protobuf_oracle";
  const auto outcome = support::run({{"/bin/sh", "-c",
                                      "PATH=$PATH:/usr/local/go/bin; command -v go >/dev/null || exit 0; cd '" +
                                          folder + "' && exec go run -trimpath . " + count + " " + seed}});
  EXPECT_TRUE(outcome.ok()) << outcome.all().substr(0, 2000);
  return outcome.out;
}

/// COUNT and SEED in the environment replace the number of cases and the seed of the random objects.
std::string setting(const char* name, const char* usual)
{
  const char* value = std::getenv(name);
  return value == nullptr ? usual : value;
}

TEST(ProtobufOracle, EveryObjectIsReadAsGoReadsIt)
{
  const auto cases = oracle(setting("KUBEXX_ORACLE_COUNT", "200"), setting("KUBEXX_ORACLE_SEED", "1"));
  if (cases.empty() && !HasFailure()) GTEST_SKIP() << "there is no go command";
  std::istringstream lines(cases);
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const auto one = json::parse(line);
    const auto bytes = decode_base64(one.at("protobuf").get<std::string>());
    ASSERT_TRUE(bytes);
    const auto kind = one.at("kind").get<std::string>();
    const auto where = one.at("apiVersion").get<std::string>() + " " + kind + ", case " + std::to_string(count);
    try {
      const auto read = apiserver::protobuf::decode_body(*bytes, "", kind);
      EXPECT_EQ(read, one.at("json")) << where << "\n" << json::diff(read, one.at("json")).dump(1).substr(0, 3000);
    } catch (const apiserver::Failure& failure) {
      ADD_FAILURE() << where << ": " << failure.what();
    }
    if (HasFailure()) return;
  }
  EXPECT_GE(count, 100);
}

}  // namespace
}  // namespace kubexx::e2e
