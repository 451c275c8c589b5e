// SPDX-License-Identifier: Apache-2.0
// Requests to the listener: the same comes out wherever the bytes are cut; what was understood and is written by our
// own client is understood as the same, so nobody smuggles a second request behind the first.
#include <algorithm>

#include "http_message.hpp"
#include "request_head.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  using namespace kubexx;
  using fuzz::require;
  fuzz::Input input(data, size);
  const auto first = 1U + input.byte();
  const auto step = 1U + input.byte();
  auto request = fuzz::parse_in_all_ways<HttpRequest>(input.rest(), false, first, step);
  if (!request.complete) return 0;
  auto& message = request.message;
  require(!message.method.empty() && !message.target.empty(), "a request has a method and a target");
  const bool framed = message.headers.find("Content-Length") || message.headers.find("Transfer-Encoding");
  require(framed || message.body.empty(), "a body is announced");

  for (const char* ours : {"Content-Length", "Transfer-Encoding", "Connection", "Proxy-Connection", "Upgrade"}) {
    message.headers.erase(ours);
  }
  message.headers.set("Host", "localhost");
  const auto text = detail::request_head(message, "localhost") + message.body;
  const auto again = fuzz::parse<HttpRequest>(text, {std::size_t{128} << 10U, std::nullopt}, false, text.size(), 1);
  require(again.complete && again.consumed == text.size() && again.keep_alive, "a request of ours is understood");
  require(again.message.method == message.method && again.message.target == message.target, "its line is the same");
  require(again.message.body == message.body, "its body is the same");
  message.headers.erase("Content-Length");
  auto fields = again.message.headers;
  fields.erase("Content-Length");
  require(fuzz::same_fields(fields, message.headers), "its fields are the same");
  return 0;
}
