// SPDX-License-Identifier: Apache-2.0
// kubectl's resource.Builder (k8s.io/cli-runtime, pkg/resource): the same readings, the same refusals in its words.
#include "targets.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "errors.hpp"
#include "kubexx/apimachinery/label_selector.hpp"
#include "kubexx/apimachinery/selector_error.hpp"
#include "kubexx/client/rest_mapper.hpp"
#include "manifests.hpp"
#include "words.hpp"

namespace kubexx::cli {
namespace {

using nlohmann::json;

struct TypeAndName {
  std::string type, name;
};

/// Split at commas, each part once.
std::vector<std::string> split(const std::string& text)
{
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const auto end = std::min(text.find(',', begin), text.size());
    auto part = text.substr(begin, end - begin);
    if (std::find(parts.begin(), parts.end(), part) == parts.end()) parts.push_back(std::move(part));
    begin = end + 1;
  }
  return parts;
}

/// "a,b c" is "a/c b/c".
std::vector<std::string> spread(std::vector<std::string> args)
{
  if (args.size() < 2) return args;
  const auto types = split(args.front());
  if (types.size() < 2) return args;
  std::vector<std::string> spread_args;
  spread_args.reserve(types.size() * args.size());
  for (const auto& type : types) {
    for (auto name = std::next(args.begin()); name != args.end(); ++name) spread_args.push_back(type + "/" + *name);
  }
  return spread_args;
}

TypeAndName take_apart(const std::string& text)
{
  const auto slash = text.find('/');
  if (text.find('/', slash + 1) != std::string::npos) {
    throw CommandError("arguments in resource/name form may not have more than one slash");
  }
  TypeAndName parts{text.substr(0, slash), text.substr(slash + 1)};
  if (parts.type.empty() || parts.name.empty() || split(parts.type).size() != 1) {
    throw CommandError("arguments in resource/name form must have a single resource and name");
  }
  return parts;
}

/// What the arguments say.
struct Spoken {
  std::vector<TypeAndName> pairs;
  std::vector<std::string> types, names;
};

Spoken read_args(Session& session, const std::vector<std::string>& given)
{
  Spoken spoken;
  const auto args = spread(given);
  const auto slashes =
      std::count_if(args.begin(), args.end(), [](const auto& arg) { return arg.find('/') != std::string::npos; });
  if (slashes > 0) {
    if (static_cast<std::size_t>(slashes) != args.size()) {
      throw CommandError(
          "there is no need to specify a resource type as a separate argument when passing arguments in resource/name "
          "form (e.g. 'kubexx get resource/<resource_name>' instead of 'kubexx get resource resource/<resource_name>'");
    }
    spoken.pairs.reserve(args.size());
    for (const auto& arg : args) spoken.pairs.push_back(take_apart(arg));
    return spoken;
  }
  if (args.empty()) return spoken;
  for (const auto& type : split(args.front())) {
    const auto members = find_category(session.discovery(), type);
    if (members.empty()) spoken.types.push_back(type);
    for (const auto* member : members) {
      auto name = member->type.group_resource();
      if (std::find(spoken.types.begin(), spoken.types.end(), name) == spoken.types.end()) {
        spoken.types.push_back(std::move(name));
      }
    }
  }
  spoken.names.assign(std::next(args.begin()), args.end());
  return spoken;
}

std::string namespace_for(Session& session, const TargetQuery& query, const ApiResource& resource)
{
  if (!resource.type.namespaced()) return {};
  if (query.all_namespaces) throw CommandError("a resource cannot be retrieved by name across all namespaces");
  return session.namespace_();
}

/// kubectl's words; an empty name must never become a request about all objects.
void check_name(const std::string& name)
{
  if (name.empty()) throw CommandError("resource name may not be empty");
  std::string why;
  if (name == "." || name == "..") why = "may not be '" + name + "'";
  for (const char* const bad : {"/", "%"}) {
    if (name.find(bad) != std::string::npos)
      why += (why.empty() ? "" : " ") + ("may not contain '" + std::string(bad) + "'");
  }
  if (!why.empty()) throw CommandError("invalid resource name " + in_quotes(name) + ": [" + why + "]");
}

Target named(Session& session, const TargetQuery& query, const ApiResource& resource, const std::string& name)
{
  check_name(name);
  Target target;
  target.resource = resource;
  target.namespace_ = namespace_for(session, query, resource);
  target.name = name;
  return target;
}

/// The resources of the types, each once.
std::vector<const ApiResource*> resources_of(Session& session, const TargetQuery& query, const Spoken& spoken)
{
  if (spoken.types.size() > 1 && query.single_kind) {
    throw CommandError("you may only specify a single resource type");
  }
  std::vector<const ApiResource*> resources;
  std::set<ResourceType> seen;
  for (const auto& type : spoken.types) {
    const auto& resource = session.resource(type);
    if (seen.insert(resource.type).second) resources.push_back(&resource);
  }
  return resources;
}

Targets selected(Session& session, const TargetQuery& query, const Spoken& spoken)
{
  if (!spoken.names.empty()) throw CommandError("name cannot be provided when a selector is specified");
  if (!spoken.pairs.empty()) {
    throw CommandError("selectors and the all flag cannot be used when passing resource/name arguments");
  }
  if (spoken.types.empty()) throw CommandError("at least one resource must be specified to use a selector");
  if (!query.subresource.empty()) {
    throw CommandError("subresource cannot be used when bulk resources are specified");
  }
  Targets targets;
  targets.from = Targets::From::selection;
  for (const auto* resource : resources_of(session, query, spoken)) {
    Target target;
    target.resource = *resource;
    if (resource->type.namespaced() && !query.all_namespaces) target.namespace_ = session.namespace_();
    targets.found.push_back(std::move(target));
  }
  return targets;
}

Targets by_pairs(Session& session, const TargetQuery& query, const Spoken& spoken)
{
  Targets targets;
  targets.from = Targets::From::names;
  targets.single = spoken.pairs.size() == 1;
  std::map<std::string, const ApiResource*> resources;
  std::set<ResourceType> kinds;
  for (const auto& pair : spoken.pairs) {
    if (resources.contains(pair.type)) continue;
    const auto& resource = session.resource(pair.type);
    resources[pair.type] = &resource;
    kinds.insert(resource.type);
  }
  if (kinds.size() > 1 && query.single_kind) throw CommandError("you may only specify a single resource type");
  targets.found.reserve(spoken.pairs.size());
  for (const auto& pair : spoken.pairs) {
    targets.found.push_back(named(session, query, *resources.at(pair.type), pair.name));
  }
  return targets;
}

Targets by_names(Session& session, const TargetQuery& query, const Spoken& spoken)
{
  if (spoken.types.size() > 1) throw CommandError("you must specify only one resource");
  Targets targets;
  targets.from = Targets::From::names;
  targets.single = spoken.names.size() == 1;
  const auto* resource = resources_of(session, query, spoken).front();
  targets.found.reserve(spoken.names.size());
  for (const auto& name : spoken.names) targets.found.push_back(named(session, query, *resource, name));
  return targets;
}

std::string text_at(const json& object, const char* name)
{
  const auto metadata = object.find("metadata");
  if (metadata == object.end() || !metadata->is_object()) return {};
  const auto found = metadata->find(name);
  return found != metadata->end() && found->is_string() ? found->get<std::string>() : std::string();
}

Target of_manifest(Session& session, const Manifest& manifest)
{
  if (manifest.problem) std::rethrow_exception(manifest.problem);
  const auto api_version = manifest.object.at("apiVersion").get<std::string>();
  const auto kind = manifest.object.at("kind").get<std::string>();
  Target target;
  target.name = text_at(manifest.object, "name");
  target.namespace_ = text_at(manifest.object, "namespace");
  const auto* resource = session.kind(api_version, kind);
  if (resource == nullptr) {
    throw CommandError("resource mapping not found for name: \"" + target.name + "\" namespace: \"" +
                       target.namespace_ + "\" from \"" + manifest.source + "\": no matches for kind \"" + kind +
                       "\" in version \"" + api_version + "\"\nensure CRDs are installed first");
  }
  target.resource = *resource;
  target.source = manifest.source;
  target.manifest = manifest.object;
  if (!resource->type.namespaced()) {
    target.namespace_.clear();
    if (const auto metadata = target.manifest->find("metadata"); metadata != target.manifest->end()) {
      metadata->erase("namespace");
    }
    return target;
  }
  const std::string wanted = session.namespace_();
  if (target.namespace_.empty()) {
    target.namespace_ = wanted;
    (*target.manifest)["metadata"]["namespace"] = wanted;
  }
  if (session.namespace_is_explicit() && target.namespace_ != wanted) {
    throw CommandError("the namespace from the provided object \"" + target.namespace_ +
                       "\" does not match the namespace \"" + wanted +
                       "\". You must pass '--namespace=" + target.namespace_ + "' to perform this operation.");
  }
  return target;
}

std::map<std::string, std::string> labels_of(const json& object)
{
  std::map<std::string, std::string> labels;
  const json::json_pointer at("/metadata/labels");
  if (!object.contains(at) || !object.at(at).is_object()) return labels;
  for (const auto& [name, value] : object.at(at).items()) {
    if (value.is_string()) labels[name] = value.get<std::string>();
  }
  return labels;
}

Targets by_files(Session& session, const TargetQuery& query)
{
  const auto files = read_manifests(query.files, query.recursive);
  if (!query.args.empty()) {
    throw CommandError(
        "when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well");
  }
  LabelSelector selector;
  try {
    selector = LabelSelector::parse(query.label_selector);
  } catch (const SelectorError& error) {
    throw CommandError("the provided selector \"" + query.label_selector + "\" is not valid: " + error.what());
  }
  Targets targets;
  targets.from = Targets::From::files;
  targets.single = files.single;
  for (const auto& manifest : files.manifests) {
    try {
      auto target = of_manifest(session, manifest);
      if (!query.live_labels && !selector.matches(labels_of(*target.manifest))) continue;
      targets.found.push_back(std::move(target));
    } catch (const CommandError&) {
      targets.errors.push_back(std::current_exception());
    }
  }
  return targets;
}

void check_files(const TargetQuery& query)
{
  if (!query.kustomize.empty()) {
    throw CommandError("kustomizations (-k) are not supported: pipe `kustomize build` into -f -");
  }
  if (query.files.empty()) return;
  if (!query.field_selector.empty()) {
    throw CommandError("--field-selector cannot be used with -f: the objects of files are not looked up by fields");
  }
}

}  // namespace

void add_file_flags(CommandLine command, TargetQuery& query, const std::string& what_for)
{
  command.add_option("-f,--filename", query.files, "File, directory or - " + what_for + "; may be repeated")
      .type_name("FILE")
      .comma_separated();
  command.add_option("-k,--kustomize", query.kustomize, "A kustomization; not supported").type_name("FOLDER");
  command.add_flag("-R,--recursive", query.recursive, "Process the directories of -f recursively");
}

Targets find_targets(Session& session, const TargetQuery& query)
{
  check_files(query);
  if (!query.files.empty()) return by_files(session, query);
  const Spoken spoken = read_args(session, query.args);
  const bool selects = query.select_all || !query.label_selector.empty() || !query.field_selector.empty();
  const bool whole_kind = spoken.pairs.empty() && spoken.names.empty() && !spoken.types.empty();
  if (selects || (whole_kind && query.all_of_kind)) return selected(session, query, spoken);
  if (!spoken.pairs.empty()) return by_pairs(session, query, spoken);
  if (!spoken.names.empty()) return by_names(session, query, spoken);
  if (!spoken.types.empty()) {
    for (const auto& type : spoken.types) (void)session.resource(type);
    throw CommandError("resource(s) were provided, but no name was specified");
  }
  throw CommandError(
      "You must provide one or more resources by argument or filename.\n"
      "Example resource specifications include:\n"
      "   '-f rsrc.yaml'\n"
      "   '--filename=rsrc.json'\n"
      "   '<resource> <name>'\n"
      "   '<resource>'");
}

}  // namespace kubexx::cli
