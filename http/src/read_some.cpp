// SPDX-License-Identifier: Apache-2.0
#include "kubexx/http/read_some.hpp"

#include "kubexx/http/transport.hpp"

namespace kubexx {

awaitable<std::string> read_some(BodyStream* stream, std::size_t most)
{
  std::string body;
  try {
    while (body.size() < most) {
      const std::string piece = co_await stream->read();
      if (piece.empty()) break;
      body += piece;
    }
  } catch (const TransportError& error) {
    if (error.code() == TransportErrc::cancelled) throw;
  }
  if (body.size() > most) body.resize(most);
  co_return body;
}

}  // namespace kubexx
