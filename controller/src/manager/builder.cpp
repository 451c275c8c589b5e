// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/builder.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <utility>

#include "kubexx/apimachinery/well_known_resources.hpp"
#include "manager/manager_impl.hpp"

namespace kubexx {

namespace {

// Each has a coroutine of its own.
constexpr std::size_t kMostWorkers = 100'000;

std::string joined(const std::string& controller, const std::vector<std::string>& mistakes)
{
  std::string text = "controller " + (controller.empty() ? "without a name" : "'" + controller + "'") + ":";
  for (const auto& mistake : mistakes) text += (mistakes.size() == 1 ? " " : "\n  - ") + mistake;
  return text;
}

std::string lower(std::string text)
{
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

std::string shown(const ResourceType& type)
{
  return type.kind.empty() ? "'" + type.plural + "'" : type.kind;
}

}  // namespace

BuildError::BuildError(const std::string& controller, std::vector<std::string> mistakes)
    : std::invalid_argument(joined(controller, mistakes)), mistakes_(std::move(mistakes))
{
}

struct ControllerBuilder::Plan {
  enum class Role { primary, owned, mapped, read };
  struct Watch {
    Role role;
    ResourceType type;
    Mapper map;
    Predicate predicate;
    Owners owners;
    CacheUse use;
    std::optional<Clusters> clusters;  // nullopt: those of for_
  };

  using Index = ClusterWatches::Index;
  struct Declaration {
    Permissions what;
    std::optional<Clusters> clusters = {};  // nullopt: those of for_
  };

  explicit Plan(Manager& owner) : manager(owner) { options.workers = manager.options().workers; }

  Manager& manager;
  ControllerOptions options;
  std::optional<ResourceType> primary;
  std::vector<Watch> watches;
  std::vector<std::pair<EventChannel, Mapper>> channels;
  std::vector<Index> indexes;
  std::vector<Predicate> predicates;
  std::vector<std::string> mistakes;
  std::vector<DescribedKind> described;
  std::vector<Declaration> declarations;  // of what is written, and read past the caches
  bool writes_events = false;
  bool built = false;
  bool told = false;  // build() was called, whatever came of it

  // Of a builder that was destroyed before build().
  void report_unbuilt() const
  {
    const auto owner = of.lock();
    if (told || !owner || std::uncaught_exceptions() > exceptions) return;
    std::string text = options.name.empty() ? std::string() : "'" + options.name + "'";
    if (primary) text += (text.empty() ? "" : " ") + ("of " + shown(*primary));
    owner->note_unbuilt(text.empty() ? "without a kind or a name" : text);
  }

  const std::weak_ptr<Manager::Impl> of = manager.impl_;
  const int exceptions = std::uncaught_exceptions();

  void add(Role role, const char* method, ResourceType type, Mapper map, KindOptions kind,
           Owners owners = Owners::controller)
  {
    if (type.version.empty() || type.kind.empty() || type.plural.empty()) {
      mistakes.push_back(std::string(method) + "(" + shown(type) +
                         "): the resource type needs a version, a kind and a plural");
    }
    const CacheUse use{kind.metadata_only, kind.optional ? Presence::optional : Presence::required};
    watches.push_back(
        {role, std::move(type), std::move(map), std::move(kind.predicate), owners, use, std::move(kind.clusters)});
  }

  void declare(const ResourceType& type, std::set<Verb> verbs, std::optional<Clusters> clusters,
               std::string_view subresource = {})
  {
    auto& declaration = declarations.emplace_back();
    declaration.what.allow(type, std::move(verbs), subresource);
    declaration.clusters = std::move(clusters);
  }

  void check(const Reconciler& reconciler)
  {
    if (built) mistakes.emplace_back("build() was called before: a builder makes one controller");
    if (!reconciler) mistakes.emplace_back("build() needs a reconciler: it got an empty function or pointer");
    const bool events = !channels.empty() || std::any_of(watches.begin(), watches.end(),
                                                         [](const Watch& w) { return w.role != Role::read; });
    if (!events) mistakes.emplace_back("nothing would ever be reconciled: call for_(), or watches() with named()");
    if (manager.has(options.name)) {
      mistakes.emplace_back(
          "the manager already has a controller with that name: metrics and logs could not tell them apart; call "
          "named()");
    }
    if (options.every > Duration::zero() && !primary) {
      mistakes.emplace_back("every() needs for_(): which keys should it enqueue?");
    }
    if (options.name.empty() && !primary) mistakes.emplace_back("without for_() it needs a name: call named()");
    for (const auto& watch : watches) {
      if (watch.role != Role::owned) continue;
      if (!primary) {
        mistakes.push_back("owns(" + shown(watch.type) + ") needs for_(): whose owner references should it look for?");
      } else if (primary->namespaced() && !watch.type.namespaced()) {
        mistakes.push_back("owns(" + shown(watch.type) +
                           "): a cluster-scoped object cannot be owned by the namespaced " + primary->kind);
      }
    }
  }

  [[nodiscard]] const Index* find_index(const ResourceType& type, const std::string& name) const
  {
    const auto found = std::find_if(indexes.begin(), indexes.end(),
                                    [&](const Index& index) { return index.type == type && index.name == name; });
    return found == indexes.end() ? nullptr : &*found;
  }

  void add(Index index)
  {
    const std::string call = "index(" + shown(index.type) + ", \"" + index.name + "\")";
    if (index.name.empty()) mistakes.push_back(call + ": the name is empty");
    if (!index.values && !index.pointer.starts_with('/')) {
      mistakes.push_back(call + ": it needs a function, or a JSON pointer, which begins with /, not \"" +
                         index.pointer + "\"");
    }
    if (find_index(index.type, index.name) != nullptr)
      mistakes.push_back(call + ": an index with that name exists already");
    indexes.push_back(std::move(index));
  }

  void check_indexes()
  {
    const auto has = [&](const ResourceType& type) {
      return std::any_of(watches.begin(), watches.end(), [&](const Watch& watch) { return watch.type == type; });
    };
    for (const auto& index : indexes) {
      if (has(index.type)) continue;
      mistakes.push_back("index(" + shown(index.type) + ", \"" + index.name +
                         "\"): the kind is not watched: add for_, owns, watches or reads for it");
    }
    for (const auto& watch : watches) {
      const auto& use = watch.map.index();
      if (!use || find_index(use->type, use->index) != nullptr) continue;
      mistakes.push_back("watches(" + shown(watch.type) + ", map_by_index(" + shown(use->type) + ", \"" + use->index +
                         "\")): there is no such index: add index<" + use->type.kind + ">(\"" + use->index + "\", …)");
    }
  }

  [[nodiscard]] Mapper mapper_of(Watch& watch) const
  {
    switch (watch.role) {
      case Role::primary:
        return map_to_itself();
      case Role::owned:
        return map_to_owner(*primary, watch.owners);
      case Role::mapped:
        return std::move(watch.map);
      case Role::read:
        break;
    }
    return {};
  }

  void connect(const Controller& controller)
  {
    const auto own =
        std::find_if(watches.begin(), watches.end(), [](const Watch& w) { return w.role == Role::primary; });
    const Clusters usual = own == watches.end() ? Clusters() : own->clusters.value_or(Clusters());
    std::vector<ClusterWatches::Watch> made;
    for (auto& watch : watches) {
      auto all = predicates;
      all.push_back(std::move(watch.predicate));
      made.push_back({watch.type, mapper_of(watch), std::move(all), watch.use, watch.clusters.value_or(usual)});
    }
    for (auto& [channel, map] : channels) controller.watch(channel, std::move(map));
    declare_needed(made, usual);
    if (primary) manager.impl_->note_reconciled(*primary);
    for (const DescribedKind& kind : described) manager.impl_->describe(kind);
    manager.impl_->add(std::make_shared<ClusterWatches>(controller, std::move(made), std::move(indexes)));
  }

  void declare_needed(const std::vector<ClusterWatches::Watch>& made, const Clusters& usual) const
  {
    const auto declare = [this](const ResourceType& type, std::set<Verb> verbs, const Clusters& where,
                                std::string_view subresource = {}) {
      Permissions needed;
      needed.allow(type, std::move(verbs), subresource);
      manager.impl_->declare(needed, where);
    };
    for (std::size_t i = 0; i < made.size(); ++i) {
      declare(made[i].type, {Verb::list, Verb::watch}, made[i].clusters);
      // An owner reference that blocks the owner's deletion (OwnerReferencesPermissionEnforcement).
      if (watches[i].role == Role::owned) declare(*primary, {Verb::update}, made[i].clusters, "finalizers");
    }
    for (const auto& declaration : declarations) {
      manager.impl_->declare(declaration.what, declaration.clusters.value_or(usual));
      manager.impl_->declare(read_for(declaration, made), declaration.clusters.value_or(usual));
    }
  }

  // A patch that replaces a list, as that of a finalizer does, reads the whole object when the cache holds a part of
  // it.
  [[nodiscard]] Permissions read_for(const Declaration& declaration,
                                     const std::vector<ClusterWatches::Watch>& made) const
  {
    const bool any_may_be_a_part = static_cast<bool>(manager.options().configure_informer);
    Permissions needed;
    for (const auto& rule : declaration.what.rules()) {
      if (!rule.verbs.contains(Verb::patch)) continue;
      const std::string_view plural = std::string_view(rule.resource).substr(0, rule.resource.find('/'));
      for (const auto& watch : made) {
        if (watch.type.group != rule.group || watch.type.plural != plural) continue;
        if (any_may_be_a_part || watch.use.metadata_only) needed.allow(watch.type, {Verb::get});
      }
    }
    return needed;
  }

  void check_writes(const char* method, const ResourceType& type, const std::set<Verb>& verbs)
  {
    const bool well = !verbs.empty() && std::all_of(verbs.begin(), verbs.end(), is_write);
    if (!well) {
      mistakes.push_back(std::string(method) + "(" + shown(type) +
                         "): it takes verbs that write: create, update, patch, delete_, delete_collection");
    }
  }
  void check_reads(const char* method, const ResourceType& type, const std::set<Verb>& verbs)
  {
    const bool well = !verbs.empty() && std::all_of(verbs.begin(), verbs.end(), [](Verb verb) {
      return verb == Verb::get || verb == Verb::list || verb == Verb::watch;
    });
    if (!well) {
      mistakes.push_back(std::string(method) + "(" + shown(type) + "): it takes verbs that read: get, list, watch");
    }
  }
};

namespace {

template <class P>
P& of(const std::unique_ptr<P>& plan)
{
  if (!plan) throw std::logic_error("ControllerBuilder: its value was moved to another builder");
  return *plan;
}

}  // namespace

ControllerBuilder::ControllerBuilder(Manager& manager) : plan_(std::make_unique<Plan>(manager)) {}
ControllerBuilder::ControllerBuilder(ControllerBuilder&&) noexcept = default;
ControllerBuilder::~ControllerBuilder()
{
  if (plan_) plan_->report_unbuilt();
}

ControllerBuilder& ControllerBuilder::describes(const DescribedKind& kind)
{
  of(plan_).described.push_back(kind);
  return *this;
}

ControllerBuilder& ControllerBuilder::for_(ResourceType type, KindOptions options)
{
  if (of(plan_).primary) {
    of(plan_).mistakes.push_back("for_(" + shown(type) + "): a controller reconciles one kind, and for_(" +
                                 shown(*of(plan_).primary) + ") was called before; use watches()");
    return *this;
  }
  of(plan_).primary = type;
  of(plan_).add(Plan::Role::primary, "for_", std::move(type), {}, std::move(options));
  return *this;
}

ControllerBuilder& ControllerBuilder::owns(ResourceType type, KindOptions options, Owners which)
{
  of(plan_).add(Plan::Role::owned, "owns", std::move(type), {}, std::move(options), which);
  return *this;
}

ControllerBuilder& ControllerBuilder::watches(ResourceType type, Mapper map, KindOptions options)
{
  if (!map) {
    of(plan_).mistakes.push_back("watches(" + shown(type) +
                                 "): the map function is empty; to read without events, use reads()");
  }
  of(plan_).add(Plan::Role::mapped, "watches", std::move(type), std::move(map), std::move(options));
  return *this;
}

ControllerBuilder& ControllerBuilder::reads(ResourceType type, KindOptions options)
{
  if (options.predicate.on_add || options.predicate.on_update || options.predicate.on_delete) {
    of(plan_).mistakes.push_back("reads(" + shown(type) +
                                 "): its events enqueue nothing, so a predicate has no effect; use watches()");
  }
  of(plan_).add(Plan::Role::read, "reads", std::move(type), {}, std::move(options));
  return *this;
}

ControllerBuilder& ControllerBuilder::index(ResourceType type, std::string name, std::string pointer)
{
  of(plan_).add(Plan::Index{std::move(type), std::move(name), std::move(pointer), {}});
  return *this;
}

ControllerBuilder& ControllerBuilder::index(ResourceType type, std::string name, IndexFunction values)
{
  of(plan_).add(Plan::Index{std::move(type), std::move(name), {}, std::move(values)});
  return *this;
}

ControllerBuilder& ControllerBuilder::watches(EventChannel channel, Mapper map)
{
  if (!map) of(plan_).mistakes.emplace_back("watches(EventChannel): the map function is empty");
  of(plan_).channels.emplace_back(std::move(channel), std::move(map));
  return *this;
}

ControllerBuilder& ControllerBuilder::every(Duration period)
{
  if (period <= Duration::zero()) of(plan_).mistakes.emplace_back("every(): the period must be greater than zero");
  of(plan_).options.every = period;
  return *this;
}

ControllerBuilder& ControllerBuilder::writes(ResourceType type, std::set<Verb> verbs, std::optional<Clusters> clusters)
{
  of(plan_).check_writes("writes", type, verbs);
  of(plan_).declare(type, std::move(verbs), std::move(clusters));
  return *this;
}

ControllerBuilder& ControllerBuilder::writes_status(ResourceType type, std::set<Verb> verbs,
                                                    std::optional<Clusters> clusters)
{
  of(plan_).check_writes("writes_status", type, verbs);
  of(plan_).declare(type, std::move(verbs), std::move(clusters), "status");
  return *this;
}

ControllerBuilder& ControllerBuilder::uses_client(ResourceType type, std::set<Verb> verbs,
                                                  std::optional<Clusters> clusters)
{
  of(plan_).check_reads("uses_client", type, verbs);
  of(plan_).declare(type, std::move(verbs), std::move(clusters));
  return *this;
}

ControllerBuilder& ControllerBuilder::writes_events(std::optional<Clusters> clusters)
{
  of(plan_).declare(resources::events, {Verb::create, Verb::patch}, std::move(clusters));
  of(plan_).writes_events = true;
  return *this;
}

ControllerBuilder& ControllerBuilder::with_predicate(Predicate predicate)
{
  of(plan_).predicates.push_back(std::move(predicate));
  return *this;
}

ControllerBuilder& ControllerBuilder::named(std::string name)
{
  if (name.empty()) of(plan_).mistakes.emplace_back("named(\"\"): the name is empty");
  of(plan_).options.name = std::move(name);
  return *this;
}

ControllerBuilder& ControllerBuilder::workers(std::size_t count)
{
  if (count == 0) of(plan_).mistakes.emplace_back("workers(0): it needs at least one");
  if (count > kMostWorkers) {
    of(plan_).mistakes.emplace_back("workers(): at most " + std::to_string(kMostWorkers) + ", not " +
                                    std::to_string(count) + "; is it the result of a negative number?");
  }
  of(plan_).options.workers = count;
  return *this;
}

ControllerBuilder& ControllerBuilder::rate_limiter(RateLimiter<Request> limiter)
{
  of(plan_).options.limiter = std::move(limiter);
  return *this;
}

ControllerBuilder& ControllerBuilder::reconcile_timeout(Duration timeout)
{
  if (timeout < Duration::zero()) of(plan_).mistakes.emplace_back("reconcile_timeout(): it must not be negative");
  of(plan_).options.reconcile_timeout = timeout;
  return *this;
}

ControllerBuilder& ControllerBuilder::stuck_after(Duration time)
{
  if (time < Duration::zero()) of(plan_).mistakes.emplace_back("stuck_after(): it must not be negative");
  of(plan_).options.stuck_after = time;
  return *this;
}

ControllerBuilder& ControllerBuilder::on_every_replica()
{
  of(plan_).options.needs_leader = false;
  return *this;
}

ControllerBuilder& ControllerBuilder::cancel_superseded()
{
  of(plan_).options.cancel_superseded = true;
  return *this;
}

ControllerBuilder& ControllerBuilder::without_hot_loop_guard()
{
  of(plan_).options.hot_loop_guard = false;
  return *this;
}

ControllerBuilder& ControllerBuilder::max_retries(std::uint32_t count, Reconciler on_give_up)
{
  of(plan_).options.max_retries = count;
  of(plan_).options.on_give_up = std::move(on_give_up);
  return *this;
}

ControllerBuilder& ControllerBuilder::prioritize(PriorityOptions<Request> how)
{
  of(plan_).options.priorities = std::move(how);
  return *this;
}

ControllerBuilder& ControllerBuilder::fair_by_namespace()
{
  PriorityOptions<Request> how = of(plan_).options.priorities.value_or(PriorityOptions<Request>());
  how.group = [](const Request& request) {
    return group_of(request.cluster.empty() ? request.namespace_ : request.cluster + "/" + request.namespace_);
  };
  return prioritize(std::move(how));
}

ControllerBuilder& ControllerBuilder::queue_observer(QueueObserver<Request> observer)
{
  of(plan_).options.queue_observer = std::move(observer);
  return *this;
}

Controller ControllerBuilder::build(Reconciler reconciler)
{
  auto& options = of(plan_).options;
  if (options.name.empty() && of(plan_).primary) options.name = lower(of(plan_).primary->kind);
  of(plan_).check(reconciler);
  of(plan_).check_indexes();
  of(plan_).told = true;
  if (!of(plan_).mistakes.empty()) throw BuildError(options.name, of(plan_).mistakes);
  of(plan_).built = true;
  const Manager& manager = of(plan_).manager;
  const bool leader = options.needs_leader;
  options.recorder = manager.flight_recorder();
  options.hot_loop_events = of(plan_).writes_events;
  const Controller controller(leader ? manager.leader_client() : manager.client(),
                              leader ? manager.leader_events() : manager.events(), std::move(options),
                              std::move(reconciler));
  of(plan_).connect(controller);
  of(plan_).manager.add(controller);
  return controller;
}

}  // namespace kubexx
