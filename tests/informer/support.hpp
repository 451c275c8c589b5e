// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/io_context.hpp>
#include <memory>
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
#include "kubexx/testing/recording_log.hpp"
#include "kubexx/testing/scripted_transport.hpp"
#include "kubexx/testing/watch_script.hpp"

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
  std::shared_ptr<testing::RecordingLog> lines =
      std::make_shared<testing::RecordingLog>(testing::RecordingLog::Options{.least = LogLevel::info});
  Runtime runtime;

private:
  template <class T>
  static awaitable<void> store(awaitable<T> work, std::optional<T>& value)
  {
    value = co_await std::move(work);
  }
};

using testing::ScriptedRequest;
using testing::WatchScript;

/// Until a test says otherwise, lists are empty and watches are `script`, a new one for each.
class ScriptedServer : public testing::ScriptedTransport {
public:
  ScriptedServer();
  [[nodiscard]] std::size_t lists() const { return count(&ScriptedRequest::is_list); }
  [[nodiscard]] std::size_t watches() const { return count(&ScriptedRequest::is_watch); }
  [[nodiscard]] const ScriptedRequest& last_list() const { return last(&ScriptedRequest::is_list); }
  [[nodiscard]] const ScriptedRequest& last_watch() const { return last(&ScriptedRequest::is_watch); }

  WatchScript script;  ///< of the last watch
};

/// Answers.
[[nodiscard]] HttpResponse list_of(std::string_view version, const std::vector<std::string>& items,
                                   std::string_view continue_ = "");
[[noreturn]] void refuse(TransportErrc code = TransportErrc::connect);

}  // namespace kubexx::informer_test
