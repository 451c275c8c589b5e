// SPDX-License-Identifier: Apache-2.0
#include "usage.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

namespace kubexx::cli {

namespace {

bool is_flag(std::string_view argument)
{
  return argument.size() > 1 && argument[0] == '-';
}

std::string unknown_flag(const std::string& argument)
{
  if (argument.starts_with("--")) return "unknown flag: " + argument.substr(0, argument.find('='));
  return "unknown shorthand flag: '" + argument.substr(1, 1) + "' in " + argument;
}

std::string path_of(const CLI::App& command)
{
  std::string path = command.get_name();
  for (const CLI::App* parent = command.get_parent(); parent != nullptr; parent = parent->get_parent()) {
    path = parent->get_name() + " " + path;
  }
  return path;
}

std::vector<std::string> commands_of(const CLI::App& command)
{
  std::vector<std::string> names;
  for (const CLI::App* known : command.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(known->get_name());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// How many letters must be typed, left out or changed to come from one to the other (Levenshtein).
std::size_t distance(std::string_view from, std::string_view to)
{
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t changed = diagonal + (from[i] == to[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

// The command that `typed` may have meant, by cobra's rule; empty if none.
std::string suggestion(const std::string& typed, const std::vector<std::string>& commands)
{
  constexpr std::size_t farthest = 2;
  std::string best;
  std::size_t least = farthest + 1;
  for (const auto& command : commands) {
    const std::size_t letters = command.starts_with(typed) ? 0 : distance(typed, command);
    if (letters < least) {
      least = letters;
      best = command;
    }
  }
  return best;
}

std::string unknown_command(const CLI::App& command, const std::string& typed)
{
  const auto commands = commands_of(command);
  std::string text = "unknown command \"" + typed + "\" for \"" + path_of(command) + "\"";
  if (commands.empty()) return text;
  if (const auto meant = suggestion(typed, commands); !meant.empty()) text += "; did you mean \"" + meant + "\"?";
  text += "\nCommands:";
  for (const auto& known : commands) text += " " + known;
  return text;
}

std::string unexpected(const CLI::App& app, const CLI::App& command)
{
  const auto arguments = app.remaining(true);
  const auto flag = std::find_if(arguments.begin(), arguments.end(), is_flag);
  if (flag != arguments.end()) return unknown_flag(*flag);
  return unknown_command(command, arguments.empty() ? std::string() : arguments.front());
}

// A command group was called without a command.
std::string no_command(const CLI::App& app, const CLI::App& command)
{
  const auto arguments = app.remaining(true);
  if (!arguments.empty()) {
    return is_flag(arguments.front()) ? unknown_flag(arguments.front()) : unknown_command(command, arguments.front());
  }
  std::string text = path_of(command) + " needs a command:";
  for (const auto& known : commands_of(command)) text += " " + known;
  return text;
}

}  // namespace

std::string usage_text(const CLI::App& app, const CLI::ParseError& error, const std::string& last)
{
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  std::string what = error.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    what = unexpected(app, *command);
  } else if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr && command->get_require_subcommand_min() > 0) {
    what = no_command(app, *command);
  } else if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr && is_flag(last)) {
    what = "flag needs an argument: " + (last[1] == '-' ? last : "'" + last.substr(1, 1) + "' in " + last);
  }
  return "error: " + what + "\nSee '" + path_of(*command) + " --help' for usage.\n";
}

}  // namespace kubexx::cli
