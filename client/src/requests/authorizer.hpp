// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "credentials/credentials.hpp"
#include "credentials/tls_source.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/client/interceptor.hpp"

namespace kubexx::detail {

/// Adds the credentials, unless the request has an Authorization already, and keeps certificates up to date. After a
/// 401, and when a TLS handshake failed before the request was sent, it looks for newer ones; when there are, the
/// request may be sent once more.
class Authorizer {
public:
  /// Both may be null.
  Authorizer(std::shared_ptr<Credentials> credentials, std::shared_ptr<TlsSource> tls)
      : credentials_(std::move(credentials)), tls_(std::move(tls))
  {
  }

  /// The generations of the certificates and credentials that a request used.
  struct Used {
    std::uint64_t certificates = 0;
    std::uint64_t credentials = 0;
  };

  [[nodiscard]] static bool is_authorized(const ApiCall& call) { return call.request.headers.find(header).has_value(); }
  /// Does what `authorize` does; false if that has to wait for something.
  [[nodiscard]] bool authorize_now(ApiCall& call, Used& used) const;
  [[nodiscard]] awaitable<void> authorize(ApiCall* call, Used* used) const;

  /// Whether `response` refuses the credentials.
  [[nodiscard]] static bool refuses(const HttpResponse& response) noexcept { return response.status == 401; }
  /// Whether `error` may be about a certificate, and `call` may be sent again.
  [[nodiscard]] bool refuses(const ApiCall& call, const TransportError& error) const noexcept
  {
    return tls_ && error.code() == TransportErrc::tls && (!error.request_written() || call.request.method == "GET");
  }
  /// Whether there is something newer than `used`. `answered`: the refusal was a response.
  [[nodiscard]] awaitable<bool> renew(const ApiCall* call, Used used, bool answered) const;

private:
  static constexpr const char* header = "Authorization";

  static CredentialBounds bounds_of(const ApiCall& call);

  const std::shared_ptr<Credentials> credentials_;
  const std::shared_ptr<TlsSource> tls_;
};

}  // namespace kubexx::detail
