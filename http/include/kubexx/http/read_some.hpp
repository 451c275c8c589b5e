// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "kubexx/base/asio.hpp"
#include "kubexx/http/message.hpp"

namespace kubexx {

/// Reads the beginning of a streamed body, at most `most` bytes. If the body breaks off, returns what had arrived,
/// which is enough for an error message. If it is cancelled, throws TransportError. `stream` must outlive the call.
awaitable<std::string> read_some(BodyStream* stream, std::size_t most);

}  // namespace kubexx
