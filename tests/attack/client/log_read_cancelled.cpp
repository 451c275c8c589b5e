// SPDX-License-Identifier: Apache-2.0
// Expected: a LogStream whose read was cancelled, as in `log.async_read_line() || timer`, loses nothing, as a
// WatchStream does.
// Happened: every later read threw "the stream was cancelled", which `||` swallows: no line, no end, no error.
// Exit code 0 = holds, 1 = broken.
#include <boost/asio.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <cstdio>
#include "kubexx/client/client.hpp"
#include "kubexx/client/load_config.hpp"
#include "kubexx/client/logs.hpp"
#include "kubexx/http/listener.hpp"
using namespace kubexx;
using namespace std::chrono_literals;
using namespace asio::experimental::awaitable_operators;
awaitable<void> pause(int ms)
{
  asio::steady_timer timer(co_await asio::this_coro::executor);
  timer.expires_after(std::chrono::milliseconds(ms));
  co_await timer.async_wait(asio::use_awaitable);
}
struct Lines : BodyStream {
  int sent = 0;
  awaitable<std::string> read() override
  {
    co_await pause(100);
    if (sent == 10) co_return std::string();
    co_return "line " + std::to_string(sent++) + "\n";
  }
};
awaitable<HttpResponse> serve(HttpRequest)
{
  HttpResponse answer;
  answer.headers.add("Content-Type", "text/plain");
  answer.stream = std::make_unique<Lines>();
  co_return answer;
}
awaitable<int> follow(Client client, bool pieces)
{
  LogOptions options;
  options.follow = true;
  LogStream log = co_await client.async_stream_logs(ObjectKey{"default", "p"}, options);
  int lines = 0, cancelled = 0, silent = 0;
  for (;;) {
    const int wait = cancelled == 0 ? 30 : 1500;  // the first wait is too short for a line, all others are long enough
    try {
      if (pieces) {
        auto piece = co_await (log.async_read() || pause(wait));
        if (piece.index() == 0) {
          if (std::get<0>(piece).empty()) break;
          ++lines;
        } else {
          ++cancelled;
          silent = wait > 1000 ? silent + 1 : silent;
        }
      } else {
        auto line = co_await (log.async_read_line() || pause(wait));
        if (line.index() == 0) {
          if (!std::get<0>(line)) break;
          ++lines;
        } else {
          ++cancelled;
          silent = wait > 1000 ? silent + 1 : silent;
        }
      }
    } catch (const std::exception& e) {
      std::printf("  threw: %s\n", e.what());
      co_return 0;
    }
    if (silent == 3) break;
  }
  std::printf("%s: %d of 10 lines, %d waits cancelled; %d waits of 1.5 s without line, end or error\n",
              silent ? "BROKEN" : "holds", lines, cancelled, silent);
  co_return silent != 0;
}
int main()
{
  SystemRuntime servers, system;
  HttpListener listener(servers.runtime(), {}, serve);
  ClientConfig config;
  config.server = listener.url();
  const Client client = Client::connect(system.runtime(), config);
  int bad = 0;
  for (bool pieces : {false, true}) {
    std::printf("%s\n", pieces ? "async_read" : "async_read_line");
    block_on(system.runtime().executor, [&]() -> awaitable<void> { bad += co_await follow(client, pieces); }, "x");
  }
  return bad != 0;
}
