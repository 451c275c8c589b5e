// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/informer.hpp"

#include <atomic>
#include <utility>

#include "informer_core.hpp"
#include "informer_impl.hpp"
#include "stop_by.hpp"

namespace kubexx {

namespace {

class Registration final : public HandlerRegistration {
public:
  Registration(std::shared_ptr<InformerCore> core, std::shared_ptr<HandlerQueue> queue,
               std::shared_ptr<const void> informer)
      : informer_(std::move(informer)), core_(std::move(core)), queue_(std::move(queue))
  {
  }
  ~Registration() override
  {
    if (!removed_) core_->remove_handler(queue_, true);
  }
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;

  [[nodiscard]] bool has_synced() const override { return queue_->synced().given().value_or(false); }
  [[nodiscard]] awaitable<bool> async_wait_synced(std::stop_token stop) override
  {
    return queue_->synced().wait(std::move(stop));
  }
  [[nodiscard]] std::size_t pending() const override { return queue_->pending(); }
  [[nodiscard]] HandlerStatus status() const override { return queue_->status(); }
  void remove() override
  {
    if (!removed_.exchange(true)) core_->remove_handler(queue_, false);
  }

private:
  const std::shared_ptr<const void> informer_;  // a handle
  const std::shared_ptr<InformerCore> core_;
  const std::shared_ptr<HandlerQueue> queue_;
  std::atomic<bool> removed_ = false;
};

awaitable<void> stop_and_wait(std::shared_ptr<InformerCore> core)
{
  core->request_stop();
  co_await core->wait_ended();
}

}  // namespace

SharedInformer::SharedInformer(Client client, ResourceType type, InformerOptions options)
    : impl_(std::make_shared<Impl>(
          std::make_shared<InformerCore>(std::move(client), std::move(type), std::move(options))))
{
  impl_->core->follow_context();
}

std::unique_ptr<HandlerRegistration> SharedInformer::add_handler(EventHandler handler) const
{
  return std::make_unique<Registration>(impl_->core, impl_->core->add_handler(std::move(handler)), impl_);
}

void SharedInformer::start() const
{
  impl_->core->start();
}

void SharedInformer::request_stop() const
{
  impl_->core->request_stop();
}

awaitable<void> SharedInformer::async_stop() const
{
  return stop_and_wait(impl_->core);
}

bool SharedInformer::stop(SteadyTime deadline) const
{
  request_stop();
  return detail::stop_by(impl_->core->runtime(), deadline, [core = impl_->core] { return stop_and_wait(core); });
}

void SharedInformer::add_namespace(const std::string& namespace_) const
{
  impl_->core->add_namespace(namespace_);
}

void SharedInformer::remove_namespace(std::string_view namespace_) const
{
  impl_->core->remove_namespace(namespace_);
}

Namespaces SharedInformer::namespaces() const
{
  return impl_->core->namespaces();
}

bool SharedInformer::is_watched(std::string_view namespace_) const
{
  return impl_->core->is_watched(namespace_);
}

bool SharedInformer::has_synced() const
{
  return impl_->core->has_synced();
}

bool SharedInformer::has_synced(std::string_view namespace_) const
{
  return impl_->core->has_synced(namespace_);
}

awaitable<bool> SharedInformer::async_wait_synced(std::stop_token stop) const
{
  return impl_->core->synced().wait(std::move(stop));
}

bool SharedInformer::has_ended() const
{
  return impl_->core->has_ended();
}

const Store& SharedInformer::store() const
{
  return impl_->core->store();
}

const ResourceType& SharedInformer::type() const
{
  return impl_->core->type();
}

const InformerOptions& SharedInformer::options() const
{
  return impl_->core->options();
}

const Log& SharedInformer::log() const
{
  return impl_->core->log();
}

void SharedInformer::add_index(std::string name, IndexFunction function) const
{
  const auto core = impl_->core;
  core->add_index(std::move(name), std::move(function));
}

void SharedInformer::wrote(const Object& object) const
{
  const auto core = impl_->core;  // the observer may destroy this handle
  core->wrote(object);
}

void SharedInformer::deleted(const ObjectKey& key, std::string_view uid, std::string_view version) const
{
  const auto core = impl_->core;
  core->deleted(key, uid, version);
}

std::size_t SharedInformer::pending_writes() const
{
  return impl_->core->store().pending_writes();
}

bool SharedInformer::has_index(std::string_view name) const
{
  return impl_->core->store().has_index(name);
}

WatchStatus SharedInformer::status() const
{
  return impl_->core->status();
}

std::vector<HandlerStatus> SharedInformer::handlers() const
{
  return impl_->core->handlers();
}

}  // namespace kubexx
