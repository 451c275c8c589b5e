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
  app.add_option("--resource", flags.resource, "What to watch: apps/v1/deployments; of the core group: v1/configmaps")
      ->type_name("GROUP/VERSION/PLURAL")
      ->required()
      ->check(problem_of(parse_resource));
  app.add_option("-n,--namespace", flags.namespaces, "Watch this namespace only; may be repeated. Default: all")
      ->type_name("NAME")
      ->take_all()
      ->allow_extra_args(false)
      ->check([](const std::string& name) { return namespace_problem(name); });
  app.add_option("-l,--selector", flags.label_selector, "Watch objects with these labels only: app=web,tier!=test")
      ->type_name("LABELS")
      ->check(problem_of(kubexx::LabelSelector::parse));
  app.add_option("--field-selector", flags.field_selector, "Watch objects with these fields only: metadata.name=web")
      ->type_name("FIELDS")
      ->check(problem_of(kubexx::FieldSelector::parse));
  app.add_flag(
      "--stream-list,!--no-stream-list", flags.stream_list,
      std::string("Get the first list over the watch where the server offers that, or page by page. Default: ") +
          (flags.stream_list ? "over the watch" : "page by page"));
}

void add_how(CLI::App& app, Flags& flags)
{
  app.add_option("-o,--output", flags.output, "jsonl: a JSON object per line; text: for reading")
      ->check(CLI::IsMember({"jsonl", "text"}))
      ->capture_default_str();
  app.add_option("--kubeconfig", flags.kubeconfig,
                 "Kubeconfig file. Without it: the files of KUBECONFIG, the service account of the pod, ~/.kube/config")
      ->type_name("FILE");
  app.add_option("--context", flags.context, "Context of the kubeconfig instead of its current one")->type_name("NAME");
  app.add_option("--log-format", flags.log_format, "Of the log on standard error: text or json")
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
      "oldRv is the rv that was printed last for this key. A server that does not answer, or does not have the\n"
      "resource, is tried for ever; the log says why.\n"
      "Signals: SIGTERM or SIGINT stops the watch and exits with 0.\n"
      "Exit codes: 0 stopped, 1 no usable configuration or no standard output any more, 2 wrong flags.");
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
