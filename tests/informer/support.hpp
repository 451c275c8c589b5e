// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/io_context.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/apimachinery/object.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/random.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/informer/informer.hpp"

namespace kubexx::informer_test {

[[nodiscard]] const ResourceType& config_maps();

/// The JSON of a ConfigMap.
[[nodiscard]] std::string json_of(std::string_view namespace_, std::string_view name, std::string_view uid,
                                  std::string_view version, std::string_view labels = "{}");
/// The same as an Object.
[[nodiscard]] Object object_of(std::string_view namespace_, std::string_view name, std::string_view uid,
                               std::string_view version, std::string_view labels = "{}");
/// "namespace/name=version" of each, separated by blanks.
[[nodiscard]] std::string text_of(const std::vector<Object>& objects);
[[nodiscard]] std::string text_of(const ObjectSnapshot& objects);
/// One line per delta: "add a/b=5", "update a/b=4>5", "delete a/b=5", "lost a/b=5", "list_started", "list_done=7";
/// initial adds are "initial a/b=5".
[[nodiscard]] std::string text_of(const Delta& delta);
[[nodiscard]] std::vector<std::string> texts_of(const std::vector<Delta>& deltas);

/// For scripted servers, which list in pages alone.
[[nodiscard]] InformerOptions paged();

/// A handler that writes down what it is called with, in the spelling of text_of(Delta).
[[nodiscard]] EventHandler recorder(std::shared_ptr<std::vector<std::string>> calls);

/// Keeps the lines of a Log as "level message key=value …".
class LineSink final : public LogSink {
public:
  [[nodiscard]] bool enabled(LogLevel level) const noexcept override { return level >= LogLevel::info; }
  void write(const LogLine& line) noexcept override;
  [[nodiscard]] std::vector<std::string> lines() const;
  [[nodiscard]] std::size_t count(std::string_view part) const;

private:
  mutable std::mutex mutex_;
  std::vector<std::string> lines_;
};

/// One thread, virtual time: what a simulation has.
struct World {
  explicit World(std::uint64_t seed = 1);
  /// Runs everything that can run now.
  void settle();
  /// Moves time on from timer to timer, and runs everything at each.
  void advance(Duration step);
  /// Runs `work` to its end, which must not need time.
  template <class T>
  T run(awaitable<T> work)
  {
    std::optional<T> value;
    spawn(context.get_executor(), store(std::move(work), value));
    settle();
    return std::move(value.value());
  }
  void run(awaitable<void> work);

  asio::io_context context;
  ManualClock clock;
  SeededRandom random;
  std::shared_ptr<LineSink> lines = std::make_shared<LineSink>();
  Runtime runtime;

private:
  template <class T>
  static awaitable<void> store(awaitable<T> work, std::optional<T>& value)
  {
    value = co_await std::move(work);
  }
};

/// The server's end of a watch, played by the test.
class WatchScript {
public:
  void send(std::string line);
  void added(const std::string& json) { send(R"({"type":"ADDED","object":)" + json + "}"); }
  void modified(const std::string& json) { send(R"({"type":"MODIFIED","object":)" + json + "}"); }
  void deleted(const std::string& json) { send(R"({"type":"DELETED","object":)" + json + "}"); }
  void bookmark(std::string_view version, bool initial_events_end = false);
  void error(unsigned code, std::string_view reason, std::string_view message = "");
  /// The stream ends in order.
  void end();
  /// The connection breaks.
  void break_off(TransportErrc code);
  /// The client has closed it.
  [[nodiscard]] bool closed() const;
  /// The client's end.
  [[nodiscard]] std::unique_ptr<BodyStream> open() const;

private:
  friend class ScriptedBody;
  struct State {
    std::deque<std::string> pieces;
    bool ended = false, closed = false;
    std::optional<TransportErrc> broken;
    std::optional<OneShot> reader;
  };
  void wake();
  std::shared_ptr<State> state_ = std::make_shared<State>();
};

/// A transport whose answers a test decides; it answers on the caller's thread. Not thread safe.
class ScriptedTransport final : public Transport {
public:
  struct Request {
    std::string target;
    bool watch = false;
    std::optional<SteadyTime> deadline = std::nullopt;
    /// A query parameter, decoded; nullopt when it was not sent.
    [[nodiscard]] std::optional<std::string> param(std::string_view name) const;
  };
  using Answer = std::function<HttpResponse(const Request&)>;

  [[nodiscard]] awaitable<HttpResponse> exchange(HttpRequest request, ExchangeLimits limits) override;
  [[nodiscard]] bool completes_inline() const noexcept override { return true; }

  /// Answers each list, and each watch, with what `next_…` holds first, and then with the standing answer. An answer
  /// may throw TransportError.
  std::deque<Answer> next_lists, next_watches;
  Answer list, watch;

  /// Of all requests so far.
  std::vector<Request> requests;
  [[nodiscard]] std::size_t lists() const;
  [[nodiscard]] std::size_t watches() const;
  [[nodiscard]] const Request& last_list() const;
  [[nodiscard]] const Request& last_watch() const;

  /// The watch that `watch` opened last, when it is the default answer.
  WatchScript script;
  ScriptedTransport();
};

/// Answers.
[[nodiscard]] HttpResponse list_of(std::string_view version, const std::vector<std::string>& items,
                                   std::string_view continue_ = "");
[[nodiscard]] HttpResponse status_of(unsigned code, std::string_view reason, std::string_view message,
                                     std::optional<int> retry_after = {});
[[nodiscard]] HttpResponse stream_of(const WatchScript& script);
[[noreturn]] void refuse(TransportErrc code = TransportErrc::connect);

}  // namespace kubexx::informer_test
