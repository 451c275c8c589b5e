// SPDX-License-Identifier: Apache-2.0
// Answers of servers: the same head and body come out wherever the bytes are cut, and the next answer begins where this
// one ends.
#include <algorithm>

#include "http_message.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  using namespace kubexx;
  fuzz::Input input(data, size);
  const bool skip_body = input.byte() % 8 == 7;
  const auto first = 1U + input.byte();
  const auto step = 1U + input.byte();
  const auto answer = fuzz::parse_in_all_ways<HttpResponse>(input.rest(), skip_body, first, step);
  if (!answer.complete) return 0;
  fuzz::require(answer.message.status >= 100 && answer.message.status <= 999, "a status has three digits");
  fuzz::require(!skip_body || answer.message.body.empty(), "the answer to HEAD has no body");
  const bool bodiless =
      answer.message.status / 100 == 1 || answer.message.status == 204 || answer.message.status == 304;
  fuzz::require(!bodiless || answer.message.body.empty(), "these have no body");
  return 0;
}
