// SPDX-License-Identifier: Apache-2.0
#include "line_output.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <future>
#include <string>

namespace informer_print {
namespace {

// A pipe that holds one page.
class LineOutputTest : public testing::Test {
protected:
  LineOutputTest()
  {
    (void)std::signal(SIGPIPE, SIG_IGN);
    EXPECT_EQ(::pipe2(ends_.data(), O_CLOEXEC), 0);
    EXPECT_GT(::fcntl(ends_[1], F_SETPIPE_SZ, 4096), 0);
  }
  ~LineOutputTest() override
  {
    close_reader();
    ::close(ends_[1]);
  }

  [[nodiscard]] int writer() const { return ends_[1]; }
  void close_reader()
  {
    if (ends_[0] >= 0) ::close(ends_[0]);
    ends_[0] = -1;
  }
  [[nodiscard]] std::string read(std::size_t size) const
  {
    std::string text(size, '\0');
    std::size_t done = 0;
    while (done < size) {
      const auto count = ::read(ends_[0], text.data() + done, size - done);
      if (count <= 0) break;
      done += static_cast<std::size_t>(count);
    }
    return text.substr(0, done);
  }
  static bool ended(const LineOutput& output)
  {
    pollfd wait{output.ended_event(), POLLIN, 0};
    return ::poll(&wait, 1, 0) == 1;
  }

private:
  std::array<int, 2> ends_{-1, -1};
};

TEST_F(LineOutputTest, ALineIsThereWhenTheCallReturns)
{
  LineOutput output(writer());
  output.write("one\n");
  EXPECT_EQ(read(4), "one\n");
  output.write("two\n");
  EXPECT_EQ(read(4), "two\n");
  EXPECT_EQ(output.error(), 0);
  EXPECT_FALSE(ended(output));
}

TEST_F(LineOutputTest, ALineThatIsLongerThanThePipeComesWhole)
{
  LineOutput output(writer());
  const std::string line = std::string(100000, 'x') + "\n";
  const auto written = std::async(std::launch::async, [&] { output.write(line); });
  EXPECT_EQ(read(line.size()), line);
}

TEST_F(LineOutputTest, StopEndsAWriteThatWaitsForItsReader)
{
  LineOutput output(writer());
  auto written = std::async(std::launch::async, [&] { output.write(std::string(100000, 'x')); });
  EXPECT_EQ(read(1), "x") << "it writes";
  output.stop();
  written.get();
  EXPECT_EQ(output.error(), 0) << "a stop is no failure";
  EXPECT_TRUE(ended(output));
}

TEST_F(LineOutputTest, WithoutAReaderItFailsAndSaysSo)
{
  LineOutput output(writer());
  close_reader();
  output.write("lost\n");
  EXPECT_EQ(output.error(), EPIPE);
  EXPECT_TRUE(ended(output));
  output.write("lost too\n");
  EXPECT_EQ(output.error(), EPIPE);
}

}  // namespace
}  // namespace informer_print
