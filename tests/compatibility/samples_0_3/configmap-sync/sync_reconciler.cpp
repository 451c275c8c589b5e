// SPDX-License-Identifier: Apache-2.0
#include "sync_reconciler.hpp"

#include <algorithm>
#include <exception>
#include <map>
#include <string>
#include <vector>

#include "config_map_sync.hpp"

namespace configmap_sync {

using namespace kubexx;

namespace {

constexpr auto kFinalizer = "example.com/release-source";
constexpr auto kInUse = "example.com/in-use";
constexpr auto kCopy = "example.com/copy";

bool is_target(const Typed<ConfigMapSync>& sync, const std::string& name)
{
  const auto& targets = sync->spec.targets;
  return std::find(targets.begin(), targets.end(), name) != targets.end();
}

// The ConfigMaps that the ConfigMapSync owns. The selector is applied before anything is decoded.
std::vector<Typed<ConfigMap>> copies_of(const Context& ctx, const Typed<ConfigMapSync>& sync)
{
  const auto selector = LabelSelector::parse(std::string(kCopy) + "=true");
  auto copies = ctx.list<ConfigMap>(sync->metadata.namespace_, selector);
  std::erase_if(copies, [&](const auto& copy) { return !is_controlled_by(copy.origin(), sync.origin()); });
  return copies;
}

Condition ready(const char* status, const char* reason, std::string message)
{
  Condition condition;
  condition.type = "Ready";
  condition.status = status;
  condition.reason = reason;
  condition.message = std::move(message);
  return condition;
}

bool is_in_use(const Context& ctx, const Typed<ConfigMap>& source)
{
  const auto syncs = ctx.by_index<ConfigMapSync>("source", source->metadata.name, source->metadata.namespace_);
  return std::any_of(syncs.begin(), syncs.end(), [](const auto& sync) { return !sync.is_deleting(); });
}

// Takes the label off each ConfigMap that is nobody's source any more: the source of a ConfigMapSync that is being
// deleted, and the former one of a ConfigMapSync that names another.
awaitable<void> release_sources(const Context* ctx, std::string namespace_)
{
  const auto selector = LabelSelector::parse(std::string(kInUse) + "=true");
  for (auto& source : ctx->list<ConfigMap>(namespace_, selector)) {
    if (is_in_use(*ctx, source)) continue;
    source->metadata.labels.erase(kInUse);
    co_await source.async_patch();
  }
}

// No failure: the cache is behind the API server, and the reconcile is tried again at once.
bool is_outdated(const ApiError& error)
{
  return is_conflict(error) || is_already_exists(error);
}

class SyncReconciler {
public:
  explicit SyncReconciler(SyncOptions options) : options_(options) {}

  awaitable<Result> reconcile(Context& ctx, Request request)
  {
    auto sync = ctx.get<ConfigMapSync>(request);
    if (!sync) co_return Result::done();

    const auto release = [&] { return release_sources(&ctx, sync->metadata.namespace_); };
    const bool lives = co_await async_finalize(ctx, sync, kFinalizer, release);
    if (!lives) co_return Result::done();

    Condition condition;
    std::exception_ptr failure;
    try {
      condition = co_await copy(ctx, sync, failure);
    } catch (const ApiError& error) {
      if (is_outdated(error)) throw;
      condition = ready("False", "Refused", error.what());
      failure = std::current_exception();
    }
    const bool changed = ctx.set_condition(sync, condition);
    co_await sync.async_patch_status();
    if (changed && condition.status == "True") ctx.events().normal(sync, condition.reason, condition.message);
    if (changed && condition.status == "False") ctx.events().warning(sync, condition.reason, condition.message);
    if (failure) std::rethrow_exception(failure);
    co_return Result::done();
  }

private:
  // `failure`: what a target was refused with.
  awaitable<Condition> copy(Context& ctx, Typed<ConfigMapSync>& sync, std::exception_ptr& failure)
  {
    co_await release_sources(&ctx, sync->metadata.namespace_);
    for (const auto& stale : copies_of(ctx, sync)) {
      if (!is_target(sync, stale->metadata.name)) co_await stale.async_remove();
    }
    const std::string& name = sync->spec.source;
    if (is_target(sync, name)) co_return ready("False", "InvalidSpec", "the source is one of its targets");
    auto source = ctx.get<ConfigMap>(ObjectKey{sync->metadata.namespace_, name});
    if (!source) co_return ready("False", "SourceMissing", "there is no ConfigMap " + name);
    if (source.label(kInUse) != "true") {
      source->metadata.labels[kInUse] = "true";
      co_await source.async_patch();
    }

    std::string taken, refused;
    sync->status.copies = 0;
    for (const auto& target : sync->spec.targets) {
      try {
        const bool written = co_await write(ctx, sync, source->data, target);
        if (written) ++sync->status.copies;
        if (!written) taken += (taken.empty() ? "" : ", ") + target;
      } catch (const ApiError& error) {  // the other targets are written all the same
        if (is_outdated(error)) throw;
        refused += (refused.empty() ? "" : "; ") + std::string(error.what());
        failure = std::current_exception();
      }
    }
    if (!refused.empty()) co_return ready("False", "Refused", refused);
    if (!taken.empty()) co_return ready("False", "TargetTaken", "not owned by this ConfigMapSync: " + taken);
    co_return ready("True", "Synced", std::to_string(sync->status.copies) + " copies of " + name);
  }

  // False: somebody else's ConfigMap has that name.
  awaitable<bool> write(Context& ctx, const Typed<ConfigMapSync>& sync, std::map<std::string, std::string> data,
                        std::string name)
  {
    ConfigMap wanted;
    wanted.metadata.name = std::move(name);
    wanted.metadata.labels[kCopy] = "true";
    wanted.data = std::move(data);
    ctx.own(sync, wanted);
    const ObjectKey key{wanted.metadata.namespace_, wanted.metadata.name};
    const auto current = ctx.get<ConfigMap>(key);
    if (current && !is_controlled_by(current.origin(), sync.origin())) co_return false;
    if (options_.server_side_apply) {
      co_await ctx.async_apply(wanted);
      co_return true;
    }
    const auto assign = [&](ConfigMap& copy) {
      copy.metadata.labels[kCopy] = "true";
      copy.metadata.ownerReferences = wanted.metadata.ownerReferences;
      copy.data = wanted.data;
    };
    co_await ctx.async_create_or_update<ConfigMap>(key, assign);
    co_return true;
  }

  const SyncOptions options_;
};

}  // namespace

Controller add_sync_controller(Manager& manager, SyncOptions options)
{
  return manager.controller()
      .for_<ConfigMapSync>()
      .owns<ConfigMap>()
      .index<ConfigMapSync>("source", "/spec/source")
      .watches<ConfigMap>(map_by_index<ConfigMapSync>("source"))
      .writes<ConfigMapSync>({Verb::patch})  // the finalizer
      .writes_status<ConfigMapSync>()
      .writes<ConfigMap>({Verb::create, Verb::patch, Verb::delete_})
      .writes_events()
      .workers(2)
      .build(SyncReconciler(options));
}

}  // namespace configmap_sync
