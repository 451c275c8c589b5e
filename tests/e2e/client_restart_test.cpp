// SPDX-License-Identifier: Apache-2.0
// The client's watch while a real kube-apiserver is killed and comes back, with its history and without. Each test has
// a control plane of its own.
#include <gmock/gmock.h>

#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>
#include <compare>
#include <future>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <ostream>

#include "etcd.hpp"
#include "real_server.hpp"

namespace kubexx::e2e {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::HasSubstr;

/// One change as a watch tells it, or as the write that made it was answered.
struct Change {
  std::string name, version;
  auto operator<=>(const Change&) const = default;
};
void PrintTo(const Change& change, std::ostream* out)
{
  *out << change.name << "@" << change.version;
}

/// Follows a kind in one namespace as an informer would: goes on at the last version, lists again when that is gone.
class Follower {
public:
  Follower(Client client, ResourceType type) : client_(std::move(client)), type_(std::move(type))
  {
    version_ = client_.list(type_, listing()).resource_version;
    ended_ = asio::co_spawn(client_.runtime().executor, follow(), asio::use_future);
  }
  ~Follower() { stop(); }
  Follower(const Follower&) = delete;
  Follower& operator=(const Follower&) = delete;

  void stop()
  {
    stop_.request_stop();
    if (ended_.valid()) ended_.get();
  }
  /// While it holds, nothing is followed.
  void pause(bool hold) { paused_ = hold; }
  [[nodiscard]] std::vector<Change> changes() const
  {
    const std::lock_guard lock(mutex_);
    return changes_;
  }
  [[nodiscard]] std::vector<std::string> deleted() const
  {
    const std::lock_guard lock(mutex_);
    return deleted_;
  }
  [[nodiscard]] std::map<std::string, std::string> state() const
  {
    const std::lock_guard lock(mutex_);
    return state_;
  }
  [[nodiscard]] std::vector<std::string> relists() const
  {
    const std::lock_guard lock(mutex_);
    return relists_;
  }
  [[nodiscard]] std::string unexpected() const
  {
    const std::lock_guard lock(mutex_);
    return unexpected_;
  }
  [[nodiscard]] int streams() const { return streams_; }
  [[nodiscard]] int broken() const { return broken_; }

private:
  static ListOptions listing()
  {
    ListOptions options;
    options.namespace_ = "default";
    options.field_selector = "metadata.name!=kube-root-ca.crt";
    return options;
  }

  awaitable<void> follow()
  {
    auto& clock = *client_.runtime().clock;
    while (!stop_.stop_requested()) {
      if (!paused_) co_await once();
      co_await async_sleep(clock, 20ms, stop_.get_token());
    }
  }

  /// One watch, to its end, whatever that is.
  awaitable<void> once()
  {
    bool gone = false;
    try {
      WatchOptions options;
      options.namespace_ = "default";
      options.field_selector = "metadata.name!=kube-root-ca.crt";
      options.resource_version = version_;
      options.server_timeout = 600s;
      options.stop = stop_.get_token();
      const auto stream = co_await client_.async_watch(type_, options);
      ++streams_;
      while (const auto event = co_await stream->async_next()) {
        take(*event);
        if (paused_) co_return;
      }
    } catch (const ApiError& error) {
      gone = is_gone(error);
      // A server that has just come back may say that it is not ready yet.
      if (gone || !error.retryable()) note(gone ? &relists_ : nullptr, error);
    } catch (const TransportError& error) {
      if (error.code() != TransportErrc::cancelled) ++broken_;
    }
    if (gone) co_await list_again();
  }

  awaitable<void> list_again()
  {
    try {
      const ObjectList list = co_await client_.async_list_all(type_, listing());
      const std::lock_guard lock(mutex_);
      std::map<std::string, std::string> now;
      for (const auto& item : list.items) now.emplace(item.name(), item.resource_version());
      for (const auto& [name, version] : now) {
        const auto known = state_.find(name);
        if (known == state_.end() || known->second != version) changes_.push_back({name, version});
      }
      for (const auto& [name, version] : state_) {
        if (!now.contains(name)) deleted_.push_back(name);
      }
      state_ = std::move(now);
      version_ = list.resource_version;
    } catch (const std::exception&) {
      // The watch will be gone again.
    }
  }

  void take(const WatchEvent& event)
  {
    const std::lock_guard lock(mutex_);
    if (event.type != WatchEvent::Type::bookmark) {
      const std::string name(event.object.name());
      if (event.type == WatchEvent::Type::deleted) {
        deleted_.push_back(name);
        state_.erase(name);
      } else {
        const std::string version(event.object.resource_version());
        changes_.push_back({name, version});
        state_[name] = version;
      }
    }
    version_ = event.resource_version;
  }
  void note(std::vector<std::string>* where, const std::exception& error)
  {
    const std::lock_guard lock(mutex_);
    if (where != nullptr) {
      where->push_back(error.what());
    } else {
      unexpected_ = error.what();
    }
  }

  Client client_;
  const ResourceType type_;
  std::stop_source stop_;
  std::atomic<bool> paused_ = false;
  std::atomic<int> streams_ = 0;
  std::atomic<int> broken_ = 0;
  std::string version_;  // of the coroutine alone
  mutable std::mutex mutex_;
  std::vector<Change> changes_;               // guarded by mutex_
  std::vector<std::string> deleted_;          // guarded by mutex_
  std::map<std::string, std::string> state_;  // guarded by mutex_; name and version of what there is
  std::vector<std::string> relists_;          // guarded by mutex_; why
  std::string unexpected_;                    // guarded by mutex_
  std::future<void> ended_;                   // the last member: uses all others
};

/// A server that is ready may still refuse for a moment ("not yet ready to handle request"); it has done nothing
/// then.
template <class F>
auto persist(const F& call)
{
  std::optional<decltype(call())> result;
  std::string last;
  const bool done = eventually(
      [&] {
        try {
          result.emplace(call());
          return true;
        } catch (const ApiError& error) {
          if (!error.retryable() && !is_forbidden(error) && !is_not_found(error)) throw;
          last = error.what();
          return false;
        }
      },
      60s);
  if (!done) throw std::runtime_error(last);
  return std::move(*result);
}

/// Makes changes and keeps what was answered. Each batch with a client of its own: no connection is older than the
/// server.
class Writer {
public:
  explicit Writer(const PlaneFiles& files) : files_(files) {}

  void write(const std::string& prefix, int count)
  {
    const auto client = client_with(admin_token, files_);
    for (int i = 0; i < count; ++i) {
      const std::string name = prefix + "-" + std::to_string(i);
      keep(persist([&] { return client.create(config_maps(), config_map("default", name)); }));
      keep(persist([&] { return client.patch(config_maps(), {"default", name}, R"({"data":{"key":"second"}})"); }));
      if (i % 2 == 1) continue;
      persist([&] {
        client.delete_(config_maps(), {"default", name});
        return 0;
      });
      deleted_.push_back(name);
    }
  }
  [[nodiscard]] const std::vector<Change>& changes() const { return changes_; }
  [[nodiscard]] const std::vector<std::string>& deleted() const { return deleted_; }

private:
  void keep(const Object& answer)
  {
    changes_.push_back({std::string(answer.name()), std::string(answer.resource_version())});
  }
  const PlaneFiles files_;
  std::vector<Change> changes_;
  std::vector<std::string> deleted_;
};

/// ConfigMaps are served from etcd, where history outlives the server; Foos from the server's memory, as is usual.
class ClientRestart : public OwnControlPlane {
protected:
  [[nodiscard]] std::vector<std::string> apiserver_flags() const override
  {
    return {"--watch-cache-sizes=configmaps#0"};
  }

  void restart()
  {
    control_plane().kill_apiserver();
    control_plane().start_apiserver();
  }
};

TEST_F(ClientRestart, AWatchGoesOnWithoutLossOrRepetition)
{
  Follower follower(client_with(admin_token, files()), config_maps());
  Writer writer(files());
  writer.write("before", 10);
  ASSERT_TRUE(eventually([&] { return follower.changes().size() == writer.changes().size(); }, 60s));
  for (int round = 0; round < 2; ++round) {
    // What is written at the last moment may or may not have been told.
    writer.write("late-" + std::to_string(round), 5);
    restart();
    writer.write("after-" + std::to_string(round), 5);
  }
  EXPECT_TRUE(eventually(
      [&] {
        return follower.changes().size() >= writer.changes().size() &&
               follower.deleted().size() >= writer.deleted().size();
      },
      90s));
  follower.stop();
  EXPECT_EQ(follower.changes(), writer.changes()) << "in order, each once; " << follower.unexpected();
  EXPECT_EQ(follower.deleted(), writer.deleted());
  EXPECT_TRUE(follower.relists().empty()) << follower.relists().front();
  EXPECT_GE(follower.streams(), 3);
}

TEST_F(ClientRestart, WhenTheHistoryIsGoneItSaysSoAndListsAgain)
{
  Follower follower(client_with(admin_token, files()), config_maps());
  Writer writer(files());
  writer.write("before", 4);
  ASSERT_TRUE(eventually([&] { return follower.deleted().size() == 2; }, 60s));
  // It looks away; meanwhile there are changes, and then etcd forgets them.
  follower.pause(true);
  control_plane().kill_apiserver();  // ends the stream that waits
  control_plane().start_apiserver();
  writer.write("unseen", 4);
  client_with(admin_token, files()).delete_(config_maps(), {"default", "before-1"});
  const auto version = client_with(admin_token, files()).list(config_maps()).resource_version;
  Etcd(control_plane().etcd_port()).compact(version);
  follower.pause(false);
  ASSERT_TRUE(eventually([&] { return !follower.relists().empty(); }, 90s)) << follower.unexpected();
  EXPECT_THAT(follower.relists().front(), AllOf(HasSubstr("watch configmaps"), HasSubstr("410")));
  // Whom a list names and in which version.
  const auto there = [&] {
    ListOptions all;
    all.namespace_ = "default";
    all.field_selector = "metadata.name!=kube-root-ca.crt";
    std::map<std::string, std::string> names;
    const auto client = client_with(admin_token, files());
    for (const auto& item : client.list(config_maps(), all).items) names.emplace(item.name(), item.resource_version());
    return names;
  };
  EXPECT_TRUE(eventually([&, now = there()] { return follower.state() == now; }, 60s));
  writer.write("afterwards", 4);
  EXPECT_TRUE(eventually([&, now = there()] { return follower.state() == now; }, 60s));
  EXPECT_EQ(there().size(), 5U);
  follower.stop();
  EXPECT_THAT(follower.deleted(), testing::Contains("before-1"));

  // From the server's memory an old version is gone with the server.
  const auto old = persist([&] { return client_with(admin_token, files()).list(foos()).resource_version; });
  persist([&] { return client_with(admin_token, files()).create(foos(), foo("default", "made", "d", 1)); });
  restart();
  const auto client = client_with(admin_token, files());
  WatchOptions options;
  options.resource_version = old;
  std::string error;
  const auto is_typed = [&] {
    try {
      const auto stream = open_watch(client, foos(), options);
      (void)next_event(*stream);
      error = "the server still knew " + old;
    } catch (const ApiError& refused) {
      error = refused.what();
      return is_gone(refused) && refused.code() == 410;
    } catch (const TransportError& failed) {
      error = failed.what();
    }
    return false;
  };
  EXPECT_TRUE(eventually(is_typed, 60s)) << error;
  EXPECT_THAT(error, HasSubstr("too old resource version"));
}

TEST_F(ClientRestart, AnAggregatedApiThatIsDownIsUnavailable)
{
  const ResourceType services{"apiregistration.k8s.io", "v1", "APIService", "apiservices", Scope::cluster};
  const ResourceType things{"down.e2e.example.com", "v1", "Thing", "things", Scope::cluster};
  admin().create(services, Object::from_json({{"apiVersion", "apiregistration.k8s.io/v1"},
                                              {"kind", "APIService"},
                                              {"metadata", {{"name", "v1.down.e2e.example.com"}}},
                                              {"spec",
                                               {{"group", "down.e2e.example.com"},
                                                {"version", "v1"},
                                                {"groupPriorityMinimum", 100},
                                                {"versionPriority", 10},
                                                {"insecureSkipTLSVerify", true},
                                                {"service", {{"namespace", "default"}, {"name", "nowhere"}}}}}}));
  std::optional<ApiError> unavailable;
  std::string last;
  EXPECT_TRUE(eventually(
      [&] {
        try {
          (void)admin().list(things);
        } catch (const ApiError& error) {
          last = error.what();
          if (error.code() == 503) unavailable = error;
        }
        return unavailable.has_value();
      },
      60s))
      << last;
  ASSERT_TRUE(unavailable);
  EXPECT_EQ(unavailable->reason(), "ServiceUnavailable");
  EXPECT_TRUE(unavailable->retryable());
  EXPECT_THAT(unavailable->status().message, HasSubstr("service unavailable"));
}

}  // namespace
}  // namespace kubexx::e2e
