// SPDX-License-Identifier: Apache-2.0
#include "command_line.hpp"

#include <CLI/CLI.hpp>
#include <utility>

namespace kubexx::cli {

Option& Option::type_name(const std::string& name)
{
  option_->type_name(name);
  return *this;
}

Option& Option::group(const std::string& heading)
{
  option_->group(heading);
  return *this;
}

Option& Option::take_all()
{
  option_->take_all();
  return *this;
}

Option& Option::repeatable()
{
  option_->take_all()->allow_extra_args(false);
  return *this;
}

Option& Option::comma_separated()
{
  option_->delimiter(',');
  return repeatable();
}

Option& Option::optional_value(const std::string& instead)
{
  option_->expected(0, 1)->default_str(instead);
  return *this;
}

Option& Option::show_default()
{
  option_->capture_default_str();
  return *this;
}

Option& Option::description(const std::string& text)
{
  option_->description(text);
  return *this;
}

std::size_t Option::count() const
{
  return option_->count();
}

Option CommandLine::add_option(const std::string& names, std::string& value, const std::string& help) const
{
  return Option(*app_->add_option(names, value, help));
}

Option CommandLine::add_option(const std::string& names, std::vector<std::string>& values,
                               const std::string& help) const
{
  return Option(*app_->add_option(names, values, help));
}

Option CommandLine::add_option(const std::string& names, std::int64_t& value, const std::string& help) const
{
  return Option(*app_->add_option(names, value, help));
}

Option CommandLine::add_option(const std::string& names, int& value, const std::string& help) const
{
  return Option(*app_->add_option(names, value, help));
}

Option CommandLine::add_flag(const std::string& names, bool& value, const std::string& help) const
{
  return Option(*app_->add_flag(names, value, help));
}

Option CommandLine::get_option(const std::string& name) const
{
  return Option(*app_->get_option(name));
}

CommandLine CommandLine::add_command(const std::string& name, const std::string& help,
                                     std::function<void()> chosen) const
{
  CLI::App* command = app_->add_subcommand(name, help);
  command->fallthrough();
  if (chosen) command->final_callback(std::move(chosen));
  return CommandLine(*command);
}

void CommandLine::require_command() const
{
  app_->require_subcommand(1);
}

}  // namespace kubexx::cli
