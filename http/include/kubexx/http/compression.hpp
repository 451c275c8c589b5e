// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "kubexx/http/transport.hpp"

namespace kubexx {

/// Wraps `inner` so that responses may be compressed; callers see them decoded. As thread safe as `inner`.
///
/// - A request without Accept-Encoding asks for gzip. A request with its own (a watch: identity) stays unchanged.
/// - A gzip response of one or several members (RFC 1952) is decoded, and loses Content-Encoding and Content-Length.
///   Any other encoding is TransportErrc::protocol.
/// - Memory is bounded even for responses that are small only on the wire: `ExchangeLimits::max_body` also limits the
///   decoded bytes (too_large), and a chunk of a stream has at most 64 KiB.
/// - Invalid gzip data is TransportErrc::protocol; data that ends within a member is truncated.
[[nodiscard]] std::shared_ptr<Transport> make_decompressing(std::shared_ptr<Transport> inner);

}  // namespace kubexx
