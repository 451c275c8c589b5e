// SPDX-License-Identifier: Apache-2.0
#include "harness.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "kubexx/base/console_log.hpp"

namespace kubexx::testing {

namespace {

ApiServer::Options server_options(const SimulatedRuntime& sim)
{
  ApiServer::Options options;
  options.clock = &sim.clock();
  options.random = sim.runtime().random;
  return options;
}

// Ends a request that nobody answers.
awaitable<void> never_answer(Runtime runtime, ExchangeLimits limits)
{
  const bool timed_out =
      co_await async_sleep_until(*runtime.clock, limits.deadline.value_or(SteadyTime::max()), limits.stop);
  throw TransportError(timed_out ? TransportErrc::timeout : TransportErrc::cancelled, "nobody answers");
}

}  // namespace

std::shared_ptr<RecordingLog> make_recording_log()
{
  const bool print = std::getenv("KUBEXX_TEST_LOG") != nullptr;
  return std::make_shared<RecordingLog>(RecordingLog::Options{
      .least = LogLevel::debug, .next = print ? make_console_log({.level = LogLevel::debug}) : nullptr});
}

awaitable<HttpResponse> ControlledTransport::exchange(HttpRequest request, ExchangeLimits limits)
{
  ++requests[request.method + " " + request.target.substr(0, request.target.find('?'))];
  if (hang && hang(request)) co_await never_answer(runtime_, limits);
  if (delay) {
    const Duration time = delay(request);
    if (time > Duration::zero()) (void)co_await async_sleep(*runtime_.clock, time);
  }
  if (on_request) {
    if (auto answer = on_request(request)) co_return std::move(*answer);
  }
  co_return co_await inner_->exchange(std::move(request), std::move(limits));
}

std::unique_ptr<HttpResponse> status_answer(unsigned code, std::string_view reason, std::string_view message)
{
  auto response = std::make_unique<HttpResponse>();
  response->status = code;
  response->headers.add("Content-Type", "application/json");
  response->body = R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":")" +
                   std::string(message) + R"(","reason":")" + std::string(reason) + R"(","code":)" +
                   std::to_string(code) + "}";
  return response;
}

Harness::Harness(ManagerOptions options, bool measured)
    : sim({.seed = 1, .disorder = 0, .log = Log(log), .metrics = measured ? &metrics : nullptr}),
      server(server_options(sim)),
      transport(std::make_shared<ControlledTransport>(sim.runtime(), make_in_process_transport(sim.runtime(), server))),
      user(sim.user_runtime(), make_in_process_transport(sim.runtime(), server)),
      manager(Client(sim.runtime(), transport), std::move(options))
{
}

Harness::~Harness()
{
  transport->hang = nullptr;
  transport->on_request = nullptr;
  stop();
}

Object Harness::create(const ResourceType& type, std::string_view name, std::string_view rest)
{
  return create_json(type, R"({"apiVersion":")" + type.api_version() + R"(","kind":")" + type.kind +
                               R"(","metadata":{"name":")" + std::string(name) + R"(","namespace":"default"})" +
                               std::string(rest) + "}");
}

Object Harness::create_json(const ResourceType& type, std::string_view json)
{
  return user.create(type, Object::parse(json));
}

Object Harness::get(const ResourceType& type, const ObjectKey& key)
{
  try {
    return user.get(type, key);
  } catch (const ApiError& error) {
    if (is_not_found(error)) return {};
    throw;
  }
}

Object Harness::patch(const ResourceType& type, const ObjectKey& key, std::string_view patch,
                      std::string_view subresource)
{
  return user.patch(type, key, patch, {}, subresource);
}

void Harness::remove(const ResourceType& type, const ObjectKey& key)
{
  user.delete_(type, key);
}

std::vector<Object> Harness::list(const ResourceType& type)
{
  return user.list(type).items;
}

void Harness::start()
{
  manager.start();
  const auto ready = [this] { return manager.ready(); };
  ASSERT_TRUE(until(ready)) << manager.readiness().text("readyz", true) << log->text();
}

bool Harness::until(const std::function<bool()>& done, Duration within)
{
  return sim.run_until(done, within);
}

namespace {

awaitable<void> stop_manager(Manager& manager, bool& well)
{
  well = co_await manager.async_stop();
}

}  // namespace

bool Harness::stop(Duration within)
{
  bool well = false;
  std::function<awaitable<void>()> work = [this, &well] { return stop_manager(manager, well); };
  EXPECT_TRUE(sim.run(work, within)) << "async_stop does not come back";
  return well;
}

std::string Harness::metric(const std::string& series) const
{
  const std::string text = "\n" + metrics.text();
  const auto found = text.find("\n" + series + " ");
  if (found == std::string::npos) return "none";
  const auto from = found + series.size() + 2;
  return text.substr(from, text.find('\n', from) - from);
}

}  // namespace kubexx::testing
