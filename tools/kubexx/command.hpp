// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "command_line.hpp"
#include "session.hpp"

namespace kubexx::cli {

/// The commands of the program while its arguments are read.
struct Commands {
  CommandLine program;
  std::function<void(Session&)> chosen;  ///< what the command line asks for; set by the parser

  /// A command with options of its own: `add_options` declares the flags of the `Options` that `run` gets.
  template <class Options>
  CommandLine add(const std::string& name, const std::string& help,
                  const std::function<void(CommandLine, Options&)>& add_options,
                  std::function<void(Session&, const Options&)> run)
  {
    return add_to<Options>(program, name, help, add_options, std::move(run));
  }

  /// The same below another command ("config view").
  template <class Options>
  CommandLine add_to(CommandLine parent, const std::string& name, const std::string& help,
                     const std::function<void(CommandLine, Options&)>& add_options,
                     std::function<void(Session&, const Options&)> run)
  {
    auto options = std::make_shared<Options>();
    const CommandLine command = parent.add_command(name, help, [this, options, run = std::move(run)] {
      // The parser reports a command before the one above it.
      if (!chosen) chosen = [options, run](Session& session) { run(session, *options); };
    });
    add_options(command, *options);
    return command;
  }
};

// One for each command, in a file of its own.
void add_config(Commands& commands);
void add_get(Commands& commands);  ///< and list, watch
void add_api_resources(Commands& commands);
void add_apply(Commands& commands);
void add_crd_check(Commands& commands);
void add_delete(Commands& commands);
void add_logs(Commands& commands);
void add_new(Commands& commands);
void add_patch(Commands& commands);
void add_types(Commands& commands);
void add_version(Commands& commands);
void add_why(Commands& commands);

}  // namespace kubexx::cli
