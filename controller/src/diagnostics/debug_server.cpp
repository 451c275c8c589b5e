// SPDX-License-Identifier: Apache-2.0
#include "diagnostics/debug_server.hpp"

#include <charconv>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "diagnostics/pprof.hpp"
#include "diagnostics/why_page.hpp"

namespace kubexx {

namespace {

constexpr unsigned kUsualSeconds = 30;
constexpr unsigned kMostSeconds = 300;
constexpr const char* kIndex =
    "/debug/why?key=namespace/name    why a key is or is not reconciled: JSON, or text with format=text\n"
    "/debug/pprof/profile?seconds=30  CPU profile of that many seconds (1 to 300), for go tool pprof\n";

// The value of seconds=; 0: it is none from 1 to kMostSeconds.
unsigned seconds_in(std::string_view query)
{
  constexpr std::string_view name = "seconds=";
  while (!query.empty()) {
    const std::string_view one = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), one.size() + 1));
    if (!one.starts_with(name)) continue;
    const std::string_view digits = one.substr(name.size());
    unsigned value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool well = error == std::errc() && end == digits.data() + digits.size() && value <= kMostSeconds;
    return well ? value : 0;
  }
  return kUsualSeconds;
}

awaitable<HttpResponse> profile(std::shared_ptr<const DebugPages> pages, unsigned seconds)
{
  const Clock& clock = *pages->runtime.clock;
  const WallTime begin = clock.wall_now();
  const SteadyTime start = clock.now();
  std::string refused;
  try {
    const CpuSamples samples =
        co_await async_sample_cpu(*pages->runtime.clock, std::chrono::seconds(seconds), pages->stop);
    HttpResponse response =
        plain_response(200, pprof_of(samples, begin, clock.now() - start), "application/octet-stream");
    response.headers.add("Content-Disposition", "attachment; filename=\"profile\"");
    co_return response;
  } catch (const std::runtime_error& error) {
    refused = error.what();
  }
  co_return plain_response(409, refused + "\n");
}

}  // namespace

awaitable<HttpResponse> async_answer_debug(std::shared_ptr<const DebugPages> pages, HttpRequest request)
{
  const std::string_view target = request.target;
  std::string path(target.substr(0, target.find('?')));
  const std::string query(path.size() < target.size() ? target.substr(path.size() + 1) : std::string_view());
  if (request.method != "GET") {
    HttpResponse response = plain_response(405, "only GET is allowed\n");
    response.headers.add("Allow", "GET");
    co_return response;
  }
  if (pages->access) {
    std::string authorization(request.headers.find("Authorization").value_or(""));
    const unsigned status = co_await ScrapeAccess::async_check(pages->access, std::move(authorization), path);
    if (status != 200) co_return refusal_response(status);
  }
  if (path == "/debug/why") co_return answer_why(*pages, query);
  if (path == "/debug" || path == "/debug/" || path == "/debug/pprof" || path == "/debug/pprof/")
    co_return plain_response(200, kIndex);
  if (path != "/debug/pprof/profile") co_return plain_response(404, std::string("not found; available:\n") + kIndex);
  const unsigned seconds = seconds_in(query);
  if (seconds == 0) co_return plain_response(400, "seconds must be a number from 1 to 300\n");
  co_return co_await profile(std::move(pages), seconds);
}

std::unique_ptr<HttpListener> make_debug_server(const ListenAddress& address, DebugPages pages)
{
  ListenerOptions options;
  options.address = address.address;
  options.port = address.port;
  options.max_connections = 16;
  options.max_body = 4096;
  options.stop_timeout = std::chrono::seconds(1);
  const Runtime runtime = pages.runtime;
  const auto shared = std::make_shared<const DebugPages>(std::move(pages));
  HttpHandler handler = [shared](HttpRequest request) { return async_answer_debug(shared, std::move(request)); };
  return std::make_unique<HttpListener>(runtime, std::move(options), std::move(handler));
}

bool is_loopback(const ListenAddress& address)
{
  return address.address.starts_with("127.") || address.address == "::1";
}

}  // namespace kubexx
