// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "kubexx/apimachinery/described_kind.hpp"
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

/// How a controller watches one kind.
struct KindOptions {
  Predicate predicate = {};    ///< filters the events of this kind
  bool metadata_only = false;  ///< watch and cache only the objects' metadata: CacheUse::metadata_only
  /// Start the controller even if the API server does not have the kind; its objects arrive when the CRD is installed:
  /// Presence::optional.
  bool optional = false;
  /// The manager's clusters in which to watch the kind. Default: the clusters of the for_ kind, and for that kind the
  /// manager's own. A key names the cluster of its object (but see Mapper::to_own_cluster). A reconcile reads and
  /// writes in the cluster of its key, and in others with Context::in.
  std::optional<Clusters> clusters = {};
};

/// Describes a controller and builds it.
///
///     manager.controller().for_<Foo>().owns<Deployment>().workers(4).build(reconcile);
///
/// Mistakes are recorded, and build() reports all of them together. A builder that is destroyed without build() is
/// reported by the manager when it starts. Not thread safe; build() may be called once.
class ControllerBuilder {
public:
  /// Equals manager.controller().
  [[nodiscard]] explicit ControllerBuilder(Manager& manager);
  ControllerBuilder(ControllerBuilder&&) noexcept;
  ~ControllerBuilder();

  /// Names the struct of a kind that the controller uses, so that a test can compare it with the kind's CRD. The forms
  /// with a type argument, such as for_<T>(), do so by themselves.
  ControllerBuilder& describes(const DescribedKind& kind);

  /// Accepts the argument `{}`, which would be ambiguous: it fits both KindOptions and Predicate.
  enum class NoOptions {};

  /// Sets the kind that the controller reconciles; may be called once. Equals watches(type, map_to_itself(), options),
  /// and names the controller.
  ControllerBuilder& for_(ResourceType type, KindOptions options = {});
  template <Kind T>
  ControllerBuilder& for_(KindOptions options = {})
  {
    describe<T>();
    return for_(resource_of<T>(), std::move(options));
  }
  ControllerBuilder& for_(ResourceType type, Predicate predicate)
  {
    return for_(std::move(type), KindOptions{.predicate = std::move(predicate)});
  }
  template <Kind T>
  ControllerBuilder& for_(Predicate predicate)
  {
    describe<T>();
    return for_(resource_of<T>(), std::move(predicate));
  }
  ControllerBuilder& for_(ResourceType type, NoOptions /*none*/) { return for_(std::move(type)); }
  template <Kind T>
  ControllerBuilder& for_(NoOptions /*none*/)
  {
    describe<T>();
    return for_(resource_of<T>());
  }

  /// Adds a kind whose objects the reconciled objects own: `owns<Job>({.metadata_only = true})`. Equals
  /// watches(type, map_to_owner(the kind of for_, which), options).
  ControllerBuilder& owns(ResourceType type, KindOptions options = {}, Owners which = Owners::controller);
  template <Kind T>
  ControllerBuilder& owns(KindOptions options = {}, Owners which = Owners::controller)
  {
    describe<T>();
    return owns(resource_of<T>(), std::move(options), which);
  }
  ControllerBuilder& owns(ResourceType type, Predicate predicate, Owners which = Owners::controller)
  {
    return owns(std::move(type), KindOptions{.predicate = std::move(predicate)}, which);
  }
  template <Kind T>
  ControllerBuilder& owns(Predicate predicate, Owners which = Owners::controller)
  {
    describe<T>();
    return owns(resource_of<T>(), std::move(predicate), which);
  }
  ControllerBuilder& owns(ResourceType type, NoOptions /*none*/, Owners which = Owners::controller)
  {
    return owns(std::move(type), KindOptions(), which);
  }
  template <Kind T>
  ControllerBuilder& owns(NoOptions /*none*/, Owners which = Owners::controller)
  {
    describe<T>();
    return owns(resource_of<T>(), KindOptions(), which);
  }

  /// Adds a kind whose events enqueue the keys that `map` returns. Equals controller.watch(manager.cache(type), map,
  /// predicates).
  ControllerBuilder& watches(ResourceType type, Mapper map, KindOptions options = {});
  template <Kind T>
  ControllerBuilder& watches(Mapper map, KindOptions options = {})
  {
    describe<T>();
    return watches(resource_of<T>(), std::move(map), std::move(options));
  }
  ControllerBuilder& watches(ResourceType type, Mapper map, Predicate predicate)
  {
    return watches(std::move(type), std::move(map), KindOptions{.predicate = std::move(predicate)});
  }
  template <Kind T>
  ControllerBuilder& watches(Mapper map, Predicate predicate)
  {
    describe<T>();
    return watches(resource_of<T>(), std::move(map), std::move(predicate));
  }
  ControllerBuilder& watches(ResourceType type, Mapper map, NoOptions /*none*/)
  {
    return watches(std::move(type), std::move(map));
  }
  template <Kind T>
  ControllerBuilder& watches(Mapper map, NoOptions /*none*/)
  {
    describe<T>();
    return watches(resource_of<T>(), std::move(map));
  }

  /// Adds a kind that the reconciler reads and whose events enqueue nothing; it takes no predicate. Equals
  /// controller.watch(manager.cache(type), {}).
  ControllerBuilder& reads(ResourceType type, KindOptions options = {});
  template <Kind T>
  ControllerBuilder& reads(KindOptions options = {})
  {
    describe<T>();
    return reads(resource_of<T>(), std::move(options));
  }

  /// Indexes the objects of `type`, which the controller must watch or read, e.g. by what they refer to:
  /// CacheReader::by_index(name, value) and map_by_index(name) find the objects that have `value` at the JSON pointer
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

  /// Adds events from outside the cluster: `map` returns the keys for the objects that are sent to the channel.
  /// Predicates do not apply. Equals controller.watch(channel, map).
  ControllerBuilder& watches(EventChannel channel, Mapper map = map_to_itself());
  /// Enqueues every object of the for_ kind once per `period` (resync). Equals ControllerOptions::every.
  ControllerBuilder& every(Duration period);

  /// Declares what the reconciler writes, for Manager::permissions and --print-rbac; it has no other effect. Finalizers
  /// need Verb::patch. The permissions for owner references follow from owns(). `clusters`: where it writes; default:
  /// the clusters of the for_ kind.
  ControllerBuilder& writes(ResourceType type, std::set<Verb> verbs, std::optional<Clusters> clusters = {});
  template <Kind T>
  ControllerBuilder& writes(std::set<Verb> verbs, std::optional<Clusters> clusters = {})
  {
    describe<T>();
    return writes(resource_of<T>(), std::move(verbs), std::move(clusters));
  }
  /// Likewise, for the status of objects.
  ControllerBuilder& writes_status(ResourceType type, std::set<Verb> verbs = {Verb::patch},
                                   std::optional<Clusters> clusters = {});
  template <Kind T>
  ControllerBuilder& writes_status(std::set<Verb> verbs = {Verb::patch}, std::optional<Clusters> clusters = {})
  {
    describe<T>();
    return writes_status(resource_of<T>(), std::move(verbs), std::move(clusters));
  }
  /// Declares what the reconciler reads with Context::client instead of its caches: get, list or watch.
  ControllerBuilder& uses_client(ResourceType type, std::set<Verb> verbs, std::optional<Clusters> clusters = {});
  template <Kind T>
  ControllerBuilder& uses_client(std::set<Verb> verbs, std::optional<Clusters> clusters = {})
  {
    describe<T>();
    return uses_client(resource_of<T>(), std::move(verbs), std::move(clusters));
  }
  /// Declares that the reconciler records events.
  ControllerBuilder& writes_events(std::optional<Clusters> clusters = {});

  /// Filters the events of every kind, before the kind's own predicate. May be called again: all must pass.
  ControllerBuilder& with_predicate(Predicate predicate);
  /// Sets ControllerOptions::name. Default: the for_ kind in lower case. Unique in a manager.
  ControllerBuilder& named(std::string name);
  /// Sets ControllerOptions::workers. Default: ManagerOptions::workers.
  ControllerBuilder& workers(std::size_t count);
  /// Sets ControllerOptions::limiter. A RetryPolicy converts to it.
  ControllerBuilder& rate_limiter(RateLimiter<Request> limiter);
  /// Sets ControllerOptions::reconcile_timeout.
  ControllerBuilder& reconcile_timeout(Duration timeout);
  /// Sets ControllerOptions::stuck_after.
  ControllerBuilder& stuck_after(Duration time);
  /// The controller works on every replica, not only on the leader. Equals ControllerOptions::needs_leader = false.
  ControllerBuilder& on_every_replica();
  /// Sets ControllerOptions::cancel_superseded.
  ControllerBuilder& cancel_superseded();
  /// Keys whose reconciles trigger each other are neither reported nor held back. Equals
  /// ControllerOptions::hot_loop_guard = false.
  ControllerBuilder& without_hot_loop_guard();
  /// Sets ControllerOptions::max_retries and ControllerOptions::on_give_up.
  ControllerBuilder& max_retries(std::uint32_t count, Reconciler on_give_up = {});
  /// Sets ControllerOptions::priorities.
  ControllerBuilder& prioritize(PriorityOptions<Request> how = {});
  /// Likewise, with turns for each namespace of each cluster, so that a busy namespace does not delay the others.
  ControllerBuilder& fair_by_namespace();
  /// Sets ControllerOptions::queue_observer.
  ControllerBuilder& queue_observer(QueueObserver<Request> observer);

  /// Creates the controller and adds it to the manager, which starts and stops it. Equals manager.add(Controller(…)).
  /// Throws BuildError.
  Controller build(Reconciler reconciler);

private:
  template <Kind T>
  void describe()
  {
    if constexpr (Described<T>) describes(described_kind<T>());
  }

  struct Plan;
  std::unique_ptr<Plan> plan_;
};

}  // namespace kubexx
