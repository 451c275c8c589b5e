// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>

#include "cluster.hpp"
#include "connection.hpp"

namespace kubexx::bench {

/// The API server around a Cluster: TLS 1.3 and HTTP/1.1, all of it on the thread that calls run_until().
class Server {
public:
  using Clock = std::chrono::steady_clock;

  /// Listens on a free port of 127.0.0.1 and writes a kubeconfig for it.
  explicit Server(const std::filesystem::path& kubeconfig);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  [[nodiscard]] Cluster& cluster() noexcept { return cluster_; }
  /// When the last request arrived.
  [[nodiscard]] Clock::time_point last_request() const noexcept { return last_request_; }

  /// Serves until `done`, which is asked after each round, or until `deadline`. Returns whether it was done.
  bool run_until(Clock::time_point deadline, const std::function<bool()>& done);

private:
  void accept_one();
  void serve(Connection& connection);
  /// True when there was a whole request.
  bool answer_one(Connection& connection);
  void close(int socket);

  std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context_;
  int listener_, epoll_;
  Cluster cluster_;
  std::map<int, std::unique_ptr<Connection>> connections_;
  Clock::time_point last_request_;
};

}  // namespace kubexx::bench
