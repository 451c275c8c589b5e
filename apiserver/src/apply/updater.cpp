// SPDX-License-Identifier: Apache-2.0
#include "apply/updater.hpp"

#include <utility>

namespace kubexx::apiserver::apply {
namespace {

std::shared_ptr<const Json> borrow(const Json& value)
{
  return {std::shared_ptr<const Json>(), &value};
}

std::shared_ptr<const Json> own(Json value)
{
  return std::make_shared<const Json>(std::move(value));
}

constexpr const char* owned_again = "failed to prune fields: failed add back owned items: failed to convert object: ";

}  // namespace

ConflictError::ConflictError(std::vector<Conflict> found)
    : std::runtime_error("conflicts with other field managers"), conflicts(std::move(found))
{
}

std::optional<Updater::Object> Updater::convert(const Object& object, const std::string& api_version,
                                                const char* what) const
{
  if (object.api_version == api_version) return object;
  const auto type = versions_.type(api_version);
  if (!type) return std::nullopt;
  Object converted{own(versions_.convert(*object.value, object.api_version, api_version)), api_version, *type};
  if (const auto problems = validate(*converted.value, *type, false); !problems.empty()) {
    throw TypeError(what + to_string(problems));
  }
  return converted;
}

FieldSet Updater::without_reset(FieldSet set, const std::string& api_version) const
{
  const auto* reset = versions_.reset(api_version);
  return reset == nullptr ? std::move(set) : recursive_difference(std::move(set), *reset);
}

Comparison Updater::compare_objects(const Object& before, const Object& after) const
{
  auto found = compare(*before.value, *after.value, after.type);
  found.removed = without_reset(std::move(found.removed), after.api_version);
  found.modified = without_reset(std::move(found.modified), after.api_version);
  found.added = without_reset(std::move(found.added), after.api_version);
  return found;
}

void Updater::drop_changed(const Object& before, const Object& after, Managers& managers, const ManagerId& manager,
                           bool force, Comparison& comparison) const
{
  comparison = compare_objects(before, after);
  struct Change {
    FieldSet set, removed;  // modified or added; removed
  };
  const auto change_of = [](const Comparison& one) { return Change{unite(one.modified, one.added), one.removed}; };
  std::map<std::string, Change> by_version;
  std::vector<std::pair<const ManagerId*, FieldSet>> taken;
  std::vector<Conflict> conflicts;
  for (auto entry = managers.begin(); entry != managers.end();) {
    const auto& [id, owned] = *entry;
    if (id == manager) {
      ++entry;
      continue;
    }
    auto found = by_version.find(owned.api_version);
    if (found == by_version.end() && owned.api_version == after.api_version) {
      found = by_version.emplace(owned.api_version, change_of(comparison)).first;
    } else if (found == by_version.end()) {
      const auto old = convert(before, owned.api_version, "failed to convert old object: ");
      const auto changed = convert(after, owned.api_version, "failed to convert new object: ");
      if (!old || !changed) {
        entry = managers.erase(entry);
        continue;
      }
      found = by_version.emplace(owned.api_version, change_of(compare_objects(*old, *changed))).first;
    }
    const auto& change = found->second;
    auto lost = intersection(owned.set, change.set);
    if (!force) lost.each([&](const Path& path) { conflicts.push_back({id, path}); });
    if (!change.removed.empty()) lost = unite(std::move(lost), change.removed);
    if (!lost.empty()) taken.emplace_back(&id, std::move(lost));
    ++entry;
  }
  if (!conflicts.empty()) throw ConflictError(std::move(conflicts));
  for (const auto& [id, lost] : taken) {
    auto& set = managers.at(*id).set;
    set = difference(std::move(set), lost);
  }
  std::erase_if(managers, [](const auto& entry) { return entry.second.set.empty(); });
}

void Updater::reconcile_all(const Object& live, Managers& managers) const
{
  std::map<std::string, std::optional<Type>> types;
  for (auto entry = managers.begin(); entry != managers.end();) {
    const auto& version = entry->second.api_version;
    auto known = types.find(version);
    if (known == types.end()) {
      // The live object must be of that version's type as well.
      const auto converted = convert(live, version, "");
      known = types.emplace(version, converted ? std::optional(converted->type) : std::nullopt).first;
    }
    const auto& type = known->second;
    if (!type) {
      entry = managers.erase(entry);
      continue;
    }
    if (auto changed = reconcile(entry->second.set, *type)) entry->second.set = std::move(*changed);
    ++entry;
  }
}

void Updater::update(const Json& live, const Json& object, const std::string& api_version, Managers& managers,
                     const ManagerId& manager) const
{
  const auto type = versions_.type(api_version).value_or(Type());
  const Object before{borrow(live), api_version, type};
  reconcile_all(before, managers);
  Comparison change;
  drop_changed(before, {borrow(object), api_version, type}, managers, manager, true, change);
  auto& owned = managers[manager];
  auto kept = difference(std::move(owned.set), change.removed);
  owned.set =
      without_reset(unite(unite(std::move(kept), std::move(change.modified)), std::move(change.added)), api_version);
  owned.api_version = api_version;
  owned.applied = false;
  if (owned.set.empty()) managers.erase(manager);
}

std::optional<Json> Updater::apply(const Json& live, const Json& config, const std::string& api_version,
                                   Managers& managers, const ManagerId& manager, bool force) const
{
  const auto type = versions_.type(api_version).value_or(Type());
  const Object before{borrow(live), api_version, type};
  reconcile_all(before, managers);
  Object merged{own(merge(live, config, type)), api_version, type};
  std::optional<VersionedSet> last;
  if (const auto found = managers.find(manager); found != managers.end()) last = found->second;
  managers[manager] = {without_reset(to_field_set(config, type), api_version), api_version, true};
  merged = prune(std::move(merged), managers, manager, last ? &*last : nullptr);
  Comparison change;
  drop_changed(before, merged, managers, manager, force, change);
  if (equal_values(live, *merged.value)) return std::nullopt;
  return *merged.value;
}

Updater::Object Updater::prune(Object merged, const Managers& managers, const ManagerId& manager,
                               const VersionedSet* last) const
{
  if (last == nullptr || last->set.empty()) return merged;
  const auto at_last = convert(merged, last->api_version,
                               "failed to prune fields: failed to convert merged object to last applied version: ");
  if (!at_last) return merged;
  const auto& type = at_last->type;
  const auto named_last = with_named_fields(last->set, type);
  Object pruned{own(remove_items(*at_last->value, named_last, type)), at_last->api_version, type};
  pruned = add_back_owned(*at_last, std::move(pruned), last->api_version, managers);
  // What others than this manager set, or nobody, and is not in its last set, stays.
  const auto back = convert(pruned, last->api_version, owned_again);
  if (back) {
    const auto kept = with_named_fields(to_field_set(*back->value, type), type);
    const auto all = with_named_fields(to_field_set(*at_last->value, type), type);
    pruned = {own(remove_items(*at_last->value, intersection(difference(all, kept), named_last), type)),
              at_last->api_version, type};
  } else {
    pruned = *at_last;
  }
  auto result = convert(pruned, managers.at(manager).api_version, "failed to prune fields: ");
  if (!result) throw TypeError("no type for " + managers.at(manager).api_version);
  return std::move(*result);
}

Updater::Object Updater::add_back_owned(Object merged, Object pruned, const std::string& pruned_version,
                                        const Managers& managers) const
{
  std::map<std::string, FieldSet> managed;
  for (const auto& [id, owned] : managers) {
    auto& set = managed[owned.api_version];
    set = unite(std::move(set), owned.set);
  }
  if (const auto found = managed.find(pruned_version); found != managed.end()) {
    (void)add_back_owned_at(merged, pruned, pruned_version, found->second);
    managed.erase(found);
  }
  for (const auto& [version, set] : managed) (void)add_back_owned_at(merged, pruned, version, set);
  return pruned;
}

bool Updater::add_back_owned_at(Object& merged, Object& pruned, const std::string& api_version,
                                const FieldSet& managed) const
{
  auto whole = convert(merged, api_version, owned_again);
  auto rest = convert(pruned, api_version, owned_again);
  if (!whole || !rest) return false;
  const auto& type = whole->type;
  const auto all = with_named_fields(to_field_set(*whole->value, type), type);
  const auto kept = with_named_fields(to_field_set(*rest->value, type), type);
  const auto owned = with_named_fields(managed, type);
  pruned = {own(remove_items(*whole->value, difference(all, unite(kept, owned)), type)), api_version, type};
  merged = std::move(*whole);
  return true;
}

}  // namespace kubexx::apiserver::apply
