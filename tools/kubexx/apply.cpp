// SPDX-License-Identifier: Apache-2.0
// kubectl apply (k8s.io/kubectl, pkg/cmd/apply): the same requests and words. What is left out: pruning, --force and
// the migration of client-side managers to server-side apply.
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>
#include <utility>

#include "changes.hpp"
#include "command.hpp"
#include "errors.hpp"
#include "kubexx/apimachinery/apply_patch.hpp"
#include "kubexx/apimachinery/error.hpp"
#include "output.hpp"
#include "print_json.hpp"
#include "print_yaml.hpp"
#include "schemas.hpp"
#include "targets.hpp"
#include "words.hpp"

namespace kubexx::cli {
namespace {

using nlohmann::json;

constexpr int conflict_retries = 5;

struct ApplyFlags {
  TargetQuery query;
  ChangeFlags change;
  bool server_side = false;
  bool force_conflicts = false;
  bool overwrite = true;
  std::string field_manager;
  std::string validate = "strict";
  std::string subresource;
};

void add_options(CommandLine command, ApplyFlags& options)
{
  TargetQuery& query = options.query;
  command.add_option("ARGUMENTS", query.args, "").group("");
  add_file_flags(command, query, "with the objects to apply");
  command.add_option("-l,--selector", query.label_selector, "Only manifests with these labels").type_name("SELECTOR");
  add_change_flags(command, options.change);
  command.add_flag("--server-side", options.server_side, "Apply on the server");
  command.add_flag("--force-conflicts", options.force_conflicts,
                   "With --server-side: take over the fields of other managers");
  command.add_flag("--overwrite", options.overwrite,
                   "Overwrite values that were changed since the last apply; =false: fail instead");
  command
      .add_option("--field-manager", options.field_manager,
                  "Field manager; default: kubexx-client-side-apply, or kubexx with --server-side")
      .type_name("NAME");
  command.add_option("--validate", options.validate, "Handling of unknown fields: strict, warn or ignore")
      .type_name("HOW")
      .optional_value("strict");
  command.add_option("--subresource", options.subresource, "With --server-side: the subresource to apply")
      .type_name("NAME");
}

std::string validation_of(const std::string& value)
{
  const auto boolean = go_bool(value);
  if (value == "strict" || boolean.value_or(false)) return "Strict";
  if (value == "warn") return "Warn";
  if (value == "ignore" || boolean) return "Ignore";
  throw CommandError("invalid - validate option " + in_quotes(value) +
                     "; must be one of: strict (or true), warn, ignore (or false)");
}

/// What kubectl prints of an object that it speaks of: resource.Info.
std::string described(const Target& target)
{
  const ResourceType& type = target.resource.type;
  const std::string version = type.group + "/" + type.version;
  return "Resource: " + in_quotes(version + ", Resource=" + type.plural) +
         ", GroupVersionKind: " + in_quotes(version + ", Kind=" + type.kind) + "\nName: " + in_quotes(target.name) +
         ", Namespace: " + in_quotes(target.namespace_);
}

std::string conflict_text(const ApiError& error)
{
  return error.status().message +
         "\nPlease review the fields above--they currently have other managers. Here\n"
         "are the ways you can resolve this warning:\n"
         "* If you intend to manage all of these fields, please re-run the apply\n"
         "  command with the `--force-conflicts` flag.\n"
         "* If you do not intend to manage all of the fields, please edit your\n"
         "  manifest to remove references to the fields that should keep their\n"
         "  current managers.\n"
         "* You may co-own fields by updating your manifest to match the existing\n"
         "  value; in this case, you'll become the manager if the other manager(s)\n"
         "  stop managing the field (remove it from their configuration).\n"
         "See https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts";
}

class Applier {
public:
  Applier(Session& session, const ApplyFlags& flags, DryRun dry_run)
      : session_(session), flags_(flags), dry_run_(dry_run), schemas_(session)
  {
    write_.dry_run = dry_run == DryRun::server;
    write_.field_validation = validation_of(flags.validate);
    write_.field_manager = flags.field_manager;
    if (write_.field_manager.empty()) {
      write_.field_manager = flags.server_side ? "kubexx" : "kubexx-client-side-apply";
    }
  }

  void apply(const Target& target)
  {
    if (target.name.empty()) {
      const json::json_pointer generated("/metadata/generateName");
      if (target.manifest->contains(generated) && target.manifest->at(generated).is_string()) {
        throw CommandError("from " + target.manifest->at(generated).get<std::string>() +
                           ": cannot use generate name with apply");
      }
    }
    flags_.server_side ? apply_on_server(target) : apply_here(target);
  }

  void print_objects() const
  {
    if (!prints_objects(flags_.change.output) || objects_.empty()) return;
    if (objects_.size() == 1) return print_change(objects_.front(), "", flags_.change.output, dry_run_);
    nlohmann::ordered_json list{{"kind", "List"}, {"apiVersion", "v1"}, {"metadata", nlohmann::ordered_json::object()}};
    list["items"] = nlohmann::ordered_json::array();
    for (const auto& object : objects_) list["items"].push_back(nlohmann::ordered_json(object.json()));
    write_out(flags_.change.output == "json" ? to_json_text(list) : to_yaml_text(json(list)));
  }

private:
  PatchOptions patch_options() const
  {
    PatchOptions options;
    static_cast<WriteOptions&>(options) = write_;
    return options;
  }

  void report(Object object, std::string_view operation)
  {
    if (prints_objects(flags_.change.output)) {
      objects_.push_back(std::move(object));
    } else {
      print_change(object, operation, flags_.change.output, dry_run_);
      flush_out();
    }
  }

  static void warn_if_deleting(const Object& object)
  {
    if (!object.is_deleting()) return;
    write_err("Warning: Detected changes to resource " + std::string(object.name()) +
              " which is currently being deleted.\n");
  }

  void apply_on_server(const Target& target)
  {
    if (target.name.empty()) throw CommandError("resource name may not be empty");
    auto options = patch_options();
    options.force = flags_.force_conflicts;
    Object answer;
    try {
      answer = session_.client().apply(target.resource.type, Object::from_json(*target.manifest), options,
                                       flags_.subresource);
    } catch (const ApiError& error) {
      if (error.code() == 415) {
        throw CommandError("Server-side apply not available on the server: (" + error.status().message + ")");
      }
      if (is_conflict(error)) throw CommandError(conflict_text(error));
      throw;
    }
    warn_if_deleting(answer);
    report(std::move(answer), "serverside-applied");
  }

  std::optional<Object> live(const Target& target)
  {
    GetOptions options;
    options.keep_managed_fields = true;
    try {
      if (target.name.empty()) throw CommandError("resource name may not be empty");
      return session_.client().get(target.resource.type, target.key(), options);
    } catch (const std::exception& error) {
      if (is_not_found(error)) return std::nullopt;
      std::rethrow_exception(with_source(
          "retrieving current configuration of:\n" + described(target) + "\nfrom server for:", target.source,
          std::current_exception()));
    }
  }

  void apply_here(const Target& target)
  {
    const json modified = with_last_applied(*target.manifest);
    const auto present = live(target);
    if (!present) return create(target, without_nulls(modified));
    if (dry_run_ == DryRun::client) return report(without_managed_fields(*present), "configured");
    if (!present->annotation(last_applied_annotation)) {
      write_err("Warning: resource " + target.resource.type.plural + "/" + target.name + " is missing the " +
                std::string(last_applied_annotation) +
                " annotation which is required by kubexx apply. kubexx apply should only be used on resources created "
                "declaratively by either kubexx create --save-config or kubexx apply. The missing annotation will be "
                "patched automatically.\n");
    }
    auto [answer, changed] = patch(target, modified, *present);
    warn_if_deleting(answer);
    report(std::move(answer), changed ? "configured" : "unchanged");
  }

  static Object without_managed_fields(const Object& object) { return Object::parse(object.bytes()); }

  void create(const Target& target, json object)
  {
    object["metadata"].erase("resourceVersion");  // of a backup
    Object created = Object::from_json(object);
    if (dry_run_ != DryRun::client) {
      try {
        created = session_.client().create(target.resource.type, created, write_);
      } catch (const std::exception&) {
        std::rethrow_exception(with_source("creating", target.source, std::current_exception()));
      }
    }
    report(std::move(created), "created");
  }

  struct Patched {
    Object answer;
    bool changed = false;
  };

  /// One try; `patch` is kept for the error.
  Patched patch_once(const Target& target, const json& modified, const Object& present, std::string& patch)
  {
    const json value = present.json();
    const json original = last_applied(value).value_or(json());
    const ResourceType& type = target.resource.type;
    const auto schema = schemas_.of(type);
    const auto overwrite = flags_.overwrite ? Overwrite::yes : Overwrite::no;
    const json computed = schema ? three_way_strategic_patch(original, modified, value, schema.get(), overwrite)
                                 : three_way_merge_patch(original, modified, value);
    patch = go_json(computed);
    if (computed.empty()) return {without_managed_fields(present), false};
    const Patch change(schema ? PatchType::strategic : PatchType::merge, patch);
    return {session_.client().patch(type, target.key(), change, patch_options()), true};
  }

  Patched patch(const Target& target, const json& modified, Object present)
  {
    std::string patch;
    for (int attempt = 0;; ++attempt) {
      try {
        return patch_once(target, modified, present, patch);
      } catch (const std::exception& error) {
        if (!is_conflict(error) || attempt == conflict_retries) {
          const auto inner = with_source("patching", target.source, std::current_exception());
          std::rethrow_exception(with_source(
              "applying patch:\n" + patch + "\nto:\n" + described(target) + "\nfor:", target.source, inner));
        }
      }
      if (attempt > 0) std::this_thread::sleep_for(std::chrono::seconds(1));
      GetOptions options;
      options.keep_managed_fields = true;
      present = session_.client().get(target.resource.type, target.key(), options);
    }
  }

  Session& session_;
  const ApplyFlags& flags_;
  const DryRun dry_run_;
  Schemas schemas_;
  WriteOptions write_;
  std::vector<Object> objects_;
};

void check(const ApplyFlags& flags, DryRun dry_run)
{
  if (!flags.query.args.empty()) {
    std::string args;
    for (const auto& arg : flags.query.args) args += (args.empty() ? "" : " ") + arg;
    throw CommandError("Unexpected args: [" + args + "]\nSee 'kubexx apply -h' for help and examples");
  }
  if (flags.query.files.empty() && flags.query.kustomize.empty()) throw CommandError("must specify one of -f and -k");
  if (flags.force_conflicts && !flags.server_side) {
    throw CommandError("--force-conflicts only works with --server-side");
  }
  if (dry_run == DryRun::client && flags.server_side) {
    throw CommandError("--dry-run=client doesn't work with --server-side (did you mean --dry-run=server instead?)");
  }
  if (!flags.subresource.empty() && !flags.server_side) {
    throw CommandError("--subresource can only be specified for --server-side");
  }
  check_change_output(flags.change.output);
}

void run(Session& session, const ApplyFlags& flags)
{
  const auto dry_run = parse_dry_run(flags.change.dry_run);
  check(flags, dry_run);
  Applier applier(session, flags, dry_run);
  TargetQuery query = flags.query;
  query.live_labels = false;
  const Targets targets = find_targets(session, query);
  std::vector<std::exception_ptr> errors = targets.errors;
  if (targets.found.empty() && errors.empty()) throw CommandError("no objects passed to apply");
  for (const auto& target : targets.found) {
    try {
      applier.apply(target);
    } catch (const std::exception&) {
      errors.push_back(std::current_exception());
    }
  }
  throw_collected(std::move(errors));
  applier.print_objects();
}

}  // namespace

void add_apply(Commands& commands)
{
  commands.add<ApplyFlags>("apply", "Apply manifests by file name or stdin", add_options, run);
}

}  // namespace kubexx::cli
