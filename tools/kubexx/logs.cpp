// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/logs.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

#include "command.hpp"
#include "errors.hpp"
#include "interrupt.hpp"
#include "kubexx/apimachinery/error.hpp"
#include "kubexx/apimachinery/meta_duration.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/apimachinery/value_error.hpp"
#include "kubexx/client/client.hpp"
#include "output.hpp"
#include "words.hpp"

namespace kubexx::cli {
namespace {

struct LogsFlags {
  std::vector<std::string> args;
  std::string container, since, since_time;
  bool follow = false;
  bool previous = false;
  bool timestamps = false;
  bool all_containers = false;
  bool prefix = false;
  bool ignore_errors = false;
  std::int64_t tail = -1;
  std::int64_t limit_bytes = 0;
};

void add_options(CommandLine command, LogsFlags& flags)
{
  command.add_option("POD", flags.args, "POD or pod/POD, and a container").type_name("").take_all();
  command.add_option("-c,--container", flags.container, "Print the log of this container").type_name("NAME");
  command.add_flag("-f,--follow", flags.follow, "Stream new lines as they are written");
  command.add_flag("-p,--previous", flags.previous, "Print the log of the previous run of the container");
  command.add_flag("--timestamps", flags.timestamps, "Show a timestamp before each line");
  command.add_option("--tail", flags.tail, "Only the last lines; -1: all").type_name("LINES").show_default();
  command.add_option("--limit-bytes", flags.limit_bytes, "Maximum number of bytes; 0: all").type_name("BYTES");
  command.add_option("--since", flags.since, "Only lines newer than this, such as 5s, 2m, 3h").type_name("DURATION");
  command.add_option("--since-time", flags.since_time, "Only lines after this time (RFC 3339)").type_name("TIME");
  command.add_flag("--all-containers", flags.all_containers,
                   "Print the logs of all containers of the pod, one after the other");
  command.add_flag("--prefix", flags.prefix, "Prefix each line with [pod/NAME/CONTAINER]");
  command.add_flag("--ignore-errors", flags.ignore_errors, "Continue with the next container if one fails");
}

LogOptions log_options(const LogsFlags& flags, const std::string& container)
{
  LogOptions options;
  options.container = container;
  options.follow = flags.follow;
  options.previous = flags.previous;
  options.timestamps = flags.timestamps;
  options.since_time = flags.since_time;
  if (flags.tail != -1) options.tail_lines = flags.tail;
  if (flags.limit_bytes != 0) options.limit_bytes = flags.limit_bytes;
  if (!flags.since.empty()) {
    const Duration since = duration_of("--since", flags.since);
    if (since != Duration::zero()) options.since = std::chrono::round<std::chrono::seconds>(since);
  }
  return options;
}

void check(const LogsFlags& flags)
{
  if (flags.args.empty() || flags.args.size() > 2) {
    throw CommandError(
        "expected 'logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]'.\nPOD or TYPE/NAME is a required argument for the "
        "logs command\nSee 'kubexx logs -h' for help and examples");
  }
  try {
    if (!flags.since.empty()) (void)duration_of("--since", flags.since);
    if (!flags.since_time.empty()) (void)Time::parse(flags.since_time);
  } catch (const ValueError& error) {
    throw CommandError(error.what());
  }
}

/// kubectl checks these when it has seen the pod.
void check_together(const LogsFlags& flags)
{
  if (!flags.since.empty() && !flags.since_time.empty()) {
    throw CommandError("at most one of `sinceTime` or `sinceSeconds` may be specified");
  }
  const std::string& container = flags.args.size() == 2 ? flags.args[1] : flags.container;
  if (flags.all_containers && !container.empty()) {
    throw CommandError("--all-containers=true should not be specified with container name " + container);
  }
  if (flags.args.size() == 2 && !flags.container.empty()) {
    throw CommandError("only one of -c or an inline [CONTAINER] arg is allowed");
  }
  if (!flags.since.empty() && MetaDuration::parse(flags.since) < Duration::zero()) {
    throw CommandError("--since must be greater than 0");
  }
  if (flags.limit_bytes < 0) throw CommandError("--limit-bytes must be greater than 0");
  if (flags.tail < -1) throw CommandError("--tail must be greater than or equal to -1");
}

/// "web" or "pod/web".
Object pod_of(Session& session, const std::string& argument)
{
  const auto slash = argument.find('/');
  if (argument.find('/', slash + 1) != std::string::npos && slash != std::string::npos) {
    throw CommandError("arguments in resource/name form may not have more than one slash");
  }
  const auto& resource = session.resource(slash == std::string::npos ? "pods" : argument.substr(0, slash));
  const auto name = slash == std::string::npos ? argument : argument.substr(slash + 1);
  if (resource.type.group_resource() != "pods") {
    throw CommandError("kubexx reads only the logs of pods, not of " + resource.type.group_resource());
  }
  const std::string ns = session.namespace_();
  try {
    return session.client().get(resource.type, {ns, name});
  } catch (const ApiError& error) {
    if (!is_not_found(error)) throw;
    throw CommandError("error from server (NotFound): " + error.status().message + " in namespace \"" + ns + "\"");
  }
}

void add_names(const Object& pod, const char* list, std::vector<std::string>& names)
{
  for (auto each = pod.at(list).children(); each.next();) {
    names.push_back(each.value().at("/name").as_string().value_or(std::string()));
  }
}

std::vector<std::string> all_containers(const Object& pod)
{
  std::vector<std::string> names;
  add_names(pod, "/spec/initContainers", names);
  add_names(pod, "/spec/containers", names);
  add_names(pod, "/spec/ephemeralContainers", names);
  return names;
}

/// The container that is meant when none is named.
std::string default_container(const Object& pod)
{
  std::vector<std::string> names;
  add_names(pod, "/spec/containers", names);
  if (const auto annotated = pod.annotation("kubectl.kubernetes.io/default-container")) {
    const auto all = all_containers(pod);
    if (std::find(all.begin(), all.end(), *annotated) != all.end()) return *annotated;
    write_err("Default container name \"" + *annotated + "\" not found in pod " + std::string(pod.name()) + "\n");
  }
  const auto all = all_containers(pod);
  if (all.size() > 1 && !names.empty()) {
    std::string others;
    std::vector<std::string> init;
    add_names(pod, "/spec/initContainers", init);
    std::vector<std::string> ephemeral;
    add_names(pod, "/spec/ephemeralContainers", ephemeral);
    for (const auto& name : names) others += (others.empty() ? "" : ", ") + name;
    for (const auto& name : ephemeral) others += ", " + name + " (ephem)";
    for (const auto& name : init) others += ", " + name + " (init)";
    write_err("Defaulted container \"" + names.front() + "\" out of: " + others + "\n");
  }
  return names.empty() ? std::string() : names.front();
}

void print_log(Session& session, const LogsFlags& flags, const Object& pod, const std::string& container)
{
  LogStream stream = session.client().stream_logs(pod.key(), log_options(flags, container));
  if (!flags.prefix) {
    for (std::string piece = stream.read(); !piece.empty(); piece = stream.read()) {
      write_out(piece);
      flush_out();
    }
    return;
  }
  const std::string before = "[pod/" + std::string(pod.name()) + "/" + container + "] ";
  while (const auto line = stream.read_line()) {
    write_out(before + *line + "\n");
    flush_out();
  }
}

void logs(Session& session, const LogsFlags& flags)
{
  check(flags);
  const Object pod = pod_of(session, flags.args.front());
  check_together(flags);
  std::vector<std::string> containers;
  if (flags.all_containers) {
    containers = all_containers(pod);
  } else {
    std::string container = flags.args.size() == 2 ? flags.args[1] : flags.container;
    if (container.empty()) container = default_container(pod);
    containers.push_back(std::move(container));
  }
  const auto known = all_containers(pod);
  for (const auto& container : containers) {
    if (std::find(known.begin(), known.end(), container) == known.end()) {
      throw CommandError("container " + container + " is not valid for pod " + std::string(pod.name()));
    }
  }
  end_on_interrupt();
  for (const auto& container : containers) {
    try {
      print_log(session, flags, pod, container);
    } catch (const std::exception&) {
      if (!flags.ignore_errors) throw;
      write_out("error: " + line_of(std::current_exception()) + "\n");
    }
  }
}

}  // namespace

void add_logs(Commands& commands)
{
  commands.add<LogsFlags>("logs", "Print the log of a container in a pod", add_options, logs);
}

}  // namespace kubexx::cli
