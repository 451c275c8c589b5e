// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "connection.hpp"

namespace kubexx::bench {

/// One request with all of its body.
struct Call {
  std::string_view method, path, query, body;

  /// Empty when it is not there.
  [[nodiscard]] std::string_view parameter(std::string_view name) const;
  [[nodiscard]] bool flag(std::string_view name) const;
};

/// What the API server of this benchmark keeps: Foos, which it makes itself, and the Deployments that the controller
/// creates, as the text that is sent. It accepts events and forgets them.
class Cluster {
public:
  using Time = std::chrono::steady_clock::time_point;

  Cluster();

  /// One more Foo, named "foo-0", "foo-1" and so on, for the next flush_watches().
  void add_foo();
  /// Sends each watch what has happened since the last time.
  void flush_watches();

  /// Answers on `connection`, which is not flushed.
  void answer(const Call& call, Connection& connection);
  /// It has ended.
  void forget(const Connection& connection);

  /// When the creation of the Deployment of each Foo arrived.
  [[nodiscard]] const std::map<std::size_t, Time>& created() const noexcept { return created_; }
  /// How often each verb and resource was asked for.
  [[nodiscard]] const std::map<std::string, std::size_t>& requests() const noexcept { return requests_; }
  [[nodiscard]] bool watched() const noexcept { return !foos_.watches.empty() && !deployments_.watches.empty(); }

private:
  struct Item {
    std::uint64_t version = 0;
    std::string name, text;
  };
  struct Kind {
    std::string api_version, kind, resource;
    std::vector<Item> items;
    std::vector<Connection*> watches;
    std::string news;  // not sent yet
  };

  void collection(const Call& call, Kind& kind, Connection& connection);
  void object(const Kind& kind, std::string_view name, Connection& connection);
  void add(Kind& kind, const std::string& name, std::string text);
  void create(const Call& call, Connection& connection);
  /// The event of a request's body with what a server adds.
  [[nodiscard]] std::string accepted(std::string_view body);

  Kind foos_, deployments_;
  std::uint64_t version_ = 0;
  std::map<std::size_t, Time> created_;
  std::map<std::string, std::size_t> requests_;
};

}  // namespace kubexx::bench
