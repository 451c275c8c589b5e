// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "kubexx/base/clock.hpp"
#include "kubexx/base/log.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/controller/cache_reader.hpp"

namespace kubexx {

/// The environment of one call that the webhook server makes to a handler. It reads the manager's caches (CacheReader:
/// get, list, by_index), of the kinds that the program watches or that Webhooks::reads names. Created for each call,
/// valid until the handler ends, and used by one handler at a time.
///
/// Handlers run on the executor of the webhook server, which is not the runtime's. All members may be used there.
/// A handler must not block: blocking verbs of client() throw std::logic_error, which names the awaitable form. Data
/// that a handler shares with reconcilers or with other threads needs a lock. An object that was read from a cache
/// writes itself back with client().
class WebhookContext : public CacheReader {
public:
  /// The limits of one call and the services that it uses.
  struct Call {
    std::string webhook;  ///< its path
    Client client;
    Log log;
    std::stop_token stop;
    std::optional<SteadyTime> deadline;
  };
  WebhookContext(std::shared_ptr<ControllerServices> services, Call call);
  ~WebhookContext() override;

  /// Uses its own connections. Its calls end when stop_token() is requested.
  [[nodiscard]] const Client& client() const;
  /// Its lines carry the webhook, and in an AdmissionContext the request.
  [[nodiscard]] const Log& log() const override;
  /// The time at which the client stops waiting; nullopt if the request does not name one.
  [[nodiscard]] std::optional<SteadyTime> deadline() const noexcept { return call_.deadline; }
  /// Requested at the deadline, and when the server's drain time is over.
  [[nodiscard]] std::stop_token stop_token() const noexcept { return call_.stop; }

protected:
  [[nodiscard]] const Call& call() const noexcept { return call_; }

private:
  [[nodiscard]] std::optional<Client> writer() const override { return client(); }
  [[nodiscard]] virtual Log make_log() const;

  const Call call_;
  // Created on first use, because most handlers need neither.
  mutable std::optional<Client> client_;
  mutable std::optional<Log> log_;
};

}  // namespace kubexx
