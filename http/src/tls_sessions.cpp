// SPDX-License-Identifier: Apache-2.0
#include "tls_sessions.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <iterator>
#include <utility>

namespace kubexx::detail {

namespace {

std::int64_t seconds_of(WallTime time)
{
  return std::chrono::floor<std::chrono::seconds>(time.time_since_epoch()).count();
}

std::optional<std::int64_t> seconds_of(const ASN1_TIME* time)
{
  std::tm parts{};
  if (ASN1_TIME_to_tm(time, &parts) != 1) return std::nullopt;
  constexpr int kFirstYear = 1900;
  const auto day = std::chrono::year(parts.tm_year + kFirstYear) /
                   std::chrono::month(static_cast<unsigned>(parts.tm_mon) + 1U) /
                   std::chrono::day(static_cast<unsigned>(parts.tm_mday));
  const auto at = std::chrono::sys_days(day) + std::chrono::hours(parts.tm_hour) + std::chrono::minutes(parts.tm_min) +
                  std::chrono::seconds(parts.tm_sec);
  return at.time_since_epoch().count();
}

bool is_for_one_use(const SSL_SESSION* session)
{
  return SSL_SESSION_get_protocol_version(session) >= TLS1_3_VERSION;
}

int add_end(SSL* ssl, void* /*data*/)
{
  // A resumed session has it already.
  if (SSL_session_reused(ssl) == 1 || SSL_get0_peer_certificate(ssl) == nullptr) return 1;
  const std::int64_t until = verified_validity(ssl).until;
  return SSL_SESSION_set1_ticket_appdata(SSL_get_session(ssl), &until, sizeof until);
}

SSL_TICKET_RETURN accept_ticket(SSL* ssl, SSL_SESSION* session, const unsigned char* /*name*/, std::size_t /*length*/,
                                SSL_TICKET_STATUS status, void* /*data*/)
{
  if (status != SSL_TICKET_SUCCESS && status != SSL_TICKET_SUCCESS_RENEW) return SSL_TICKET_RETURN_IGNORE_RENEW;
  void* data = nullptr;
  std::size_t size = 0;
  std::int64_t until = INT64_MAX;
  if (SSL_SESSION_get0_ticket_appdata(session, &data, &size) == 1 && size == sizeof until) {
    std::copy_n(static_cast<const unsigned char*>(data), sizeof until, reinterpret_cast<unsigned char*>(&until));
  }
  if (X509_VERIFY_PARAM_get_time(SSL_get0_param(ssl)) >= until) return SSL_TICKET_RETURN_IGNORE_RENEW;
  return status == SSL_TICKET_SUCCESS ? SSL_TICKET_RETURN_USE : SSL_TICKET_RETURN_USE_RENEW;
}

}  // namespace

bool Validity::covers(WallTime now) const noexcept
{
  const auto at = seconds_of(now);
  return from <= at && at < until;
}

Validity verified_validity(SSL* ssl)
{
  Validity result;
  const auto* chain = SSL_get0_verified_chain(ssl);
  for (int index = 0; chain != nullptr && index < sk_X509_num(chain); ++index) {
    const X509* certificate = sk_X509_value(chain, index);
    // One whose time cannot be read is never resumed.
    result.from = std::max(result.from, seconds_of(X509_get0_notBefore(certificate)).value_or(INT64_MAX));
    result.until = std::min(result.until, seconds_of(X509_get0_notAfter(certificate)).value_or(INT64_MIN));
  }
  return result;
}

std::optional<TlsSessions::Session> TlsSessions::take(const std::string& name, WallTime now)
{
  const std::lock_guard lock(mutex_);
  std::erase_if(entries_, [&](const Entry& entry) { return entry.name == name && !entry.value.validity.covers(now); });
  const auto found =
      std::find_if(entries_.rbegin(), entries_.rend(), [&](const Entry& entry) { return entry.name == name; });
  if (found == entries_.rend()) return std::nullopt;
  if (is_for_one_use(found->value.session.get())) {
    Session session = std::move(found->value);
    entries_.erase(std::next(found).base());
    return session;
  }
  // OpenSSL writes into the session of a connection, and others may use it at the same time.
  Session session{SessionPtr(SSL_SESSION_dup(found->value.session.get())), found->value.validity};
  if (!session.session) return std::nullopt;
  return session;
}

void TlsSessions::keep(const std::string& name, Session session)
{
  const std::lock_guard lock(mutex_);
  if (!is_for_one_use(session.session.get())) {
    std::erase_if(entries_, [&](const Entry& entry) { return entry.name == name; });
  }
  entries_.push_back({name, std::move(session)});
  if (entries_.size() > most) entries_.pop_front();
}

void TlsSessions::drop(const std::string& name)
{
  const std::lock_guard lock(mutex_);
  std::erase_if(entries_, [&](const Entry& entry) { return entry.name == name; });
}

std::size_t TlsSessions::size() const
{
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

void TlsSessions::collect(SSL_CTX* context)
{
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
  SSL_CTX_sess_set_new_cb(context, TlsSessionLink::offered);
}

TlsSessionLink::TlsSessionLink(SSL* ssl, std::shared_ptr<TlsSessions> sessions, std::string name, WallTime now)
    : sessions_(std::move(sessions)), name_(std::move(name)), now_(now)
{
  if (SSL_set_ex_data(ssl, index(), this) != 1) return;
  auto known = sessions_->take(name_, now);
  if (!known) return;
  if (SSL_set_session(ssl, known->session.get()) == 1) resumed_ = known->validity;
}

int TlsSessionLink::index()
{
  static const int kIndex = SSL_get_ex_new_index(0, nullptr, nullptr, nullptr, nullptr);
  return kIndex;
}

// The connection goes on using `session`, so a copy is kept; 0 says that no reference was.
int TlsSessionLink::offered(SSL* ssl, SSL_SESSION* session)
{
  const auto* link = static_cast<const TlsSessionLink*>(SSL_get_ex_data(ssl, index()));
  if (link == nullptr || SSL_SESSION_is_resumable(session) != 1) return 0;
  const auto lifetime = static_cast<std::int64_t>(SSL_SESSION_get_ticket_lifetime_hint(session));
  if (lifetime == 0 && is_for_one_use(session)) return 0;
  TlsSessions::Session kept;
  kept.session.reset(SSL_SESSION_dup(session));
  if (!kept.session) return 0;
  kept.validity = SSL_session_reused(ssl) == 1 ? link->resumed_ : verified_validity(ssl);
  if (lifetime > 0) kept.validity.until = std::min(kept.validity.until, seconds_of(link->now_) + lifetime);
  link->sessions_->keep(link->name_, std::move(kept));
  return 0;
}

void limit_tickets(SSL_CTX* context)
{
  SSL_CTX_set_session_ticket_cb(context, add_end, accept_ticket, nullptr);
}

}  // namespace kubexx::detail
