#include "@FILE@_reconciler.hpp"

#include <algorithm>
#include <kubexx/types/core/v1/config_map.hpp>
#include <set>
#include <string>

#include "@FILE@.hpp"

namespace @SPACE@ {
namespace {

using kubexx::Context;
using kubexx::Result;
using kubexx::Typed;
using kubexx::Verb;
using kubexx::corev1::ConfigMap;

constexpr auto kFinalizer = "@GROUP@/clean-up";

// Called when the object is deleted, and possibly again after a crash, so it must succeed if everything is released.
// It need not delete the ConfigMaps: the garbage collector deletes the objects that this object owns.
void clean_up(const Context& context)
{
  context.log().info("release the external resources of the object here");
}

std::set<std::string> wanted_names(const Typed<@KIND@>& object)
{
  std::set<std::string> names;
  for (int number = 1; number <= object->spec.copies.value_or(1); ++number) {
    names.insert(object->metadata.name + "-" + std::to_string(number));
  }
  return names;
}

// Returns false if a ConfigMap with that name exists and does not belong to the object.
bool write_copy(const Context& context, const Typed<@KIND@>& object, const std::string& name)
{
@if cluster@
  const kubexx::ObjectKey key{object->spec.targetNamespace, name};
@else@
  const kubexx::ObjectKey key{object->metadata.namespace_, name};
@end@
  const auto current = context.get<ConfigMap>(key);
  if (current && !kubexx::is_controlled_by(current.origin(), object.origin())) return false;
  context.create_or_update<ConfigMap>(key, [&](ConfigMap& copy) {
    copy.data["text"] = object->spec.text;
    context.own(object, copy);
  });
  return true;
}

kubexx::Condition write_copies(const Context& context, Typed<@KIND@>& object)
{
  const auto names = wanted_names(object);
  for (const auto& copy : context.owned<ConfigMap>(object)) {
@if cluster@
    const bool wanted = copy->metadata.namespace_ == object->spec.targetNamespace && names.contains(copy->metadata.name);
    if (!wanted) copy.remove();
@else@
    if (!names.contains(copy->metadata.name)) copy.remove();
@end@
  }
  std::string taken;
  object->status.copies = 0;
  for (const auto& name : names) {
    if (write_copy(context, object, name)) {
      ++object->status.copies;
    } else {
      taken += (taken.empty() ? "" : ", ") + name;
    }
  }
  kubexx::Condition ready;
  ready.type = "Ready";
  ready.status = taken.empty() ? "True" : "False";
  ready.reason = taken.empty() ? "Copied" : "NameTaken";
  ready.message = taken.empty() ? "all ConfigMaps have the text" : "these ConfigMaps belong to others: " + taken;
  return ready;
}

// Changes the cluster to the state in the spec, from any state. The request has the name of the object, but no event.
// Exceptions are logged, and the reconcile is retried with backoff.
Result reconcile(Context& context, const kubexx::Request& request)
{
  auto object = context.get<@KIND@>(request);
  if (!object) return Result::done();
  if (!kubexx::finalize(context, object, kFinalizer, [&] { clean_up(context); })) return Result::done();

  const kubexx::Condition ready = write_copies(context, object);
  object->status.observedGeneration = object->metadata.generation;
  const bool changed = context.set_condition(object, ready);
  object.patch_status();
  if (changed && ready.status == "True") context.events().normal(object, ready.reason, ready.message);
  if (changed && ready.status == "False") context.events().warning(object, ready.reason, ready.message);
  return Result::done();
}

}  // namespace

void add_@FILE@_controller(kubexx::Manager& manager)
{
  manager.controller()
      .for_<@KIND@>()
      .owns<ConfigMap>()
      // The writes of the reconciler: --print-rbac prints the role for them, and the tests fail for other writes.
      .writes<@KIND@>({Verb::patch})  // the finalizer
      .writes_status<@KIND@>()
      .writes<ConfigMap>({Verb::create, Verb::patch, Verb::delete_})
      .writes_events()
      .build(reconcile);
}

}  // namespace @SPACE@
