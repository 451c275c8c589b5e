// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "cli11_fwd.hpp"
#include "session.hpp"

namespace kubexx::cli {

/// A command below `parent`: `chosen` is called when the command line asks for it.
CLI::App& add_command(CLI::App& parent, const std::string& name, const std::string& help,
                      std::function<void()> chosen = {});

/// The commands of the program while its arguments are read.
struct Commands {
  CLI::App& app;
  std::function<void(Session&)> chosen;  ///< what the command line asks for; set by the parser

  /// A command with options of its own: `add_options` declares the flags of the `Options` that `run` gets.
  template <class Options>
  CLI::App& add(const std::string& name, const std::string& help,
                const std::function<void(CLI::App&, Options&)>& add_options,
                std::function<void(Session&, const Options&)> run)
  {
    return add_to<Options>(app, name, help, add_options, std::move(run));
  }

  /// The same below another command ("config view").
  template <class Options>
  CLI::App& add_to(CLI::App& parent, const std::string& name, const std::string& help,
                   const std::function<void(CLI::App&, Options&)>& add_options,
                   std::function<void(Session&, const Options&)> run)
  {
    auto options = std::make_shared<Options>();
    CLI::App& command = add_command(parent, name, help, [this, options, run = std::move(run)] {
      chosen = [options, run](Session& session) { run(session, *options); };
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
void add_delete(Commands& commands);
void add_logs(Commands& commands);
void add_patch(Commands& commands);
void add_version(Commands& commands);

}  // namespace kubexx::cli
