// SPDX-License-Identifier: Apache-2.0
// Files that never answer, as those of a network file system whose server is gone.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "credentials/credentials.hpp"
#include "credentials/tls_source.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/client/client_config.hpp"

namespace kubexx {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

using Work = awaitable<void>;

Work get(std::shared_ptr<detail::Credentials> source)
{
  static_cast<void>(co_await source->get({}));
}

Work poll(std::shared_ptr<detail::TlsSource> source)
{
  static_cast<void>(co_await detail::TlsSource::poll(source, {}));
}

class SilentFile : public ::testing::Test {
protected:
  SilentFile() { std::ofstream(path_) << "first"; }
  ~SilentFile() override { fs::remove(path_); }

  /// From now on a named pipe stands there; who reads it waits.
  void fall_silent() const
  {
    fs::remove(path_);
    ASSERT_EQ(::mkfifo(path_.c_str(), S_IRUSR | S_IWUSR), 0);
  }

  /// The end of the pipe to write to, once somebody reads.
  [[nodiscard]] int wait_for_reader() const
  {
    for (;;) {
      const int writer = ::open(path_.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
      if (writer >= 0) return writer;
      std::this_thread::yield();
    }
  }

  /// Whether a SystemRuntime ends while the file is read for a coroutine on it.
  bool ends_while_it_reads(const std::function<Work(const Runtime&, ManualClock&)>& start) const
  {
    std::promise<int> reader;
    std::promise<void> ended;
    std::thread program([&] {
      ManualClock clock;
      {
        SystemRuntime system;
        Runtime runtime = system.runtime();
        runtime.clock = &clock;
        asio::co_spawn(runtime.executor, start(runtime, clock), asio::detached);
        reader.set_value(wait_for_reader());
      }
      ended.set_value();
    });
    const int writer = reader.get_future().get();
    const bool in_time = ended.get_future().wait_for(20s) == std::future_status::ready;
    ::close(writer);
    program.join();
    return in_time;
  }

  const std::string path_ = ::testing::TempDir() + "kubexx-silent-" + std::to_string(::getpid());
};

TEST_F(SilentFile, TheProgramEndsWhileATokenIsRead)
{
  const bool in_time = ends_while_it_reads([&](const Runtime& runtime, ManualClock& clock) {
    auto source = detail::make_file_token(path_, "", runtime);
    fall_silent();
    clock.advance(1min);
    return get(std::move(source));
  });
  EXPECT_TRUE(in_time);
}

TEST_F(SilentFile, TheProgramEndsWhileACertificateIsRead)
{
  const bool in_time = ends_while_it_reads([&](const Runtime& runtime, ManualClock& clock) {
    ClientConfig config;
    config.ca_file = path_;
    config.ca_pem = "first";
    auto source = std::make_shared<detail::TlsSource>(config, runtime, [](const TlsClientConfig&) {});
    fall_silent();
    clock.advance(1min);
    return poll(std::move(source));
  });
  EXPECT_TRUE(in_time);
}

}  // namespace
}  // namespace kubexx
