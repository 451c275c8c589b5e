// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <tuple>

#include "command.hpp"
#include "errors.hpp"
#include "kubexx/client/discovery.hpp"
#include "output.hpp"
#include "tab_writer.hpp"

namespace kubexx::cli {
namespace {

struct ApiResourcesFlags {
  std::string output, sort_by, api_group;
  bool namespaced = true;
  bool no_headers = false;
  bool cached = false;
  std::vector<std::string> verbs, categories;
  std::vector<std::string> extra;
  std::optional<Option> group_flag, namespaced_flag;
};

void add_options(CommandLine command, ApiResourcesFlags& flags)
{
  command.add_option("EXTRA", flags.extra).group("").take_all();
  command.add_option("-o,--output", flags.output, "One of wide,name").type_name("FORMAT");
  command.add_option("--sort-by", flags.sort_by, "Sort by name or kind instead of the group").type_name("FIELD");
  flags.group_flag =
      command.add_option("--api-group", flags.api_group, "Only resources of this API group; empty: the core group")
          .type_name("GROUP");
  flags.namespaced_flag =
      command.add_flag("--namespaced", flags.namespaced, "Only namespaced resources; =false: only cluster-scoped ones");
  command.add_option("--verbs", flags.verbs, "Only resources that support all of these verbs")
      .type_name("VERB")
      .comma_separated();
  command.add_option("--categories", flags.categories, "Only resources in all of these categories")
      .type_name("CATEGORY")
      .comma_separated();
  command.add_flag("--no-headers", flags.no_headers, "Omit the header line");
  command.add_flag("--cached", flags.cached, "Accepted for compatibility; nothing is cached");
}

void check(const ApiResourcesFlags& flags)
{
  if (!flags.extra.empty()) {
    std::string all;
    for (const auto& each : flags.extra) all += (all.empty() ? "" : " ") + each;
    throw CommandError("unexpected arguments: [" + all + "]\nSee 'kubexx api-resources -h' for help and examples");
  }
  if (!flags.output.empty() && flags.output != "wide" && flags.output != "name") {
    throw CommandError("--output " + flags.output + " is not available");
  }
  if (!flags.sort_by.empty() && flags.sort_by != "name" && flags.sort_by != "kind") {
    throw CommandError("--sort-by accepts only name or kind");
  }
}

bool has_all(const std::vector<std::string>& of, const std::vector<std::string>& wanted)
{
  return std::all_of(wanted.begin(), wanted.end(),
                     [&](const auto& each) { return std::find(of.begin(), of.end(), each) != of.end(); });
}

bool is_wanted(const ApiResource& resource, const ApiResourcesFlags& flags)
{
  if (resource.verbs.empty()) return false;
  if (flags.group_flag->count() > 0 && flags.api_group != resource.type.group) return false;
  if (flags.namespaced_flag->count() > 0 && flags.namespaced != resource.type.namespaced()) return false;
  return has_all(resource.verbs, flags.verbs) && has_all(resource.categories, flags.categories);
}

/// Each resource once, in the preferred version that has it.
std::vector<const ApiResource*> preferred(const Discovery& discovery, const ApiResourcesFlags& flags)
{
  std::vector<const ApiResource*> resources;
  for (const auto& group : discovery.groups) {
    std::set<std::string> seen;
    for (const auto& version : group.versions) {
      for (const auto& resource : version.resources) {
        if (seen.insert(resource.type.plural).second && is_wanted(resource, flags)) resources.push_back(&resource);
      }
    }
  }
  std::vector<std::tuple<std::string, std::string, std::size_t>> order;
  order.reserve(resources.size());
  for (std::size_t index = 0; index < resources.size(); ++index) {
    const ResourceType& type = resources[index]->type;
    const std::string& by = flags.sort_by == "name" ? type.plural : flags.sort_by == "kind" ? type.kind : type.group;
    order.emplace_back(by, type.plural, index);
  }
  std::sort(order.begin(), order.end());
  std::vector<const ApiResource*> sorted;
  sorted.reserve(order.size());
  for (const auto& each : order) sorted.push_back(resources[std::get<2>(each)]);
  return sorted;
}

std::string joined(const std::vector<std::string>& parts)
{
  std::string text;
  for (const auto& part : parts) text += (text.empty() ? "" : ",") + part;
  return text;
}

std::string line_for(const ApiResource& resource, const std::string& output)
{
  if (output == "name") return resource.type.group_resource() + "\n";
  std::string line = resource.type.plural + "\t" + joined(resource.short_names) + "\t" + resource.type.api_version() +
                     "\t" + (resource.type.namespaced() ? "true" : "false") + "\t" + resource.type.kind;
  if (output == "wide") line += "\t" + joined(resource.verbs) + "\t" + joined(resource.categories);
  return line + "\n";
}

void print_resources(Session& session, const ApiResourcesFlags& flags)
{
  check(flags);
  const Discovery& discovery = session.discovery();
  TabWriter writer;
  if (!flags.no_headers && flags.output != "name") {
    writer.write(std::string("NAME\tSHORTNAMES\tAPIVERSION\tNAMESPACED\tKIND") +
                 (flags.output == "wide" ? "\tVERBS\tCATEGORIES\n" : "\n"));
  }
  for (const auto* resource : preferred(discovery, flags)) writer.write(line_for(*resource, flags.output));
  write_out(writer.flush());
  flush_out();
  if (discovery.failures.empty()) return;
  std::vector<std::string> failures;
  failures.reserve(discovery.failures.size());
  for (const auto& failure : discovery.failures) {
    failures.push_back((failure.group.empty() ? "" : failure.group + "/") + failure.version + ": " + failure.problem);
  }
  std::sort(failures.begin(), failures.end());
  std::string text = "unable to retrieve the complete list of server APIs: ";
  for (std::size_t index = 0; index < failures.size(); ++index) text += (index == 0 ? "" : ", ") + failures[index];
  throw CommandError(text);
}

}  // namespace

void add_api_resources(Commands& commands)
{
  commands.add<ApiResourcesFlags>("api-resources", "Print the API resources of the server", add_options,
                                  print_resources);
}

}  // namespace kubexx::cli
