// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/http/message.hpp"
#include "kubexx/http/transport.hpp"

namespace kubexx::detail {

/// A Transport of kubexx itself, whose caller keeps the request and can send it again without a copy.
class KeptRequestTransport {
public:
  virtual ~KeptRequestTransport() = default;
  /// As Transport::exchange. Both outlive the exchange. It may add header fields, which do no harm when the request is
  /// sent again.
  [[nodiscard]] virtual awaitable<HttpResponse> exchange_kept(HttpRequest* request, const ExchangeLimits* limits) = 0;
};

}  // namespace kubexx::detail
