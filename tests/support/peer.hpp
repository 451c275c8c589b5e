// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// What tests and benchmarks that play a server (or a client) byte by byte share.
namespace kubexx::test {

/// A listening socket on a free loopback port. Throws std::runtime_error.
[[nodiscard]] int listen_on_loopback(int backlog, std::uint16_t& port);

/// One end of a TCP connection: blocking, byte by byte under the test's control.
class Peer {
public:
  /// Owns the socket: sends at once, and waits for at most 20 s when it reads.
  explicit Peer(int handle);
  /// Connects to a loopback port.
  [[nodiscard]] static std::unique_ptr<Peer> connect(std::uint16_t port);
  ~Peer() { close(); }
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  /// Reads until `end` has come; returns everything. Empty when the client closed first.
  std::string read_until(std::string_view end = "\r\n\r\n");
  /// Exactly `size` bytes; fewer when the client closed first.
  std::string read(std::size_t size);
  /// As read, in large pieces that are thrown away: how many came.
  std::size_t read_block(std::size_t size);
  /// True when the client closes (or resets) within a bound.
  [[nodiscard]] bool wait_closed();
  /// False when the other end has gone.
  bool write(std::string_view bytes);
  void write_one_by_one(std::string_view bytes);
  /// A chunk of a chunked body.
  bool write_chunk(std::string_view bytes);
  void close();
  /// RST instead of FIN.
  void reset();
  /// Ends both directions, also for a thread that reads.
  void shut_down() const;
  [[nodiscard]] int handle() const noexcept { return handle_; }
  /// Passes bytes between two connections until one of them closes.
  static void relay(const Peer& a, const Peer& b);

private:
  int handle_;
};

/// A loopback port where connecting neither succeeds nor fails.
class BlackHole {
public:
  BlackHole();
  ~BlackHole();
  BlackHole(const BlackHole&) = delete;
  BlackHole& operator=(const BlackHole&) = delete;
  [[nodiscard]] std::uint16_t port() const noexcept { return port_; }

private:
  std::vector<int> handles_;
  std::uint16_t port_ = 0;
};

/// A gzip file of so many blanks: a hundredth or less of what it becomes.
[[nodiscard]] std::string gzip_of_blanks(std::size_t size);

}  // namespace kubexx::test
