// SPDX-License-Identifier: Apache-2.0
#include "command.hpp"

#include <CLI/CLI.hpp>
#include <utility>

namespace kubexx::cli {

CLI::App& add_command(CLI::App& parent, const std::string& name, const std::string& help, std::function<void()> chosen)
{
  CLI::App* command = parent.add_subcommand(name, help);
  command->fallthrough();
  if (chosen) command->final_callback(std::move(chosen));
  return *command;
}

}  // namespace kubexx::cli
