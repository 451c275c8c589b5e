// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "byte_stream.hpp"
#include "kubexx/http/resolver.hpp"
#include "watchdog.hpp"

namespace kubexx::detail {

/// RFC 8305, section 4: the families take turns, beginning with that of the first address; within one the order stays.
[[nodiscard]] std::vector<Endpoint> interleave_by_family(std::vector<Endpoint> endpoints);

/// Connects to the first of several addresses that answers ("happy eyeballs", RFC 8305, section 5): the next one is
/// tried 250 ms after the one before, or when that has failed, while the earlier attempts go on. The first connection
/// wins and the other attempts are closed. Used on `strand` alone; owned by shared_ptr.
class HappyEyeballs : public std::enable_shared_from_this<HappyEyeballs> {
public:
  HappyEyeballs(Clock& clock, asio::any_io_executor strand, std::vector<Endpoint> endpoints);

  /// Until an attempt has succeeded, all have failed, or `cancel`. At most once.
  static awaitable<void> run(std::shared_ptr<HappyEyeballs> self);
  /// Closes every attempt; `run` returns.
  void cancel();

  /// The connection; null when there is none.
  [[nodiscard]] std::unique_ptr<Socket> take_connection() { return std::move(connection_); }
  /// Why the last attempt that failed did, and to which address; no address when that was none.
  [[nodiscard]] const std::string& last_error() const noexcept { return last_error_; }
  [[nodiscard]] const std::string& last_address() const noexcept { return last_address_; }

private:
  void start_next();
  void ended(const std::shared_ptr<Socket>& attempt, const std::string& address,
             const boost::system::error_code& error);
  void failed(std::string why, std::string address);
  void finish();

  Clock& clock_;
  const asio::any_io_executor strand_;
  const std::vector<Endpoint> endpoints_;
  std::size_t next_ = 0;  // index of the address to try next
  std::vector<std::shared_ptr<Socket>> attempts_;
  std::shared_ptr<Watchdog> next_attempt_;  // starts the next attempt
  std::unique_ptr<Socket> connection_;
  std::string last_error_, last_address_;
  bool finished_ = false;
  OneShot done_;
};

}  // namespace kubexx::detail
