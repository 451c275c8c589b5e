// SPDX-License-Identifier: Apache-2.0
// The least that the same controller costs on Asio: one strand, one coroutine for each connection, the same texts and
// searches as floor.c. What it costs more than floor.c is the price of Asio; what kubexx costs more is that of kubexx.
#include <boost/asio.hpp>
#include <boost/asio/ssl.hpp>
#include <string>

#include "foos.h"

namespace asio = boost::asio;
using Stream = asio::ssl::stream<asio::ip::tcp::socket>;

namespace {

struct Floor {
  asio::io_context io{1};
  asio::strand<asio::io_context::executor_type> strand = asio::make_strand(io);
  asio::ssl::context tls{asio::ssl::context::tls_client};
  asio::steady_timer work{strand, asio::steady_timer::time_point::max()};  // cancelled if there is some
  int writers = 0;

  asio::awaitable<Stream> connect()
  {
    Stream stream(asio::ip::tcp::socket(strand), tls);
    auto& socket = stream.next_layer();
    co_await socket.async_connect({asio::ip::make_address(address), static_cast<unsigned short>(port)},
                                  asio::use_awaitable);
    socket.set_option(asio::ip::tcp::no_delay(true));
    X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(stream.native_handle()), address);
    co_await stream.async_handshake(Stream::client, asio::use_awaitable);
    co_return stream;
  }

  asio::awaitable<void> watch(const char* resource, bool deployments)
  {
    Stream stream = co_await connect();
    char text[1024];
    const int size = watch_request(text, sizeof text, resource);
    co_await asio::async_write(stream, asio::buffer(text, static_cast<std::size_t>(size)), asio::use_awaitable);
    std::string in(BUFFER, 0);
    std::string kept(2 * BUFFER, 0);
    watched body{};
    body.text = kept.data();
    std::size_t used = 0;
    for (;;) {
      used += co_await stream.async_read_some(asio::buffer(in.data() + used, BUFFER - used), asio::use_awaitable);
      used = see_watch(&body, deployments, in.data(), used);
      give_work();
    }
  }

  asio::awaitable<void> send(Stream& stream, std::string& in, const char* text, int size)
  {
    co_await asio::async_write(stream, asio::buffer(text, static_cast<std::size_t>(size)), asio::use_awaitable);
    std::size_t used = 0;
    do {
      used += co_await stream.async_read_some(asio::buffer(in.data() + used, BUFFER - used), asio::use_awaitable);
    } while (!is_answered(in.data(), used));
  }

  asio::awaitable<void> write()
  {
    Stream stream = co_await connect();
    std::string in(BUFFER, 0);
    char text[4096];
    for (;;) {
      while (job_count == 0 || synced < 2) {
        boost::system::error_code cancelled;
        co_await work.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
      }
      const job todo = jobs[first_job];
      first_job = (first_job + 1) % JOBS;
      --job_count;
      co_await send(stream, in, text, deployment_request(text, sizeof text, &todo));
      strcpy(place(todo.deployment), todo.deployment);
      co_await send(stream, in, text, event_request(text, sizeof text, &todo));
    }
  }

  void start(asio::awaitable<void> what)
  {
    asio::co_spawn(strand, std::move(what), [](const std::exception_ptr& error) {
      try {
        std::rethrow_exception(error);
      } catch (const std::exception& caught) {
        fail(caught.what());
      }
    });
  }

  void give_work()
  {
    if (synced < 2) return;
    for (std::size_t at = 0; at < job_count && at < WRITERS; ++at) {
      if (work.cancel_one() == 0 && writers < WRITERS) {
        ++writers;
        start(write());
      }
    }
  }

  void run()
  {
    tls.set_verify_mode(asio::ssl::verify_peer);
    tls.load_verify_file(authority);
    start(watch("samplecontroller.k8s.io/v1alpha1/foos", false));
    start(watch("apps/v1/deployments", true));
    ++writers;
    start(write());
    io.run();
  }
};

}  // namespace

int main()
{
  read_kubeconfig();
  Floor().run();
}
