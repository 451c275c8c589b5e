// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace kubexx::cli {

/// An option or argument of a command: a handle to what CLI11 owns. CLI11 is a header alone that takes seconds to
/// compile, so only main.cpp, usage and command_line.cpp include it.
class Option {
public:
  explicit Option(CLI::Option& option) : option_(&option) {}

  /// What stands for the value in the help text; empty: nothing.
  Option& type_name(const std::string& name);
  /// The heading of the help text that it stands below; empty: the help text leaves it out.
  Option& group(const std::string& heading);
  /// An argument that takes all that are left.
  Option& take_all();
  /// May be given several times, each time with one value.
  Option& repeatable();
  /// Likewise, each time with one value or several with commas between them.
  Option& comma_separated();
  /// May be given without a value, and then means this one.
  Option& optional_value(const std::string& instead);
  /// The help text shows the value that the variable has now.
  Option& show_default();
  Option& description(const std::string& text);

  /// How often the command line has it, once it is read.
  [[nodiscard]] std::size_t count() const;

private:
  CLI::Option* option_;
};

/// A command while its options are declared: a handle to what CLI11 owns. The variables outlive the parser.
class CommandLine {
public:
  explicit CommandLine(CLI::App& app) : app_(&app) {}

  /// Names as CLI11 writes them: "-o,--output", or "TARGETS" for arguments.
  Option add_option(const std::string& names, std::string& value, const std::string& help = {}) const;
  Option add_option(const std::string& names, std::vector<std::string>& values, const std::string& help = {}) const;
  Option add_option(const std::string& names, std::int64_t& value, const std::string& help = {}) const;
  Option add_option(const std::string& names, int& value, const std::string& help = {}) const;
  Option add_flag(const std::string& names, bool& value, const std::string& help) const;
  [[nodiscard]] Option get_option(const std::string& name) const;

  /// A command below this one: `chosen` is called when the command line asks for it.
  CommandLine add_command(const std::string& name, const std::string& help, std::function<void()> chosen = {}) const;
  /// The command line must name a command below this one.
  void require_command() const;

private:
  CLI::App* app_;
};

}  // namespace kubexx::cli
