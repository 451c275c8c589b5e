// SPDX-License-Identifier: Apache-2.0
#include "flags.hpp"

#include <CLI/CLI.hpp>
#include <stdexcept>

#include "kubexx/apimachinery/field_selector.hpp"
#include "kubexx/apimachinery/label_selector.hpp"
#include "resource_argument.hpp"

namespace informer_print {

namespace {

// For CLI::Option::check: the problem that `parse` has with the text, empty when there is none.
template <class Parse>
auto problem_of(Parse parse)
{
  return [parse](const std::string& text) {
    try {
      (void)parse(text);
      return std::string();
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
  };
}

void add_what_is_watched(CLI::App& app, Flags& flags)
{
  app.add_option("--resource", flags.resource,
                 "Resource to watch: apps/v1/deployments; in the core group: v1/configmaps")
      ->type_name("GROUP/VERSION/PLURAL")
      ->required()
      ->check(problem_of(parse_resource));
  app.add_option("-n,--namespace", flags.namespaces,
                 "Watch only this namespace; may be repeated. Default: all namespaces")
      ->type_name("NAME")
      ->take_all()
      ->allow_extra_args(false)
      ->check([](const std::string& name) { return namespace_problem(name); });
  app.add_option("-l,--selector", flags.label_selector, "Watch only objects with these labels: app=web,tier!=test")
      ->type_name("LABELS")
      ->check(problem_of(kubexx::LabelSelector::parse));
  app.add_option("--field-selector", flags.field_selector, "Watch only objects with these fields: metadata.name=web")
      ->type_name("FIELDS")
      ->check(problem_of(kubexx::FieldSelector::parse));
  app.add_flag(
      "--stream-list,!--no-stream-list", flags.stream_list,
      std::string("Stream the first list over the watch if the server supports it, or list page by page. Default: ") +
          (flags.stream_list ? "over the watch" : "page by page"));
}

void add_how(CLI::App& app, Flags& flags)
{
  app.add_option("-o,--output", flags.output, "Output format: jsonl (one JSON object per line) or text (for people)")
      ->check(CLI::IsMember({"jsonl", "text"}))
      ->capture_default_str();
  app.add_option(
         "--kubeconfig", flags.kubeconfig,
         "Path to a kubeconfig file. Default: the files in KUBECONFIG, the service account of the pod, ~/.kube/config")
      ->type_name("FILE");
  app.add_option("--context", flags.context, "Kubeconfig context to use. Default: the current context")
      ->type_name("NAME");
  app.add_option("--log-format", flags.log_format, "Format of the log on standard error: text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  app.add_flag("-v", flags.verbosity, "Log more: -v debug, -vv trace");
}

}  // namespace

void add_flags(CLI::App& app, Flags& flags)
{
  add_what_is_watched(app, flags);
  add_how(app, flags);
  app.set_version_flag("--version", "informer-print " SAMPLE_VERSION, "Print the version and exit");
  app.footer(
      "Lines: {\"event\":\"ADD|UPDATE|DELETE|SYNCED\",\"key\":\"namespace/name\",\"rv\":\"12\",\"oldRv\":\"11\",\n"
      "\"initial\":false,\"finalStateUnknown\":false}. Every ADD of the first list has initial; SYNCED follows once.\n"
      "oldRv is the rv that was printed last for this key. A server that does not respond, or does not have the\n"
      "resource, is retried forever; the log shows why.\n"
      "Signals: SIGTERM or SIGINT stops the watch and exits with 0.\n"
      "Exit codes: 0 stopped, 1 no usable configuration or standard output was closed, 2 invalid flags.");
}

kubexx::InformerOptions informer_options(const Flags& flags)
{
  kubexx::InformerOptions options;
  options.namespaces.insert(flags.namespaces.begin(), flags.namespaces.end());
  options.label_selector = flags.label_selector;
  options.field_selector = flags.field_selector;
  options.stream_list = flags.stream_list;
  return options;
}

}  // namespace informer_print
