// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>
#include <memory>
#include <string>
#include <utility>

#include "kubexx/client/interceptor.hpp"
#include "kubexx/informer/informer.hpp"
#include "mirror.hpp"
#include "real_server.hpp"
#include "support.hpp"

namespace kubexx::e2e {

/// Counts how the informers list.
class Lists final : public Interceptor {
public:
  awaitable<HttpResponse> intercept(ApiCall call, Next next) override
  {
    if (call.verb == Verb::list) ++paged;
    if (call.request.target.find("sendInitialEvents=true") != std::string::npos) ++streaming;
    co_return co_await next(std::move(call));
  }
  std::atomic<int> paged = 0, streaming = 0;
};

/// An informer and what its handler was told.
struct Follower {
  Follower(const Client& client, const ResourceType& type, InformerOptions options, const std::string& name,
           const std::string& where)
      : mirror(name, where), informer(client, type, std::move(options)), handler(informer.add_handler(mirror.handler()))
  {
    informer.start();
  }
  ~Follower()
  {
    handler.reset();
    asio::co_spawn(runtime().executor, informer.async_stop(), asio::use_future).get();
  }
  Follower(const Follower&) = delete;
  Follower& operator=(const Follower&) = delete;

  [[nodiscard]] bool streams() const { return informer.status().state == WatchState::streaming; }
  [[nodiscard]] bool has(const std::string& truth) const
  {
    return handler->pending() == 0 && informer_test::text_of(informer.store().list()) == truth &&
           mirror.text() == truth;
  }

  informer_test::Mirror mirror;
  SharedInformer informer;
  std::unique_ptr<HandlerRegistration> handler;
};

}  // namespace kubexx::e2e
