// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/webhook_context.hpp"

#include <utility>

#include "context/stop_link.hpp"

namespace kubexx {

WebhookContext::WebhookContext(std::shared_ptr<ControllerServices> services, Call call)
    : CacheReader(std::move(services)), call_(std::move(call))
{
}

WebhookContext::~WebhookContext() = default;

const Client& WebhookContext::client() const
{
  if (!client_) client_ = call_.client.with_interceptor(make_stop_link(call_.stop));
  return *client_;
}

const Log& WebhookContext::log() const
{
  if (!log_) log_ = make_log();
  return *log_;
}

Log WebhookContext::make_log() const
{
  return call_.log.with({{"webhook", call_.webhook}});
}

}  // namespace kubexx
