// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/client/interceptor.hpp"
#include "kubexx/controller/clusters.hpp"
#include "kubexx/controller/controller.hpp"
#include "kubexx/controller/event_channel.hpp"
#include "kubexx/controller/mapper.hpp"
#include "kubexx/controller/predicate.hpp"
#include "kubexx/controller/reconciler.hpp"
#include "kubexx/informer/index.hpp"

namespace kubexx {

class Manager;

/// Every mistake that build() found, one per line.
class BuildError : public std::invalid_argument {
public:
  BuildError(const std::string& controller, std::vector<std::string> mistakes);
  [[nodiscard]] const std::vector<std::string>& mistakes() const noexcept { return mistakes_; }

private:
  std::vector<std::string> mistakes_;
};

/// Describes a controller as a sentence:
/// `manager.controller().for_<Foo>().owns<Deployment>().workers(4).build(reconcile);`
/// Misuse is recorded, and build() reports all of it together. A builder that is destroyed without build() is reported
/// by the manager when it starts. Not thread safe; good for one build().
class ControllerBuilder {
public:
  /// Equals manager.controller().
  [[nodiscard]] explicit ControllerBuilder(Manager& manager);
  ControllerBuilder(ControllerBuilder&&) noexcept;
  ~ControllerBuilder();

  /// The kind that is reconciled; once. Equals watches(type, map_to_itself()), and names the controller.
  ControllerBuilder& for_(ResourceType type, Predicate predicate = {});
  template <Kind T>
  ControllerBuilder& for_(Predicate predicate = {})
  {
    return for_(resource_of<T>(), std::move(predicate));
  }

  /// A kind whose objects the reconciled ones own. Equals watches(type, map_to_owner(the kind of for_, which)).
  ControllerBuilder& owns(ResourceType type, Predicate predicate = {}, Owners which = Owners::controller);
  template <Kind T>
  ControllerBuilder& owns(Predicate predicate = {}, Owners which = Owners::controller)
  {
    return owns(resource_of<T>(), std::move(predicate), which);
  }

  /// A kind whose events queue the keys that `map` returns. Equals controller.watch(manager.cache(type), map,
  /// predicates).
  ControllerBuilder& watches(ResourceType type, Mapper map, Predicate predicate = {});
  template <Kind T>
  ControllerBuilder& watches(Mapper map, Predicate predicate = {})
  {
    return watches(resource_of<T>(), std::move(map), std::move(predicate));
  }

  /// A kind that the reconciler reads, and whose events queue nothing. Equals controller.watch(manager.cache(type),
  /// {}).
  ControllerBuilder& reads(ResourceType type);
  template <Kind T>
  ControllerBuilder& reads()
  {
    return reads(resource_of<T>());
  }

  /// Makes what refers to something findable: CacheReader::by_index(name, value) and map_by_index(name) find the
  /// objects of `type`, which the controller must watch or read, that have `value` at the JSON pointer
  /// ("/spec/secretName"), or for which `values` returns it. Equals controller.index(manager.cache(type), name, …).
  ControllerBuilder& index(ResourceType type, std::string name, std::string pointer);
  ControllerBuilder& index(ResourceType type, std::string name, IndexFunction values);
  template <Kind T>
  ControllerBuilder& index(std::string name, std::string pointer)
  {
    return index(resource_of<T>(), std::move(name), std::move(pointer));
  }
  template <Kind T>
  ControllerBuilder& index(std::string name, TypedIndexFunction<T> values)
  {
    return index(resource_of<T>(), std::move(name), values ? typed_index<T>(std::move(values)) : IndexFunction());
  }

  /// Events from outside the cluster: `map` makes keys of the objects that are sent to the channel. Predicates do not
  /// apply. Equals controller.watch(channel, map).
  ControllerBuilder& watches(EventChannel channel, Mapper map = map_to_itself());
  /// Queues every key of the kind of for_ so often. Equals ControllerOptions::every.
  ControllerBuilder& every(Duration period);

  /// Of the kind that was named last: its objects' metadata alone are watched and kept. Equals CacheUse::metadata_only.
  ControllerBuilder& only_metadata();
  /// Of the kind that was named last: the controller starts without it if the API server does not have it, and gets its
  /// objects when its CRD is installed. Equals Presence::optional.
  ControllerBuilder& optional();

  /// Of what was named last: in which of the manager's clusters a kind is watched, or what writes and its likes declare
  /// is done. Default: where the kind of for_ is, and that is in the manager's own. Keys are of the object's cluster
  /// (but see Mapper::to_own_cluster); a reconcile reads and writes in the cluster of its key, and elsewhere with
  /// Context::in.
  ControllerBuilder& in_clusters(Clusters which);

  /// What the reconciler writes, for Manager::permissions and --print-rbac: declaring it changes nothing else.
  /// Finalizers are written with Verb::patch. What owner references need is known from owns.
  ControllerBuilder& writes(ResourceType type, std::set<Verb> verbs);
  template <Kind T>
  ControllerBuilder& writes(std::set<Verb> verbs)
  {
    return writes(resource_of<T>(), std::move(verbs));
  }
  ControllerBuilder& writes_status(ResourceType type, std::set<Verb> verbs = {Verb::patch});
  template <Kind T>
  ControllerBuilder& writes_status(std::set<Verb> verbs = {Verb::patch})
  {
    return writes_status(resource_of<T>(), std::move(verbs));
  }
  /// What the reconciler reads with Context::client, past the caches: get, list or watch.
  ControllerBuilder& uses_client(ResourceType type, std::set<Verb> verbs);
  template <Kind T>
  ControllerBuilder& uses_client(std::set<Verb> verbs)
  {
    return uses_client(resource_of<T>(), std::move(verbs));
  }
  /// The reconciler records events.
  ControllerBuilder& writes_events();

  /// Filters the events of every kind, before the kind's own predicate. May be called again: all must pass.
  ControllerBuilder& with_predicate(Predicate predicate);
  /// ControllerOptions::name. Default: the kind of for_ in lower case. Unique in a manager.
  ControllerBuilder& named(std::string name);
  /// ControllerOptions::workers. Default: ManagerOptions::workers.
  ControllerBuilder& workers(std::size_t count);
  /// ControllerOptions::limiter; a RetryPolicy will do.
  ControllerBuilder& rate_limiter(RateLimiter<Request> limiter);
  /// ControllerOptions::reconcile_timeout.
  ControllerBuilder& reconcile_timeout(Duration timeout);
  /// ControllerOptions::stuck_after.
  ControllerBuilder& stuck_after(Duration time);
  /// The controller works on every replica, whoever leads. Equals ControllerOptions::needs_leader = false.
  ControllerBuilder& on_every_replica();
  /// ControllerOptions::cancel_superseded.
  ControllerBuilder& cancel_superseded();
  /// Keys whose reconciles trigger each other are neither reported nor held back. Equals
  /// ControllerOptions::hot_loop_guard = false.
  ControllerBuilder& without_hot_loop_guard();
  /// ControllerOptions::max_retries and on_give_up.
  ControllerBuilder& max_retries(std::uint32_t count, Reconciler on_give_up = {});
  /// ControllerOptions::priorities.
  ControllerBuilder& prioritize(PriorityOptions<Request> how = {});
  /// The same with a turn for each namespace of each cluster, so that a busy one does not make the others wait.
  ControllerBuilder& fair_by_namespace();
  /// ControllerOptions::queue_observer.
  ControllerBuilder& queue_observer(QueueObserver<Request> observer);

  /// Makes the controller and gives it to the manager, which starts and stops it. Equals manager.add(Controller(…)).
  /// Throws BuildError.
  Controller build(Reconciler reconciler);

private:
  struct Plan;
  std::unique_ptr<Plan> plan_;
};

}  // namespace kubexx
