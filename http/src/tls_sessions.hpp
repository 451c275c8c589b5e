// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/ssl.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "kubexx/base/clock.hpp"
#include "openssl_handles.hpp"

namespace kubexx::detail {

using SessionPtr = std::unique_ptr<SSL_SESSION, FreeWith<SSL_SESSION_free>>;

/// When every certificate of a verified chain is valid: seconds since 1970, from the first to before the last.
struct Validity {
  std::int64_t from = INT64_MIN;
  std::int64_t until = INT64_MAX;
  [[nodiscard]] bool covers(WallTime now) const noexcept;
};
/// Of the chain that `ssl` verified in this handshake; all of time when it verified none.
[[nodiscard]] Validity verified_validity(SSL* ssl);

/// The TLS sessions that servers offered to one client configuration. They end with the configuration, so a session is
/// resumed only under the authorities, the verification and the client certificate under which it was made, for the
/// name that was verified then, and while every certificate of the chain that was verified is still valid: a resumed
/// handshake shows no certificate. Thread safe.
class TlsSessions {
public:
  static constexpr std::size_t most = 16;

  struct Session {
    SessionPtr session;
    Validity validity;
  };
  /// The newest one for `name` that is good at `now`; a ticket of TLS 1.3 is handed out once (RFC 8446, C.4).
  [[nodiscard]] std::optional<Session> take(const std::string& name, WallTime now);
  void keep(const std::string& name, Session session);
  /// A handshake for `name` failed.
  void drop(const std::string& name);
  [[nodiscard]] std::size_t size() const;

  /// Makes the connections of `context` that have a TlsSessionLink collect what the server offers.
  static void collect(SSL_CTX* context);

private:
  struct Entry {
    std::string name;
    Session value;
  };
  mutable std::mutex mutex_;
  std::deque<Entry> entries_;  // guarded by mutex_; oldest first
};

/// A client connection's part in the sessions of its configuration: offers one to the server, keeps those that come.
/// Made before the handshake; lives as long as `ssl` is used.
class TlsSessionLink {
public:
  TlsSessionLink(SSL* ssl, std::shared_ptr<TlsSessions> sessions, std::string name, WallTime now);
  TlsSessionLink(const TlsSessionLink&) = delete;
  TlsSessionLink& operator=(const TlsSessionLink&) = delete;

  void handshake_failed() { sessions_->drop(name_); }

private:
  friend class TlsSessions;
  static int index();
  static int offered(SSL* ssl, SSL_SESSION* session);

  const std::shared_ptr<TlsSessions> sessions_;
  const std::string name_;
  const WallTime now_;
  Validity resumed_;  // of the session that was offered
};

/// Makes a server's tickets end with the certificate of the client that they stand for: a resumed handshake shows none.
void limit_tickets(SSL_CTX* context);

}  // namespace kubexx::detail
