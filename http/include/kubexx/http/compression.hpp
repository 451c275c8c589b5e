// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "kubexx/http/transport.hpp"

namespace kubexx {

/// `inner` with compressed answers, which its callers see decoded. As thread safe as `inner`.
///
/// - A request without an Accept-Encoding asks for gzip; one with its own (a watch: identity) stays as it is.
/// - An answer in gzip, of one member or several (RFC 1952), is decoded, and loses Content-Encoding and Content-Length.
///   Any other encoding is TransportErrc::protocol.
/// - Memory is bounded against answers that are small only on the wire: `ExchangeLimits::max_body` counts the decoded
///   bytes too (too_large), and a piece of a stream is at most 64 KiB.
/// - What is no gzip is TransportErrc::protocol; what ends within a member is truncated.
[[nodiscard]] std::shared_ptr<Transport> make_decompressing(std::shared_ptr<Transport> inner);

}  // namespace kubexx
