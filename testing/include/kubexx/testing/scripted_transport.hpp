// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/http/transport.hpp"
#include "kubexx/testing/scripted_body.hpp"

namespace kubexx::testing {

/// A request as a ScriptedTransport got it. A value type.
struct ScriptedRequest : HttpRequest {
  ScriptedRequest(HttpRequest request, ExchangeLimits bounds);

  /// The target without its query.
  [[nodiscard]] std::string_view path() const;
  /// A query parameter, decoded; nullopt when it was not sent.
  [[nodiscard]] std::optional<std::string> param(std::string_view name) const;
  [[nodiscard]] bool is_watch() const;
  /// True for the GET of a collection, as `/api/v1/namespaces/x/pods`, that is not a watch.
  [[nodiscard]] bool is_list() const;

  ExchangeLimits limits;
};

/// A complete response with JSON.
[[nodiscard]] HttpResponse json_response(unsigned status, std::string body);
/// A failure as the API server answers it: a Status. `retry_after` is in seconds.
[[nodiscard]] HttpResponse status_response(unsigned code, std::string_view reason, std::string_view message,
                                           std::optional<int> retry_after = {});

/// A response whose body the test plays; a WatchScript is such a script.
[[nodiscard]] HttpResponse stream_response(const BodyScript& script);

/// Answers in order, and what is answered when they are used up. Thread safe.
class AnswerScript {
public:
  /// May throw TransportError. A ScriptedBody in the response ends with the stop token of its exchange.
  using Answer = std::function<HttpResponse(const ScriptedRequest&)>;

  AnswerScript() = default;
  AnswerScript(const AnswerScript&) = delete;
  AnswerScript& operator=(const AnswerScript&) = delete;

  /// The next answer: a complete response. Its Content-Type is that of `headers`, or JSON.
  AnswerScript& answer(unsigned status, std::string body, Headers headers = {});
  /// The next answer: status_response.
  AnswerScript& refuse(unsigned code, std::string_view reason, std::string_view message,
                       std::optional<int> retry_after = {});
  /// The next answer: a body in chunks; at its end, or instead of it, the error `ending`.
  AnswerScript& stream(std::vector<std::string> chunks, std::optional<TransportErrc> ending = {},
                       unsigned status = 200);
  /// The next answer: stream_response.
  AnswerScript& play(const BodyScript& script);
  /// The next exchange fails.
  AnswerScript& fail(TransportErrc code);
  /// The next exchange waits for `until` and then gets the answer after this one. Its stop token ends it with
  /// TransportErrc::cancelled; its deadline does not, because a ScriptedTransport has no clock.
  AnswerScript& hang(OneShot until = {});
  /// The next answer: what `answer` returns or throws. It runs on the thread of the exchange.
  AnswerScript& then(Answer answer);
  /// The answer whenever there is no next one; replaces an earlier one.
  AnswerScript& always(Answer answer);
  /// The number of next answers.
  [[nodiscard]] std::size_t left() const;

private:
  friend class ScriptedTransport;
  struct Step {
    Answer answer;
    std::optional<OneShot> until;  // instead of an answer
  };
  [[nodiscard]] std::optional<Step> take();
  AnswerScript& push(Step step);

  mutable std::mutex mutex_;
  std::deque<Step> steps_;  // guarded by mutex_
  Answer always_;           // guarded by mutex_
};

/// A transport whose answers a test decides, inline: for a Client without a server. A request gets its answer from the
/// newest of the scripts `on…` that matches it and has one, or from the script that the transport itself is:
///
///   transport.answer(200, pod).answer(404, "");       // whatever comes first, and second
///   transport.on_watch().play(script);                // the next watch
///   transport.on([](const ScriptedRequest& r) { return r.method == "PATCH"; }).always(...);
///
/// A request that nothing answers throws std::logic_error with its method and target. Thread safe.
class ScriptedTransport : public Transport, public AnswerScript {
public:
  using Predicate = std::function<bool(const ScriptedRequest&)>;

  /// The answers to requests for which `matches` is true. The result lives as long as the transport.
  AnswerScript& on(Predicate matches);
  /// The answers to lists, and to watches; the same script at each call.
  AnswerScript& on_list();
  AnswerScript& on_watch();

  [[nodiscard]] awaitable<HttpResponse> exchange(HttpRequest request, ExchangeLimits limits) final;
  /// True, unless set_inline changed it. Blocking verbs of a `hang` need false.
  [[nodiscard]] bool completes_inline() const noexcept final { return inline_; }
  void set_inline(bool completes_inline) noexcept { inline_ = completes_inline; }

  /// The number of requests until now. References stay valid until the transport is destroyed.
  [[nodiscard]] std::size_t count() const;
  [[nodiscard]] std::size_t count(const Predicate& matches) const;
  /// Throws std::out_of_range if there are fewer.
  [[nodiscard]] const ScriptedRequest& request(std::size_t at) const;
  /// The last one, and the last one of those that match. Throws std::logic_error if there is none.
  [[nodiscard]] const ScriptedRequest& last() const;
  [[nodiscard]] const ScriptedRequest& last(const Predicate& matches) const;

private:
  struct Matched {
    Predicate matches;
    std::unique_ptr<AnswerScript> script;
  };
  [[nodiscard]] Step next(const ScriptedRequest& request);
  AnswerScript& kept(AnswerScript*& script, Predicate matches);

  mutable std::mutex mutex_;
  std::deque<ScriptedRequest> requests_;  // guarded by mutex_; none changes
  std::deque<Matched> matched_;           // guarded by mutex_; none changes
  AnswerScript* lists_ = nullptr;         // guarded by mutex_
  AnswerScript* watches_ = nullptr;       // guarded by mutex_
  std::atomic<bool> inline_ = true;
};

}  // namespace kubexx::testing
