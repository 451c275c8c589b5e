// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>
#include <utility>

#include "errors.hpp"
#include "get.hpp"
#include "kubexx/apimachinery/error.hpp"
#include "kubexx/apimachinery/label_selector.hpp"
#include "kubexx/client/pages.hpp"
#include "output.hpp"
#include "print_json.hpp"
#include "print_yaml.hpp"

namespace kubexx::cli {
namespace {

using nlohmann::json;

ObjectList objects_of(Session& session, const GetFlags& options, const Target& target)
{
  const Client& client = session.client();
  const ResourceType& type = target.resource.type;
  if (target.name.empty()) {
    if (options.chunk_size <= 0) return client.list(type, list_options_of(options, target));
    return client.pages(type, list_options_of(options, target)).collect();
  }
  kubexx::GetOptions get;
  get.keep_managed_fields = options.show_managed_fields;
  ObjectList one;
  const std::string& subresource = options.query.subresource;
  one.items.push_back(subresource.empty() ? client.get(type, target.key(), get)
                                          : client.get_subresource(type, target.key(), subresource, get));
  return one;
}

void print_names(const std::vector<Object>& objects)
{
  for (const auto& object : objects) write_out(name_of(object) + "\n");
}

void print_value(const GetFlags& options, const json& value)
{
  write_out(options.output == "json" ? to_json_text(value) : to_yaml_text(value));
}

}  // namespace

std::string name_of(const Object& object)
{
  std::string kind(object.kind());
  for (char& c : kind) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  const std::string_view version = object.api_version();
  const auto slash = version.find('/');
  if (slash != std::string_view::npos) kind += "." + std::string(version.substr(0, slash));
  return kind + "/" + std::string(object.name().empty() ? "<unknown>" : object.name());
}

std::string left_out(const Object& object, const std::string& problem)
{
  if (object.name().empty()) return "left out an object without a name, which cannot be read: " + problem;
  const std::string where = object.namespace_().empty() ? "" : " in namespace " + std::string(object.namespace_());
  return "left out " + name_of(object) + where + ", which cannot be read: " + problem;
}

void add_unreadable(std::vector<std::exception_ptr>& errors, const std::vector<UnreadableObject>& unreadable)
{
  for (const auto& one : unreadable) {
    errors.push_back(std::make_exception_ptr(CommandError(left_out(one.object, one.problem))));
  }
}

void get_objects(Session& session, const GetFlags& options)
{
  const Targets targets = find_targets(session, options.query);
  std::vector<Object> objects;
  std::vector<std::exception_ptr> errors = targets.errors;
  // With files the label selector is about what the server has.
  LabelSelector selector;
  if (targets.from == Targets::From::files) selector = LabelSelector::parse(options.query.label_selector);
  for (const auto& target : targets.found) {
    try {
      ObjectList list = objects_of(session, options, target);
      add_unreadable(errors, list.unreadable);
      for (auto& object : list.items) {
        if (target.manifest && !selector.matches(object)) continue;
        objects.push_back(std::move(object));
      }
    } catch (const ApiError& error) {
      errors.push_back(target.name.empty() ? with_context(error, options, target)
                                           : explained_not_found(session, error, target));
    } catch (const std::exception&) {
      errors.push_back(std::current_exception());
    }
  }
  errors = without_not_found(options, std::move(errors));
  if (targets.single) throw_collected(errors);
  if (!(objects.empty() && options.ignore_not_found)) {
    if (options.output == "name") {
      print_names(objects);
    } else if (targets.single && objects.size() == 1) {
      print_value(options, objects.front().json());
    } else {
      json list{{"apiVersion", "v1"}, {"kind", "List"}, {"metadata", {{"resourceVersion", ""}}}};
      list["items"] = json::array();
      for (const auto& object : objects) list["items"].push_back(object.json());
      print_value(options, list);
    }
  }
  flush_out();
  throw_collected(std::move(errors));
}

}  // namespace kubexx::cli
