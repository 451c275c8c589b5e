// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "command.hpp"
#include "errors.hpp"
#include "kubeconfig_files.hpp"
#include "output.hpp"
#include "print_json.hpp"
#include "print_yaml.hpp"
#include "tab_writer.hpp"

namespace kubexx::cli {
namespace {

using nlohmann::json;

struct ViewFlags {
  std::string output = "yaml";
  bool raw = false;
  bool minify = false;
};

struct NamesFlags {
  std::vector<std::string> names;
  std::string output;
  bool no_headers = false;
};

struct NoFlags {};

void add_view_flags(CommandLine command, ViewFlags& flags)
{
  command.add_option("-o,--output", flags.output, "One of json,yaml").type_name("FORMAT").show_default();
  command.add_flag("--raw", flags.raw,
                   "Also show certificates, keys, tokens and passwords of users; the contents of proxy-url, exec and "
                   "auth-provider are always shown");
  command.add_flag("--minify", flags.minify, "Show only what the current context uses");
}

void add_names_flags(CommandLine command, NamesFlags& flags)
{
  command.add_option("CONTEXT", flags.names, "Only these contexts").type_name("").take_all();
  command.add_option("-o,--output", flags.output, "name; default: a table").type_name("FORMAT");
  command.add_flag("--no-headers", flags.no_headers, "Omit the header line");
}

void add_name(CommandLine command, NamesFlags& flags)
{
  command.add_option("CONTEXT", flags.names, "The context").type_name("").take_all();
}

void add_nothing(CommandLine /*command*/, NoFlags& /*flags*/) {}

/// Leaves of a list only the entry of that name, which must be there.
void keep_one(Kubeconfig& config, const char* list, const char* kind, const std::string& name)
{
  if (name.empty()) {
    config[list] = nullptr;
    return;
  }
  const auto* found = find_entry(config, list, name);
  if (found == nullptr) throw CommandError(std::string("cannot locate ") + kind + " " + name);
  const Kubeconfig entry = *found;
  config[list] = Kubeconfig::array({entry});
}

void minify(Kubeconfig& config, const std::string& wanted)
{
  if (!wanted.empty()) config["current-context"] = wanted;
  const auto name = config.at("current-context").get<std::string>();
  if (name.empty()) throw CommandError("current-context must exist in order to minify");
  keep_one(config, "contexts", "context", name);
  const Kubeconfig context = config.at("contexts").at(0).at("context");
  keep_one(config, "clusters", "cluster", context.value("cluster", ""));
  keep_one(config, "users", "user", context.value("user", ""));
}

void hide(Kubeconfig& entry, const char* field, const char* instead)
{
  if (entry.contains(field)) entry[field] = instead;
}

void redact(Kubeconfig& config)
{
  constexpr const char* omitted = "DATA+OMITTED";
  constexpr const char* redacted = "REDACTED";
  for (auto& each : config["users"]) {
    auto& user = each.at("user");
    hide(user, "client-key-data", omitted);
    hide(user, "client-certificate-data", omitted);
    hide(user, "token", redacted);
    hide(user, "password", redacted);
  }
  for (auto& each : config["clusters"]) hide(each.at("cluster"), "certificate-authority-data", omitted);
}

void view(Session& session, const ViewFlags& flags)
{
  if (flags.output != "json" && flags.output != "yaml") {
    throw CommandError("unable to match a printer suitable for the output format \"" + flags.output +
                       "\", allowed formats are: json,yaml");
  }
  const std::string& file = session.flags().kubeconfig;
  Kubeconfig config = file.empty() ? merged_kubeconfig(session.flags()) : read_kubeconfig(file);
  if (flags.minify) minify(config, session.flags().context);
  if (!flags.raw) redact(config);
  write_out(flags.output == "json" ? to_json_text(config) : to_yaml_text(json::parse(config.dump())));
}

void current_context(Session& session, const NoFlags& /*flags*/)
{
  const auto name = merged_kubeconfig(session.flags()).at("current-context").get<std::string>();
  if (name.empty()) throw CommandError("current-context is not set");
  write_out(name + "\n");
}

void get_contexts(Session& session, const NamesFlags& flags)
{
  if (!flags.output.empty() && flags.output != "name") {
    throw CommandError("--output " + flags.output +
                       " is not available in kubexx config get-contexts; resetting to default output format");
  }
  const Kubeconfig config = merged_kubeconfig(session.flags());
  std::vector<std::string> names;
  std::vector<std::exception_ptr> errors;
  if (flags.names.empty()) {
    names.reserve(config.at("contexts").size());
    for (const auto& entry : config.at("contexts")) names.push_back(entry.at("name"));
  }
  for (const auto& name : flags.names) {
    if (find_entry(config, "contexts", name) != nullptr) {
      names.push_back(name);
    } else {
      errors.push_back(std::make_exception_ptr(CommandError("context " + name + " not found")));
    }
  }
  std::sort(names.begin(), names.end());
  TabWriter writer;
  const bool only_names = flags.output == "name";
  if (!only_names && !flags.no_headers) writer.write("CURRENT\tNAME\tCLUSTER\tAUTHINFO\tNAMESPACE\n");
  for (const auto& name : names) {
    const auto& context = find_entry(config, "contexts", name)->at("context");
    const char* const mark = config.at("current-context") == name ? "*" : " ";
    writer.write(only_names ? name + "\n"
                            : std::string(mark) + "\t" + name + "\t" + context.value("cluster", "") + "\t" +
                                  context.value("user", "") + "\t" + context.value("namespace", "") + "\n");
  }
  write_out(writer.flush());
  throw_collected(std::move(errors));
}

void print_names(Session& session, const char* list)
{
  write_out("NAME\n");
  const Kubeconfig config = merged_kubeconfig(session.flags());
  for (const auto& entry : config.at(list)) write_out(entry.at("name").get<std::string>() + "\n");
}

void use_context(Session& session, const NamesFlags& flags)
{
  if (flags.names.size() != 1) {
    std::string all;
    for (const auto& name : flags.names) all += (all.empty() ? "" : " ") + name;
    throw CommandError("Unexpected args: [" + all + "]\nSee 'kubexx config use-context -h' for help and examples");
  }
  const std::string& name = flags.names.front();
  if (name.empty()) throw CommandError("empty context names are not allowed");
  if (find_entry(merged_kubeconfig(session.flags()), "contexts", name) == nullptr) {
    throw CommandError("no context exists with the name: \"" + name + "\"");
  }
  change_kubeconfig(kubeconfig_to_change(session.flags()),
                    [&](Kubeconfig& config) { config["current-context"] = name; });
  write_out("Switched to context \"" + name + "\".\n");
}

void explain(Session& session, const NoFlags& /*flags*/)
{
  write_out(session.config().explain());
}

}  // namespace

void add_config(Commands& commands)
{
  const CommandLine config = commands.program.add_command("config", "Show kubeconfig files and switch contexts");
  config.require_command();
  commands.add_to<ViewFlags>(config, "view", "Print the merged kubeconfig", add_view_flags, view);
  commands.add_to<NoFlags>(config, "current-context", "Print the current context", add_nothing, current_context);
  commands.add_to<NamesFlags>(config, "get-contexts", "Print the contexts", add_names_flags, get_contexts);
  commands.add_to<NoFlags>(config, "get-clusters", "Print the names of the clusters", add_nothing,
                           [](Session& session, const NoFlags&) { print_names(session, "clusters"); });
  commands.add_to<NoFlags>(config, "get-users", "Print the names of the users", add_nothing,
                           [](Session& session, const NoFlags&) { print_names(session, "users"); });
  commands.add_to<NamesFlags>(config, "use-context", "Set the current context", add_name, use_context);
  commands.add_to<NoFlags>(config, "explain",
                           "Print the configuration that a command would use, and the source of each value",
                           add_nothing, explain);
}

}  // namespace kubexx::cli
