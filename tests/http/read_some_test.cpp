// SPDX-License-Identifier: Apache-2.0
// The beginning of a body whose rest nobody needs.
#include "kubexx/http/read_some.hpp"

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <deque>
#include <optional>

#include "kubexx/http/transport.hpp"

namespace kubexx {
namespace {

class Pieces final : public BodyStream {
public:
  Pieces(std::deque<std::string> pieces, std::optional<TransportErrc> ending)
      : pieces_(std::move(pieces)), ending_(ending)
  {
  }
  awaitable<std::string> read() override
  {
    ++reads;
    if (pieces_.empty()) {
      if (ending_) throw TransportError(*ending_, "the end");
      co_return std::string();
    }
    std::string piece = std::move(pieces_.front());
    pieces_.pop_front();
    co_return piece;
  }

  int reads = 0;

private:
  std::deque<std::string> pieces_;
  const std::optional<TransportErrc> ending_;
};

// The text, or the name of the error.
std::string read(Pieces& body, std::size_t most)
{
  asio::io_context context;
  std::string text = "nothing";
  asio::co_spawn(context, read_some(&body, most), [&](const std::exception_ptr& failed, std::string read) {
    text = std::move(read);
    if (!failed) return;
    try {
      std::rethrow_exception(failed);
    } catch (const TransportError& error) {
      text = error.code() == TransportErrc::cancelled ? "cancelled" : "another error";
    }
  });
  context.run();
  return text;
}

TEST(ReadSome, GivesTheBodyUpToTheLimitAndReadsNoFurther)
{
  Pieces whole({"ab", "cd"}, std::nullopt);
  EXPECT_EQ(read(whole, 10), "abcd");
  Pieces long_one({"ab", "cd", "ef"}, std::nullopt);
  EXPECT_EQ(read(long_one, 3), "abc");
  EXPECT_EQ(long_one.reads, 2);
}

TEST(ReadSome, ABodyThatBreaksOffGivesWhatHadCome)
{
  for (const auto ending : {TransportErrc::truncated, TransportErrc::idle, TransportErrc::closed}) {
    Pieces body({"ab"}, ending);
    EXPECT_EQ(read(body, 10), "ab");
  }
}

// Who has cancelled the call waits for its end, not for an error's text.
TEST(ReadSome, ACancelledBodyIsCancelled)
{
  Pieces body({"ab"}, TransportErrc::cancelled);
  EXPECT_EQ(read(body, 10), "cancelled");
}

}  // namespace
}  // namespace kubexx
