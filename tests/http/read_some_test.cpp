// SPDX-License-Identifier: Apache-2.0
// The beginning of a body whose rest nobody needs.
#include "kubexx/http/read_some.hpp"

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include "kubexx/testing/scripted_body.hpp"

namespace kubexx {
namespace {

// The text, or the name of the error.
std::string read(BodyStream& body, std::size_t most)
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
  testing::ScriptedBody whole({"ab", "cd"});
  EXPECT_EQ(read(whole, 10), "abcd");
  testing::ScriptedBody more({"ab", "cd", "ef"});
  EXPECT_EQ(read(more, 3), "abc");
  EXPECT_EQ(read(more, 10), "ef");
}

TEST(ReadSome, ABodyThatBreaksOffGivesWhatHadCome)
{
  for (const auto ending : {TransportErrc::truncated, TransportErrc::idle, TransportErrc::closed}) {
    testing::ScriptedBody body({"ab"}, ending);
    EXPECT_EQ(read(body, 10), "ab");
  }
}

// Who has cancelled the call waits for its end, not for an error's text.
TEST(ReadSome, ACancelledBodyIsCancelled)
{
  testing::ScriptedBody body({"ab"}, TransportErrc::cancelled);
  EXPECT_EQ(read(body, 10), "cancelled");
}

}  // namespace
}  // namespace kubexx
