// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "../support/scripted_body.hpp"
#include "kubexx/http/transport.hpp"

namespace kubexx::test {

/// Answers each request with the next step of a script, inline, and keeps what was asked. One thread at a time.
class ScriptedTransport final : public Transport {
public:
  using Answer = std::function<HttpResponse(const HttpRequest&, const ExchangeLimits&)>;

  ScriptedTransport& answer(unsigned status, std::string body, Headers headers = {})
  {
    return then([status, body = std::move(body), headers](const HttpRequest&, const ExchangeLimits&) {
      HttpResponse response;
      response.status = status;
      response.headers = headers;
      response.body = body;
      return response;
    });
  }
  ScriptedTransport& stream(std::vector<std::string> pieces, std::optional<TransportErrc> ending = {},
                            unsigned status = 200)
  {
    return then([=](const HttpRequest&, const ExchangeLimits&) {
      HttpResponse response;
      response.status = status;
      response.stream = std::make_unique<ScriptedBody>(pieces, ending);
      return response;
    });
  }
  ScriptedTransport& fail(TransportErrc code)
  {
    return then([code](const HttpRequest&, const ExchangeLimits&) -> HttpResponse {
      throw TransportError(code, "the script says so");
    });
  }
  ScriptedTransport& then(Answer answer)
  {
    script_.push_back(std::move(answer));
    return *this;
  }

  awaitable<HttpResponse> exchange(HttpRequest request, ExchangeLimits bounds) override
  {
    requests.push_back(request);
    limits.push_back(bounds);
    if (script_.empty()) throw std::runtime_error("nothing scripted for " + request.method + " " + request.target);
    const Answer answer = std::move(script_.front());
    script_.pop_front();
    co_return answer(request, bounds);
  }
  [[nodiscard]] bool completes_inline() const noexcept override { return inline_answers; }

  [[nodiscard]] const HttpRequest& last() const { return requests.back(); }
  [[nodiscard]] std::size_t left() const noexcept { return script_.size(); }

  std::vector<HttpRequest> requests;
  std::vector<ExchangeLimits> limits;
  bool inline_answers = true;

private:
  std::deque<Answer> script_;
};

}  // namespace kubexx::test
