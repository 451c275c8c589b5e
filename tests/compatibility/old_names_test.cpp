// SPDX-License-Identifier: Apache-2.0
// The names that 0.4 has deprecated, each used once. 0.5 removes them.
#include <gtest/gtest.h>

#include <sstream>

#include "kubexx/controller/logging.hpp"

namespace kubexx {
namespace {

TEST(OldNames, TheHeaderOfTheConsoleLog)
{
  std::ostringstream out;
  make_console_log({.format = LogFormat::text, .level = LogLevel::info, .out = &out})
      ->write({.level = LogLevel::info, .message = "hello"});
  EXPECT_NE(out.str().find("info  hello"), std::string::npos) << out.str();
}

}  // namespace
}  // namespace kubexx
