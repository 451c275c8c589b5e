// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/detail/json_problem.hpp"

#include <nlohmann/json.hpp>

namespace kubexx::detail {
namespace {

std::string problem_at(const nlohmann::json& value, unsigned max_depth, unsigned depth)
{
  if (value.is_binary()) return "holds binary data";
  if (value.is_discarded()) return "holds a value that could not be parsed";
  if (!value.is_structured()) return {};
  if (depth == max_depth) return "is nested deeper than " + std::to_string(max_depth) + " levels";
  for (const auto& inner : value) {
    if (auto problem = problem_at(inner, max_depth, depth + 1); !problem.empty()) return problem;
  }
  return {};
}

}  // namespace

std::string json_problem(const nlohmann::json& value, unsigned max_depth)
{
  return problem_at(value, max_depth, 0);
}

}  // namespace kubexx::detail
