// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace kubexx::detail {

/// Returns the arguments of a program in the order that CLI11 expects, the last one first. "--flag=" becomes the flag
/// and an empty value, because CLI11 would take the next argument as its value.
[[nodiscard]] inline std::vector<std::string> command_arguments(int argc, char** argv)
{
  std::vector<std::string> arguments;
  bool flags = true;
  for (int index = 1; index < argc; ++index) {
    std::string argument = argv[index];
    flags = flags && argument != "--";
    const bool has_empty_value =
        flags && argument.starts_with("--") && argument.size() > 3 && argument.find('=') == argument.size() - 1;
    if (has_empty_value) argument.pop_back();
    arguments.push_back(std::move(argument));
    if (has_empty_value) arguments.emplace_back();
  }
  return {arguments.rbegin(), arguments.rend()};
}

}  // namespace kubexx::detail
