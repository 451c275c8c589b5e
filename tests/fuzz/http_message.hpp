// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fuzz.hpp"
#include "message_parser.hpp"

namespace kubexx::fuzz {

/// What one message was parsed to.
template <class Message>
struct Parsed {
  detail::ParseState state = detail::ParseState::more;
  bool complete = false;
  bool keep_alive = false;
  bool http_1_0 = false;
  std::size_t consumed = 0;
  Message message;
};

/// Parses one message as a connection does that receives it in these pieces and then the end of the input.
template <class Message>
Parsed<Message> parse(std::string_view text, const detail::ParseLimits& limits, bool skip_body, std::size_t first,
                      std::size_t step)
{
  using detail::ParseState;
  detail::MessageParser<Message> parser(limits, skip_body);
  Parsed<Message> result;
  std::string waiting;
  bool ended = false;
  const auto put = [&] {
    for (;;) {
      const auto taken = parser.put(waiting);
      require(taken.consumed <= waiting.size(), "no more is taken than there is");
      waiting.erase(0, taken.consumed);
      result.consumed += taken.consumed;
      result.state = taken.state;
      ended = taken.state != ParseState::more && taken.state != ParseState::head;
      if (taken.state != ParseState::head) return;
      require(parser.head_done(), "a head is told when it is complete");
    }
  };
  for_each_piece(text, first, step, [&](std::string_view piece) {
    if (ended) return;
    waiting += piece;
    put();
  });
  if (!ended) {
    // What waits without being usable was cut off.
    result.complete = parser.put_eof() && waiting.empty();
  } else {
    result.complete = result.state == ParseState::complete;
  }
  require(!result.complete || parser.complete(), "a message is complete when it says so");
  if (result.complete) result.keep_alive = parser.keep_alive();
  result.http_1_0 = parser.head_done() && parser.http_1_0();
  result.message = std::move(parser.message());
  if (limits.max_body) require(result.message.body.size() <= *limits.max_body, "a body keeps to its limit");
  return result;
}

inline bool same_fields(const Headers& a, const Headers& b)
{
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

/// The same comes out wherever `text` is cut; answers what does.
template <class Message>
Parsed<Message> parse_in_all_ways(std::string_view text, bool skip_body, std::size_t first, std::size_t step)
{
  const detail::ParseLimits wide{std::size_t{64} << 10U, std::size_t{1} << 20U};
  auto whole = parse<Message>(text, wide, skip_body, text.size() + 1, 1);
  for (const auto& [a, b] : {std::pair{first, step}, {std::size_t{1}, std::size_t{1}}}) {
    const auto cut = parse<Message>(text, wide, skip_body, a, b);
    require(cut.complete == whole.complete, "a message is complete wherever it is cut");
    if (!whole.complete) continue;
    require(cut.consumed == whole.consumed && cut.keep_alive == whole.keep_alive, "a message ends where it ends");
    require(cut.message.body == whole.message.body, "a body is the same wherever it is cut");
    require(same_fields(cut.message.headers, whole.message.headers), "a head is the same wherever it is cut");
  }
  const detail::ParseLimits narrow{64, 16};
  (void)parse<Message>(text, narrow, skip_body, first, step);
  return whole;
}

}  // namespace kubexx::fuzz
