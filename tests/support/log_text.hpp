// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "kubexx/base/log.hpp"

namespace kubexx::test {

/// The value of a log field as tests compare it.
[[nodiscard]] inline std::string log_text(const LogField::Value& value)
{
  struct Visitor {
    std::string operator()(const std::string& text) const { return text; }
    std::string operator()(std::int64_t n) const { return std::to_string(n); }
    std::string operator()(double n) const { return std::to_string(n); }
    std::string operator()(bool b) const { return b ? "true" : "false"; }
    std::string operator()(Duration d) const { return std::to_string(d.count()) + "ns"; }
  };
  return std::visit(Visitor{}, value);
}

}  // namespace kubexx::test
