// SPDX-License-Identifier: Apache-2.0
#include "crd/definition_names.hpp"

#include <algorithm>
#include <utility>

#include "core/status.hpp"

namespace kubexx::apiserver {
namespace {

using NameSet = std::set<std::string>;

/// Takes `wanted` into `taken` unless another definition has it; gives what is wrong.
std::string take_name(std::string& taken, const std::string& wanted, const NameSet& used)
{
  if (wanted != taken && used.contains(wanted)) return go_quoted(wanted) + " is already in use";
  taken = wanted;
  return {};
}

/// In the words of utilerrors.NewAggregate, which says each error once.
std::string aggregate(const std::vector<std::string>& problems)
{
  std::string text;
  NameSet said;
  for (const auto& problem : problems) {
    if (said.insert(problem).second) text += (text.empty() ? "" : ", ") + problem;
  }
  return said.size() > 1 ? "[" + text + "]" : text;
}

std::string take_short_names(DefinitionNames& names, const std::vector<std::string>& wanted, const NameSet& used)
{
  std::vector<std::string> problems;
  for (const auto& name : wanted) {
    const bool own = std::find(names.short_names.begin(), names.short_names.end(), name) != names.short_names.end();
    if (!own && used.contains(name)) problems.push_back(go_quoted(name) + " is already in use");
  }
  if (problems.empty()) names.short_names = wanted;
  return aggregate(problems);
}

}  // namespace

DefinitionNames DefinitionNames::parse(const Json* names)
{
  if (names == nullptr) return {};
  return {string_at(*names, {"plural"}),   string_at(*names, {"singular"}),    string_at(*names, {"kind"}),
          string_at(*names, {"listKind"}), strings_at(*names, {"shortNames"}), strings_at(*names, {"categories"})};
}

Json DefinitionNames::json() const
{
  Json names{{"kind", kind}, {"plural", plural}};
  if (!singular.empty()) names["singular"] = singular;
  if (!list_kind.empty()) names["listKind"] = list_kind;
  if (!short_names.empty()) names["shortNames"] = short_names;
  if (!categories.empty()) names["categories"] = categories;
  return names;
}

GivenNames give_names(const KnownDefinitions& known, const std::string& group, const DefinitionNames& wanted,
                      const DefinitionNames& accepted)
{
  NameSet resources, kinds;
  for (const auto& [name, other] : known.all) {
    if (other.group != group) continue;
    resources.insert({other.accepted.plural, other.accepted.singular});
    resources.insert(other.accepted.short_names.begin(), other.accepted.short_names.end());
    kinds.insert({other.accepted.kind, other.accepted.list_kind});
  }
  GivenNames given{accepted, {}, {}};
  const auto note = [&given](const char* reason, std::string problem) {
    if (problem.empty()) return;
    given.reason = reason;
    given.message = std::move(problem);
  };
  note("PluralConflict", take_name(given.names.plural, wanted.plural, resources));
  note("SingularConflict", take_name(given.names.singular, wanted.singular, resources));
  auto short_names = take_short_names(given.names, wanted.short_names, resources);
  if (!short_names.empty()) {
    // A real server looks again when it has written the others, which then are in use.
    resources.insert({given.names.plural, given.names.singular});
    short_names = take_short_names(given.names, wanted.short_names, resources);
  }
  note("ShortNamesConflict", std::move(short_names));
  note("KindConflict", take_name(given.names.kind, wanted.kind, kinds));
  note("ListKindConflict", take_name(given.names.list_kind, wanted.list_kind, kinds));
  given.names.categories = wanted.categories;
  return given;
}

}  // namespace kubexx::apiserver
