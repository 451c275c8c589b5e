#include "@FILE@_reconciler.hpp"

#include <chrono>
#include <exception>
#include <kubexx/types/core/v1/config_map.hpp>
#include <set>
#include <string>

#include "@FILE@.hpp"

namespace @SPACE@ {
namespace {

using namespace std::chrono_literals;
using kubexx::Context;
using kubexx::ObjectKey;
using kubexx::Result;
using kubexx::Verb;
using kubexx::corev1::ConfigMap;
using Object = kubexx::Typed<@KIND@>;

constexpr auto kFinalizer = "@GROUP@/clean-up";

// Called when the object is deleted, and possibly again after a crash, so it must succeed if everything is released.
// It need not delete the ConfigMaps: the garbage collector deletes the objects that this object owns, and no others.
void clean_up(const Context& context)
{
  context.log().info("release the external resources of the object here");
}

@if cluster@
std::string namespace_of(const Object& object)
{
  return object->spec.targetNamespace;
}
@else@
std::string namespace_of(const Object& object)
{
  return object->metadata.namespace_;
}
@end@

// The kind is part of the names, so that objects of two kinds can have the same name.
std::set<ObjectKey> wanted_copies(const Object& object)
{
  const std::string prefix = object->metadata.name + "-@SINGULAR@-";
  std::set<ObjectKey> copies;
  for (int number = 1; number <= object->spec.copies.value_or(1); ++number) {
    copies.insert({namespace_of(object), prefix + std::to_string(number)});
  }
  return copies;
}

enum class Outcome { written, taken, ending };

Outcome write_copy(const Context& context, const Object& object, const ObjectKey& key)
{
  const auto current = context.get<ConfigMap>(key);
  if (current && !kubexx::is_controlled_by(current.origin(), object.origin())) return Outcome::taken;
  if (current.is_deleting()) return Outcome::ending;  // its deletion triggers the next reconcile
  context.create_or_update<ConfigMap>(key, [&](ConfigMap& copy) {
    copy.data["text"] = object->spec.text;
    context.own(object, copy);
  });
  return Outcome::written;
}

kubexx::Condition readiness(bool ready, const std::string& reason, const std::string& message)
{
  kubexx::Condition condition;
  condition.type = "Ready";
  condition.status = ready ? "True" : "False";
  condition.reason = reason;
  condition.message = message;
  return condition;
}

kubexx::Condition write_copies(const Context& context, Object& object)
{
  const auto wanted = wanted_copies(object);
  object->status.copies = 0;
  for (const auto& copy : context.owned<ConfigMap>(object)) {
    if (!wanted.contains(copy.key()) && !copy.is_deleting()) copy.remove();
  }
  std::string taken, ending;
  for (const auto& key : wanted) {
    const Outcome outcome = write_copy(context, object, key);
    if (outcome == Outcome::written) ++object->status.copies;
    if (outcome == Outcome::taken) taken += " " + key.name;
    if (outcome == Outcome::ending) ending += " " + key.name;
  }
  if (!taken.empty()) return readiness(false, "NameTaken", "these ConfigMaps belong to others:" + taken);
  if (!ending.empty()) return readiness(false, "Waiting", "these ConfigMaps are being deleted:" + ending);
  return readiness(true, "Copied", "all ConfigMaps have the text");
}

// Whether users must change something before the API server accepts the request.
bool is_rejected(const kubexx::ApiError& error)
{
  return kubexx::is_forbidden(error) || kubexx::is_invalid(error) || error.status().kind == "namespaces";
}

// Changes the cluster to the state in the spec, from any state. The request has the name of the object, but no event.
// Exceptions are logged, and the reconcile is retried with backoff.
Result reconcile(Context& context, const kubexx::Request& request)
{
  auto object = context.get<@KIND@>(request);
  if (!object) return Result::done();
  if (!kubexx::finalize(context, object, kFinalizer, [&] { clean_up(context); })) return Result::done();

  kubexx::Condition ready;
  std::exception_ptr failure;
  try {
    ready = write_copies(context, object);
  } catch (const kubexx::ApiError& error) {
    if (!is_rejected(error)) throw;
    ready = readiness(false, "Rejected", error.what());
    failure = std::current_exception();
  }
  object->status.observedGeneration = object->metadata.generation;
  const bool changed = context.set_condition(object, ready);
  object.patch_status();
  if (changed && ready.status == "True") context.events().normal(object, ready.reason, ready.message);
  if (changed && ready.status == "False") context.events().warning(object, ready.reason, ready.message);
  if (failure) std::rethrow_exception(failure);
  // The builder watches only ConfigMaps that the object owns, so no event reports that a name is free.
  return ready.reason == "NameTaken" ? Result::requeue_after(10s) : Result::done();
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
