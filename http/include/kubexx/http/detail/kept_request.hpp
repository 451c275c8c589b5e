// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/http/message.hpp"
#include "kubexx/http/transport.hpp"

namespace kubexx::detail {

/// A Transport whose caller keeps the request, to send it again without a copy. Of the transports of kubexx itself.
class KeptRequestTransport {
public:
  virtual ~KeptRequestTransport() = default;
  /// As Transport::exchange. Both outlive the exchange. It may add header fields, which do no harm when the request is
  /// sent again.
  [[nodiscard]] virtual awaitable<HttpResponse> exchange_kept(HttpRequest* request, const ExchangeLimits* limits) = 0;
};

}  // namespace kubexx::detail
