// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/context.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "context/api_calls.hpp"
#include "context/controller_services.hpp"
#include "context/stop_link.hpp"
#include "kubexx/apimachinery/error.hpp"
#include "reconcile/request_log.hpp"
#include "reconcile/triggers.hpp"

namespace kubexx {

namespace triggers {

std::vector<std::string> describe(std::uint32_t bits, const std::vector<std::string>& watches)
{
  std::vector<std::string> texts;
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    const std::string kind = slot + 1 == kSlots && watches.size() > kSlots ? "another watched kind"
                             : slot < watches.size()                       ? watches[slot]
                                                                           : "unknown kind";
    if ((bits & of(slot, Event::added)) != 0) texts.push_back(kind + " added");
    if ((bits & of(slot, Event::updated)) != 0) texts.push_back(kind + " updated");
    if ((bits & of(slot, Event::deleted)) != 0) texts.push_back(kind + " deleted");
  }
  if ((bits & kFirstList) != 0) texts.emplace_back("first list");
  if ((bits & kRetry) != 0) texts.emplace_back("retry");
  if ((bits & kRequeue) != 0) texts.emplace_back("requeue after a delay");
  if ((bits & kEnqueued) != 0) texts.emplace_back("enqueued");
  if ((bits & kPeriodic) != 0) texts.emplace_back("periodic");
  if ((bits & kChannel) != 0) texts.emplace_back("event channel");
  return texts;
}

std::string text(std::uint32_t bits, const std::vector<std::string>& watches)
{
  std::string joined;
  for (const auto& one : describe(bits, watches)) joined += (joined.empty() ? "" : ", ") + one;
  return joined;
}

}  // namespace triggers

Context::Context(std::shared_ptr<ControllerServices> services, std::shared_ptr<const ClusterAccess> access,
                 Request request, std::uint32_t triggers, Attempt attempt)
    : CacheReader(std::move(services), request.cluster),
      access_(std::move(access)),
      request_(std::move(request)),
      triggers_(triggers),
      attempt_(std::move(attempt))
{
}
Context::~Context() = default;

Context Context::in(std::string cluster) const
{
  auto access = services()->cluster(cluster);
  if (!access) {
    throw NoSuchCluster("controller '" + services()->controller + "': there is no cluster '" + cluster +
                        "' (Manager::add_cluster)");
  }
  (void)reconcile_id();
  return Context(services(), std::move(access), Request(std::move(cluster), request_.key()), triggers_, attempt_);
}

const Log& Context::log() const
{
  if (!log_) {
    log_ = with_request(services()->log, request_).with({{"reconcile_id", reconcile_id()}});
  }
  return *log_;
}

const std::string& Context::reconcile_id() const
{
  if (attempt_.id.empty()) {
    attempt_.id = services()->client.runtime().random->uuid();
    if (attempt_.calls) attempt_.calls->set_id(attempt_.id);
  }
  return attempt_.id;
}

std::vector<std::string> Context::triggers() const
{
  return triggers::describe(triggers_, services()->watches());
}

void Context::check_whole(const ResourceType& type) const
{
  if (keeps_whole(type)) return;
  throw std::logic_error("create_or_update of " + type.kind + ": the cache of " + type.group_resource() +
                         " keeps only a part of each object, so the changes cannot be computed: watch full objects "
                         "(without KindOptions::metadata_only and InformerOptions::transform)");
}

void Context::check_same_key(const ResourceType& type, const ObjectKey& before, const ObjectKey& after)
{
  if (before == after) return;
  throw std::invalid_argument("create_or_update of " + type.kind + " \"" + before.to_string() +
                              "\": its function changed the name to \"" + after.to_string() + "\"");
}

bool Context::known_absent(const ResourceType& type, const ObjectKey& key) const
{
  const std::optional<KindCache> cache = services()->find(type, cluster());
  return cache && cache->holds_all() && key.namespace_.empty() != type.namespaced() && !key.name.empty() &&
         cache->informer().is_watched(key.namespace_) && cache->synced(key.namespace_) &&
         !cache->informer().store().get(key);
}

bool Context::remove_if_exists(const ResourceType& type, const ObjectKey& key, const DeleteOptions& options) const
{
  if (known_absent(type, key)) return false;
  try {
    client().delete_(type, key, options);
  } catch (const ApiError& error) {
    if (!is_not_found(error)) throw;
    return false;
  }
  return true;
}

std::unique_ptr<const Context> Context::copy() const
{
  (void)reconcile_id();
  return std::make_unique<const Context>(services(), access_, request_, triggers_, attempt_);
}

awaitable<bool> Context::async_remove_if_exists(ResourceType type, ObjectKey key, DeleteOptions options) const
{
  return remove_later(copy(), std::move(type), std::move(key), std::move(options));
}

awaitable<bool> Context::remove_later(std::unique_ptr<const Context> self, ResourceType type, ObjectKey key,
                                      DeleteOptions options)
{
  if (self->known_absent(type, key)) co_return false;
  try {
    co_await self->client().async_delete(std::move(type), std::move(key), std::move(options));
  } catch (const ApiError& error) {
    if (!is_not_found(error)) throw;
    co_return false;
  }
  co_return true;
}

Time Context::now() const
{
  return Time(std::chrono::floor<std::chrono::seconds>(services()->client.runtime().clock->wall_now()));
}

const Client& Context::client() const
{
  if (!client_) {
    client_ = attempt_.calls ? attempt_.calls->noting(access_, services(), cluster(), attempt_.stop)
                             : access_->client.with_interceptor(make_stop_link(attempt_.stop));
  }
  return *client_;
}

const EventRecorder& Context::events() const noexcept
{
  return access_->events;
}

bool detail::has_finalizer(const ObjectMeta& metadata, std::string_view name)
{
  return std::ranges::find(metadata.finalizers, name) != metadata.finalizers.end();
}

void detail::check_unchanged(bool changed, std::string_view finalizer)
{
  if (!changed) return;
  throw std::logic_error(
      "the finalizer " + std::string(finalizer) +
      " is written in its own request: write it before you change the object, or write the changes first. An "
      "object that was not found counts as changed");
}

const char* to_string(OperationResult result) noexcept
{
  switch (result) {
    case OperationResult::created:
      return "created";
    case OperationResult::updated:
      return "updated";
    case OperationResult::unchanged:
      break;
  }
  return "unchanged";
}

}  // namespace kubexx
