// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "kubexx/base/manual_clock.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/testing/recording_metrics.hpp"
#include "kubexx/testing/scripted_transport.hpp"

namespace kubexx::test {

inline const ResourceType foos{"samplecontroller.k8s.io", "v1alpha1", "Foo", "foos", Scope::namespaced};

inline constexpr const char* web = R"({"apiVersion":"apps/v1","kind":"Deployment",
  "metadata":{"name":"web","namespace":"default","uid":"u-1","resourceVersion":"5"}})";

inline std::string failure(unsigned code, const std::string& reason, const std::string& message,
                           const std::string& details = "{}")
{
  return R"({"kind":"Status","apiVersion":"v1","status":"Failure","message":")" + message + R"(","reason":")" + reason +
         R"(","details":)" + details + R"(,"code":)" + std::to_string(code) + "}";
}

/// Does nothing.
class PassingInterceptor final : public Interceptor {
public:
  awaitable<HttpResponse> intercept(ApiCall call, Next next) override { co_return co_await next(std::move(call)); }
};

class ClientTest : public ::testing::Test {
protected:
  Runtime make_runtime()
  {
    Runtime runtime;
    runtime.clock = &clock;
    runtime.random = &random;
    runtime.executor = context.get_executor();
    runtime.metrics = &metrics;
    return runtime;
  }

  /// Runs `work` and moves the clock to whatever it waits for.
  template <class T>
  T run(awaitable<T> work)
  {
    std::optional<T> result;
    std::exception_ptr error;
    bool done = false;
    asio::co_spawn(context, std::move(work), [&](std::exception_ptr failed, T value) {
      error = failed;
      if (!failed) result.emplace(std::move(value));
      done = true;
    });
    for (;;) {
      context.restart();
      context.poll();
      if (done) break;
      if (!clock.advance_to_next()) throw std::runtime_error("waits for nothing");
    }
    if (error) std::rethrow_exception(error);
    return std::move(*result);
  }

  template <class Call>
  std::string error_of(Call call)
  {
    try {
      call();
    } catch (const std::exception& error) {
      return error.what();
    }
    return "no error";
  }

  ManualClock clock;
  SeededRandom random{7};
  testing::RecordingMetrics metrics;
  asio::io_context context;
  std::shared_ptr<testing::ScriptedTransport> transport = std::make_shared<testing::ScriptedTransport>();
  Client client{make_runtime(), transport};
};

}  // namespace kubexx::test
