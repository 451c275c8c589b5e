// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "kubexx/base/asio.hpp"
#include "kubexx/controller/webhook_authority.hpp"
#include "kubexx/http/tls.hpp"
#include "kubexx/informer/informer.hpp"
#include "webhook/authority_injector.hpp"
#include "webhook/authority_rotation.hpp"
#include "webhook/authority_services.hpp"

namespace kubexx::detail {

/// Keeps the Secret of WebhookAuthorityOptions, serves what it has, and writes its bundle into everything with the
/// mark. Thread safe.
///
/// Who writes: the leader, with clients that are fenced. Two exceptions let a webhook start before there is a leader,
/// and while the leader is an older version that has no webhooks, which would otherwise block a rolling update. A
/// replica that finds no Secret, or one that a manifest has made without data, and has not served one before, writes
/// it. A replica that finds a Secret which cannot be served for half a minute repairs it. Replicas that race cannot
/// disagree: only one create succeeds, every update carries the resourceVersion that was read, and each replica serves
/// only what the Secret has. Only leaders inject, after they have read the Secret anew, so that a stale view does not
/// take a newer authority out.
class WebhookAuthority : public std::enable_shared_from_this<WebhookAuthority> {
public:
  WebhookAuthority(WebhookAuthorityOptions options, AuthorityServices services);

  /// Returns at once. Everything that fails is logged and tried again.
  void start();
  void request_stop();
  /// Looks at everything soon, e.g. because this replica leads now.
  void wake();
  [[nodiscard]] static awaitable<void> async_stop(std::shared_ptr<WebhookAuthority> self);

  /// nullopt, or why there is no certificate, or perhaps an old one.
  [[nodiscard]] std::optional<std::string> problem() const;
  /// The certificate that is served; empty before the first.
  [[nodiscard]] TlsServerConfig served() const;

private:
  [[nodiscard]] static awaitable<void> run(std::shared_ptr<WebhookAuthority> self);
  /// One look at everything; returns after how long the next one is due at the latest.
  [[nodiscard]] awaitable<Duration> look();
  [[nodiscard]] awaitable<Duration> look_or_throw();
  [[nodiscard]] const AuthorityState& examined(const Object& secret);
  void adopt(const AuthorityState& seen);
  [[nodiscard]] bool may_write(bool usable);
  [[nodiscard]] std::optional<RotationStep> step_for(const Object& secret, const AuthorityState& seen);
  [[nodiscard]] awaitable<Duration> write(Object secret, RotationStep step);
  [[nodiscard]] Duration until_next_change(const AuthorityState& seen) const;
  [[nodiscard]] std::stop_token next_wake();
  /// Logs each text once in a row.
  void note(const std::string& problem);

  const WebhookAuthorityOptions options_;
  const ObjectKey key_;
  const AuthorityServices services_;
  const Runtime runtime_;
  const SharedInformer secret_;
  std::vector<std::unique_ptr<HandlerRegistration>> registrations_;
  std::stop_source stop_;
  OneShot ended_;
  bool started_ = false;

  // Of the coroutine that runs.
  std::string examined_version_;
  AuthorityState examined_;
  std::optional<AuthorityState> held_;  // the last one that served
  std::optional<SteadyTime> unusable_since_;
  AuthorityInjector injector_;
  unsigned failures_ = 0;

  mutable std::mutex mutex_;
  std::stop_source wake_;        // guarded by mutex_
  std::string problem_;          // guarded by mutex_
  TlsServerConfig served_ = {};  // guarded by mutex_
};

}  // namespace kubexx::detail
