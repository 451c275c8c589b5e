// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/context.hpp"

#include <algorithm>

#include "causes.hpp"
#include "context_services.hpp"
#include "stop_link.hpp"

namespace kubexx {

namespace causes {

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
  return texts;
}

}  // namespace causes

Context::Context(std::shared_ptr<Services> services, Request request, std::uint32_t causes, std::stop_token stop)
    : services_(std::move(services)), request_(std::move(request)), causes_(causes), stop_(std::move(stop))
{
}
Context::~Context() = default;

const Log& Context::log() const
{
  if (!log_) {
    const Log& base = services_->client.runtime().log;
    log_ = request_.cluster.empty() ? base.with({{"controller", services_->controller},
                                                 {"namespace", request_.namespace_},
                                                 {"name", request_.name},
                                                 {"reconcile_id", reconcile_id()}})
                                    : base.with({{"controller", services_->controller},
                                                 {"cluster", request_.cluster},
                                                 {"namespace", request_.namespace_},
                                                 {"name", request_.name},
                                                 {"reconcile_id", reconcile_id()}});
  }
  return *log_;
}

const std::string& Context::reconcile_id() const
{
  if (id_.empty()) id_ = services_->client.runtime().random->uuid();
  return id_;
}

std::vector<std::string> Context::causes() const
{
  return causes::describe(causes_, services_->watches);
}

namespace {

const KindCache& find(const std::vector<KindCache>& caches, const ResourceType& type, const std::string& controller)
{
  const auto found =
      std::find_if(caches.begin(), caches.end(), [&](const KindCache& cache) { return cache.type() == type; });
  if (found != caches.end()) return *found;
  throw NotWatched("controller '" + controller + "' reads " + type.group_resource() + " (" + type.api_version() +
                   ") from its cache and does not watch it: add owns<" + type.kind + ">(), watches<" + type.kind +
                   ">(…) or reads<" + type.kind + ">() to its builder, or ask the API server with client()");
}

}  // namespace

Object Context::get(const ResourceType& type, const ObjectKey& key) const
{
  return find(services_->caches, type, services_->controller).get(key);
}

ObjectSnapshot Context::list(const ResourceType& type, std::string_view namespace_) const
{
  return find(services_->caches, type, services_->controller).list(namespace_);
}

const Client& Context::client() const
{
  if (!client_) client_ = services_->client.with_interceptor(make_stop_link(stop_));
  return *client_;
}

const EventRecorder& Context::events() const noexcept
{
  return services_->events;
}

}  // namespace kubexx
