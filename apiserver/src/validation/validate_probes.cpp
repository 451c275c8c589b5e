// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string_view>

#include "validation/validate_containers.hpp"

namespace kubexx::apiserver {
namespace {

std::string header_problem(const std::string& name)
{
  const bool good = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return c == '-' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
  return good ? ""
              : "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used "
                "for validation is '[-A-Za-z0-9]+')";
}

void check_http_get(const FieldValue& action)
{
  if (action["path"].zero()) action["path"].required();
  action["port"].port_number_or_name();
  action["scheme"].one_of({"HTTP", "HTTPS"});
  for (const auto& header : action["httpHeaders"].items()) {
    const auto name = header["name"].text();
    if (const auto problem = header_problem(name); !problem.empty()) {
      action["httpHeaders"].invalid(name, problem);
    }
  }
}

void check_sleep(const FieldValue& action, const PodView& pod)
{
  if (!pod.grace) return;
  const auto seconds = action["seconds"].number();
  if (seconds >= 0 && seconds <= *pod.grace) return;
  action.invalid(
      seconds, "must be non-negative and less than terminationGracePeriodSeconds (" + std::to_string(*pod.grace) + ")");
}

void check_action(const FieldValue& action, std::string_view kind, const PodView& pod)
{
  if (kind == "exec" && action["command"].size() == 0) action["command"].required();
  if (kind == "httpGet") check_http_get(action);
  if (kind == "tcpSocket") action["port"].port_number_or_name();
  if (kind == "grpc") action["port"].port_number();
  if (kind == "sleep") check_sleep(action, pod);
}

void check_handler(const FieldValue& handler, const PodView& pod, std::initializer_list<const char*> kinds)
{
  std::size_t count = 0;
  for (const char* kind : kinds) {
    const auto action = handler[kind];
    if (!action.present()) continue;
    if (count++ > 0) {
      action.forbidden("may not specify more than 1 handler type");
    } else {
      check_action(action, kind, pod);
    }
  }
  if (count == 0) handler.required("must specify a handler type");
}

void check_probe(const FieldValue& probe, const PodView& pod, bool of_readiness)
{
  if (!probe.present()) return;
  check_handler(probe, pod, {"exec", "httpGet", "tcpSocket", "grpc"});
  for (const char* count :
       {"initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold"}) {
    probe[count].not_negative();
  }
  const auto grace = probe["terminationGracePeriodSeconds"];
  if (grace.present() && grace.number() <= 0) grace.invalid("must be greater than 0");
  if (of_readiness) {
    if (grace.present()) grace.invalid("must not be set for readinessProbes");
  } else if (probe["successThreshold"].number() != 1) {
    probe["successThreshold"].invalid("must be 1");
  }
}

void check_stop_signal(const FieldValue& signal, const PodView& pod)
{
  const auto os = pod.spec["os"];
  if (!os.present()) return signal.forbidden("may not be set for containers with empty `spec.os.name`");
  if (os["name"].is("windows")) return signal.one_of({"SIGKILL", "SIGTERM"});
  if (!os["name"].is("linux")) return;
  // As text sorts: sets.List.
  static const std::vector<std::string> all = [] {
    std::vector<std::string> names{
        "SIGABRT", "SIGALRM",   "SIGBUS",  "SIGCHLD",   "SIGCLD",   "SIGCONT", "SIGFPE",  "SIGHUP",   "SIGILL",
        "SIGINT",  "SIGIO",     "SIGIOT",  "SIGKILL",   "SIGPIPE",  "SIGPOLL", "SIGPROF", "SIGPWR",   "SIGQUIT",
        "SIGSEGV", "SIGSTKFLT", "SIGSTOP", "SIGSYS",    "SIGTERM",  "SIGTRAP", "SIGTSTP", "SIGTTIN",  "SIGTTOU",
        "SIGURG",  "SIGUSR1",   "SIGUSR2", "SIGVTALRM", "SIGWINCH", "SIGXCPU", "SIGXFSZ", "SIGRTMIN", "SIGRTMAX"};
    for (int number = 1; number <= 15; ++number) names.push_back("SIGRTMIN+" + std::to_string(number));
    for (int number = 1; number <= 14; ++number) names.push_back("SIGRTMAX-" + std::to_string(number));
    std::sort(names.begin(), names.end());
    return names;
  }();
  signal.one_of(all);
}

}  // namespace

void validate_probes(const FieldValue& container, const PodView& pod)
{
  const auto lifecycle = container["lifecycle"];
  for (const char* hook : {"postStart", "preStop"}) {
    const auto handler = lifecycle[hook];
    if (handler.present()) check_handler(handler, pod, {"exec", "httpGet", "tcpSocket", "sleep"});
  }
  if (lifecycle["stopSignal"].present()) check_stop_signal(lifecycle["stopSignal"], pod);
  check_probe(container["livenessProbe"], pod, false);
  check_probe(container["readinessProbe"], pod, true);
  check_probe(container["startupProbe"], pod, false);
}

}  // namespace kubexx::apiserver
