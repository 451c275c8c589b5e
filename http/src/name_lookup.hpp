// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "kubexx/base/asio.hpp"
#include "kubexx/http/resolver.hpp"

namespace kubexx::detail {

/// The look-up of a server's name. It may be left behind: it owns everything it touches.
struct NameLookup {
  std::shared_ptr<Resolver> resolver;
  std::string host;
  std::uint16_t port = 0;
  OneShot done;
  std::stop_source stop;
  std::vector<Endpoint> endpoints;
  std::exception_ptr error;

  /// Fires `done` in any case.
  static awaitable<void> run(std::shared_ptr<NameLookup> self)
  {
    try {
      self->endpoints = co_await self->resolver->resolve(self->host, self->port, self->stop.get_token());
    } catch (...) {
      self->error = std::current_exception();
    }
    self->done.fire();
  }

  /// The waiter for `done` continues now.
  void leave()
  {
    stop.request_stop();
    done.fire();
  }
};

}  // namespace kubexx::detail
