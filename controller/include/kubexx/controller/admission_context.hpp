// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "kubexx/base/clock.hpp"
#include "kubexx/base/log.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/controller/admission_request.hpp"
#include "kubexx/controller/cache_reader.hpp"

namespace kubexx {

/// The environment of one call of a webhook. It reads the manager's caches (CacheReader: get, list, by_index), of the
/// kinds that the program watches or that Webhooks::reads names. Created for each call, valid until the handler ends,
/// and used by one handler at a time.
///
/// Handlers run on the executor of the webhook server, which is not the runtime's. All members may be used there.
/// A handler must not block: blocking verbs of client() throw std::logic_error, which names the awaitable form. Data
/// that a handler shares with reconcilers or with other threads needs a lock. An object that was read from a cache
/// writes itself back with client().
class AdmissionContext : public CacheReader {
public:
  /// The limits of one call and the services that it uses.
  struct Call {
    std::string webhook;  ///< its path
    AdmissionRequest request;
    Client client;
    Log log;
    std::stop_token stop;
    std::optional<SteadyTime> deadline;
  };
  AdmissionContext(std::shared_ptr<ControllerServices> services, Call call);
  ~AdmissionContext() override;

  [[nodiscard]] const AdmissionRequest& request() const noexcept { return call_.request; }
  [[nodiscard]] const AdmissionUser& user() const noexcept { return call_.request.user; }
  [[nodiscard]] AdmissionOperation operation() const noexcept { return call_.request.operation; }
  [[nodiscard]] bool is_dry_run() const noexcept { return call_.request.dry_run; }
  /// The object before an update or a delete. nullopt for a create and a connect. Throws ObjectError, which names the
  /// field, if it does not fit T.
  template <Kind T>
  [[nodiscard]] std::optional<T> old_object() const
  {
    if (!call_.request.old_object) return std::nullopt;
    return call_.request.old_object.as<T>();
  }

  /// Has connections of its own. Its calls end when stop_token() is requested.
  [[nodiscard]] const Client& client() const;
  /// Its lines carry webhook, operation, resource, namespace, name, user and the uid of the request.
  [[nodiscard]] const Log& log() const override;
  /// The time at which the API server stops waiting.
  [[nodiscard]] std::optional<SteadyTime> deadline() const noexcept { return call_.deadline; }
  /// Requested at the deadline, and when the server's drain time is over.
  [[nodiscard]] std::stop_token stop_token() const noexcept { return call_.stop; }

  /// Shows a warning to the user, whatever the decision. The API server cuts long ones: 120 characters are a good
  /// limit.
  void warn(std::string text);
  /// Adds an annotation to the audit event; the API server puts the name of the webhook in front of `key`.
  void audit(std::string key, std::string value);
  [[nodiscard]] const std::vector<std::string>& warnings() const noexcept { return warnings_; }
  [[nodiscard]] const std::map<std::string, std::string>& audit_annotations() const noexcept { return audit_; }

private:
  [[nodiscard]] std::optional<Client> writer() const override { return client(); }

  const Call call_;
  // Made on first use, because most handlers need neither.
  mutable std::optional<Client> client_;
  mutable std::optional<Log> log_;
  std::vector<std::string> warnings_;
  std::map<std::string, std::string> audit_;
};

}  // namespace kubexx
