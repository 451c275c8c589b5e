// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "kubexx/testing/scripted_transport.hpp"

namespace kubexx::testing {

/// Runs `work` as far as it gets: its value, or what it threw, or "waits".
template <class T>
struct ScriptedRun {
  ScriptedRun(asio::io_context& context, awaitable<T> work) : context_(context)
  {
    asio::co_spawn(context, std::move(work), [outcome = outcome_](std::exception_ptr failed, T result) {
      if (failed) {
        outcome->error = failed;
      } else {
        outcome->value.emplace(std::move(result));
      }
    });
    go_on();
  }
  void go_on()
  {
    context_.restart();
    context_.poll();
  }
  [[nodiscard]] bool waits() const { return !outcome_->value && !outcome_->error; }
  T& value()
  {
    if (outcome_->error) std::rethrow_exception(outcome_->error);
    return outcome_->value.value();
  }

private:
  struct Outcome {
    std::optional<T> value;
    std::exception_ptr error;
  };
  asio::io_context& context_;
  std::shared_ptr<Outcome> outcome_ = std::make_shared<Outcome>();
};

/// What a read ends with: its chunk, "the end", "waits", or the code of its error.
[[nodiscard]] inline std::string text_of(ScriptedRun<std::string>& read)
{
  if (read.waits()) return "waits";
  try {
    return read.value().empty() ? "the end" : read.value();
  } catch (const TransportError& error) {
    return to_string(error.code());
  }
}

/// A request and its limits, which a ScriptedTransport answers.
[[nodiscard]] inline ScriptedRun<HttpResponse> ask(asio::io_context& context, ScriptedTransport& transport,
                                                   std::string target, std::string method = "GET",
                                                   std::stop_token stop = {})
{
  HttpRequest request;
  request.method = std::move(method);
  request.target = std::move(target);
  ExchangeLimits limits;
  limits.stop = std::move(stop);
  return {context, transport.exchange(std::move(request), std::move(limits))};
}

}  // namespace kubexx::testing
