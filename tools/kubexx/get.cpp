// SPDX-License-Identifier: Apache-2.0
#include "get.hpp"

#include <algorithm>
#include <utility>

#include "command.hpp"
#include "errors.hpp"
#include "kubexx/apimachinery/error.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "output.hpp"
#include "words.hpp"

namespace kubexx::cli {
namespace {

constexpr const char* formats = "json,name,wide,yaml";

void add_options(CommandLine command, GetFlags& options)
{
  TargetQuery& query = options.query;
  command.add_option("TARGETS", query.args, "TYPE[,TYPE...] [NAME...] or TYPE/NAME...").type_name("").take_all();
  command.add_option("-o,--output", options.output, std::string("One of ") + formats).type_name("FORMAT");
  command.add_flag("-A,--all-namespaces", query.all_namespaces, "In all namespaces");
  command.add_option("-l,--selector", query.label_selector, "Label selector: app=web,tier in (a, b),!canary")
      .type_name("SELECTOR");
  command.add_option("--field-selector", query.field_selector, "Field selector: metadata.name=a,status.phase!=Failed")
      .type_name("SELECTOR");
  add_file_flags(command, query, "with the objects to get");
  command.add_flag("--show-labels", options.show_labels, "Show all labels in the last column");
  command.add_option("-L,--label-columns", options.label_columns, "Labels to show as columns; may be repeated")
      .type_name("LABEL")
      .comma_separated();
  command.add_flag("--show-kind", options.show_kind, "Show the kind before each name");
  command.add_flag("--show-managed-fields", options.show_managed_fields,
                   "With json and yaml: show metadata.managedFields");
  command.add_flag("--no-headers", options.no_headers, "Omit the header line");
  command.add_flag("--ignore-not-found", options.ignore_not_found, "Do not fail if an object does not exist");
  command.add_option("--chunk-size", options.chunk_size, "Objects per page of a list; 0: all at once")
      .type_name("N")
      .show_default();
  command.add_flag("-w,--watch", options.watch, "After listing, watch for changes");
  command.add_flag("--watch-only", options.watch_only, "Watch for changes without listing first");
  command.add_flag("--output-watch-events", options.output_watch_events,
                   "With --watch: show the type of each event in a column");
  command.add_option("--subresource", query.subresource, "Subresource to get: status, scale, ...").type_name("NAME");
  command.add_option("--raw", options.raw, "Print the raw response of this server path").type_name("PATH");
}

void check(const GetFlags& options)
{
  if (options.show_labels && !options.output.empty() && options.output != "wide") {
    throw CommandError("--show-labels option cannot be used with " + options.output + " printer");
  }
  if (options.output_watch_events && !options.watch && !options.watch_only) {
    throw CommandError("--output-watch-events option can only be used with --watch or --watch-only");
  }
  for (const char* known : {"", "wide", "json", "yaml", "name"}) {
    if (options.output == known) return;
  }
  throw CommandError("unable to match a printer suitable for the output format \"" + options.output +
                     "\", allowed formats are: " + formats);
}

void get_raw(Session& session, const GetFlags& options)
{
  if (!options.query.args.empty()) throw CommandError("arguments may not be passed when --raw is specified");
  if (options.watch || options.watch_only || !options.query.label_selector.empty()) {
    throw CommandError(
        "--raw may not be specified with other flags that filter the server request or alter the output");
  }
  if (!options.output.empty()) throw CommandError("--raw and --output are mutually exclusive");
  if (!options.raw.starts_with('/')) {
    throw CommandError("--raw must be a valid URL path: parse \"" + options.raw + "\": invalid URI for request");
  }
  write_out(session.client().get_raw(options.raw));
}

void get(Session& session, const GetFlags& options)
{
  if (!options.raw.empty()) return get_raw(session, options);
  check(options);
  if (options.query.args.empty() && options.query.files.empty() && options.query.kustomize.empty()) {
    throw PlainError(
        "You must specify the type of resource to get. Use \"kubexx api-resources\" for a complete list of supported "
        "resources.\n\nerror: Required resource not specified.\nSee 'kubexx get -h' for help and examples");
  }
  if (options.watch || options.watch_only) return get_watch(session, options);
  if (options.output.empty() || options.output == "wide") return get_tables(session, options);
  get_objects(session, options);
}

}  // namespace

ListOptions list_options_of(const GetFlags& options, const Target& target)
{
  ListOptions list;
  list.namespace_ = target.namespace_;
  list.label_selector = options.query.label_selector;
  list.field_selector = options.query.field_selector;
  list.limit = std::max<std::int64_t>(options.chunk_size, 0);
  list.keep_managed_fields = options.show_managed_fields;
  return list;
}

std::exception_ptr with_context(const ApiError& error, const GetFlags& options, const Target& target)
{
  if (is_gone(error) || (!is_bad_request(error) && !is_not_found(error))) return std::make_exception_ptr(error);
  const ResourceType& type = target.resource.type;
  const std::string subject = in_quotes(type.group + "/" + type.version + ", Resource=" + type.plural);
  const TargetQuery& query = options.query;
  Status status = error.status();
  if (query.label_selector.empty() && query.field_selector.empty()) {
    status.message = "Unable to list " + subject + ": " + status.message;
  } else {
    status.message = "Unable to find " + subject + " that match label selector " + in_quotes(query.label_selector) +
                     ", field selector " + in_quotes(query.field_selector) + ": " + status.message;
  }
  return std::make_exception_ptr(ApiError(std::move(status), error.what()));
}

std::exception_ptr explained_not_found(Session& session, const ApiError& error, const Target& target)
{
  auto as_it_is = std::make_exception_ptr(error);
  if (!is_not_found(error) || target.namespace_.empty() || target.namespace_ == "default") return as_it_is;
  try {
    (void)session.client().get(resources::namespaces, {"", target.namespace_});
  } catch (const ApiError& of_namespace) {
    if (is_not_found(of_namespace)) return std::make_exception_ptr(of_namespace);
  }
  return as_it_is;
}

std::vector<std::exception_ptr> without_not_found(const GetFlags& options, std::vector<std::exception_ptr> errors)
{
  if (!options.ignore_not_found) return errors;
  std::erase_if(errors, [](const std::exception_ptr& error) {
    try {
      std::rethrow_exception(error);
    } catch (const std::exception& each) {
      return is_not_found(each);
    }
  });
  return errors;
}

void add_get(Commands& commands)
{
  commands.add<GetFlags>("get", "Display one or many resources", add_options, get);
  commands.add<GetFlags>("list", "List all objects of a kind: get without names", add_options, get);
  commands.add<GetFlags>("watch", "Watch resources: get --watch", add_options,
                         [](Session& session, const GetFlags& options) {
                           GetFlags watching = options;
                           watching.watch = !options.watch_only;
                           get(session, watching);
                         });
}

}  // namespace kubexx::cli
