// SPDX-License-Identifier: Apache-2.0
// kubectl patch (k8s.io/kubectl, pkg/cmd/patch): the same requests and words. What is left out: --local.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "changes.hpp"
#include "command.hpp"
#include "errors.hpp"
#include "get.hpp"
#include "kubexx/apimachinery/apply_patch.hpp"
#include "kubexx/apimachinery/error.hpp"
#include "kubexx/apimachinery/yaml.hpp"
#include "output.hpp"
#include "schemas.hpp"
#include "targets.hpp"
#include "words.hpp"

namespace kubexx::cli {
namespace {

using nlohmann::json;

struct PatchFlags {
  TargetQuery query;
  ChangeFlags change;
  std::string patch, patch_file;
  std::string type = "strategic";
  std::string field_manager = "kubexx-patch";
};

void add_options(CommandLine command, PatchFlags& options)
{
  TargetQuery& query = options.query;
  query.all_of_kind = false;
  command.add_option("TARGETS", query.args, "TYPE NAME or TYPE/NAME...").type_name("");
  command.add_option("-p,--patch", options.patch, "The patch, JSON or YAML").type_name("PATCH");
  command.add_option("--patch-file", options.patch_file, "File that contains the patch").type_name("FILE");
  command.add_option("--type", options.type, "One of json, merge, strategic (the default)").type_name("TYPE");
  add_file_flags(command, query, "with the objects to patch");
  add_change_flags(command, options.change);
  command.add_option("--subresource", query.subresource, "The subresource to patch: status, scale, ...")
      .type_name("NAME");
  command.add_option("--field-manager", options.field_manager, "Name of the field manager").type_name("NAME");
}

PatchType type_of(const std::string& name)
{
  std::string lower = name;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  if (lower.empty() || lower == "strategic") return PatchType::strategic;
  if (lower == "merge") return PatchType::merge;
  if (lower == "json") return PatchType::json;
  throw CommandError("--type must be one of [json merge strategic], not " + in_quotes(name));
}

const char* media_type(PatchType type)
{
  if (type == PatchType::json) return "application/json-patch+json";
  return type == PatchType::merge ? "application/merge-patch+json" : "application/strategic-merge-patch+json";
}

json read_patch(const PatchFlags& flags)
{
  std::string text = flags.patch;
  if (!flags.patch_file.empty()) {
    std::ifstream in(flags.patch_file, std::ios::binary);
    const bool denied = !in && std::filesystem::exists(flags.patch_file);
    if (!in) {
      throw CommandError("unable to read patch file: open " + flags.patch_file +
                         (denied ? ": permission denied" : ": no such file or directory"));
    }
    if (std::filesystem::is_directory(flags.patch_file)) {
      throw CommandError("unable to read patch file: read " + flags.patch_file + ": is a directory");
    }
    text.assign(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  try {
    const auto documents = parse_yaml(text);
    return documents.empty() ? json() : documents.front();
  } catch (const std::exception& error) {
    throw CommandError("unable to parse " + in_quotes(flags.patch) + ": " + error.what());
  }
}

class Patcher {
public:
  Patcher(Session& session, const PatchFlags& flags, DryRun dry_run, PatchType type, json patch)
      : session_(session), flags_(flags), dry_run_(dry_run), schemas_(session), type_(type), patch_(std::move(patch))
  {
    options_.dry_run = dry_run == DryRun::server;
    options_.field_manager = flags.field_manager;
  }

  void patch(const Target& target)
  {
    const Object before = target.manifest ? Object::from_json(*target.manifest) : live(target);
    const Object after = dry_run_ == DryRun::client ? patched_here(target.resource.type, before) : sent(target);
    const char* const word = same_content(before, after) ? "patched (no change)" : "patched";
    // kubectl's patch, alone of all, does not say that it was a dry run.
    print_change(after, word, flags_.change.output, DryRun::none);
    flush_out();
  }

private:
  Object live(const Target& target)
  {
    try {
      if (flags_.query.subresource.empty()) return session_.client().get(target.resource.type, target.key());
      return session_.client().get_subresource(target.resource.type, target.key(), flags_.query.subresource);
    } catch (const ApiError& error) {
      std::rethrow_exception(explained_not_found(session_, error, target));
    }
  }

  Object sent(const Target& target)
  {
    try {
      return session_.client().patch(target.resource.type, target.key(), {type_, go_json(patch_)}, options_,
                                     flags_.query.subresource);
    } catch (const ApiError& error) {
      if (error.code() != 415) throw;
      throw CommandError(std::string(media_type(type_)) + " is not supported by " + gvk_of(target.resource.type) +
                         ": " + error.status().message);
    }
  }

  static std::string gvk_of(const ResourceType& type)
  {
    return type.group + "/" + type.version + ", Kind=" + type.kind;
  }

  Object patched_here(const ResourceType& type, const Object& before)
  {
    json value = before.json();
    try {
      if (type_ == PatchType::json) return Object::from_json(apply_json_patch(std::move(value), patch_));
      if (type_ == PatchType::strategic) {
        const auto schema = schemas_.of(type);
        if (!schema) {
          throw CommandError("strategic merge patch is not supported for " + gvk_of(type) +
                             " locally, try --type merge");
        }
        return Object::from_json(apply_strategic_patch(std::move(value), patch_, schema.get()));
      }
    } catch (const json::exception& error) {
      throw CommandError("the patch does not fit the object: " + words_of(error));
    }
    value.merge_patch(patch_);
    return Object::from_json(value);
  }

  Session& session_;
  const PatchFlags& flags_;
  const DryRun dry_run_;
  Schemas schemas_;
  const PatchType type_;
  const json patch_;
  PatchOptions options_;
};

void run(Session& session, const PatchFlags& flags)
{
  const auto dry_run = parse_dry_run(flags.change.dry_run);
  if (!flags.patch.empty() && !flags.patch_file.empty()) {
    throw CommandError("cannot specify --patch and --patch-file together");
  }
  if (flags.patch.empty() && flags.patch_file.empty()) {
    throw CommandError("must specify --patch or --patch-file containing the contents of the patch");
  }
  const auto type = type_of(flags.type);
  check_change_output(flags.change.output);
  Patcher patcher(session, flags, dry_run, type, read_patch(flags));
  const Targets targets = find_targets(session, flags.query);
  std::vector<std::exception_ptr> errors = targets.errors;
  for (const auto& target : targets.found) {
    try {
      patcher.patch(target);
    } catch (const std::exception&) {
      errors.push_back(std::current_exception());
    }
  }
  throw_collected(std::move(errors));
  if (targets.found.empty()) throw CommandError("no objects passed to patch");
}

}  // namespace

void add_patch(Commands& commands)
{
  commands.add<PatchFlags>("patch", "Change fields of objects", add_options, run);
}

}  // namespace kubexx::cli
