// SPDX-License-Identifier: Apache-2.0
#include "support/peer.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <stdexcept>

namespace kubexx::test {

int listen_on_loopback(int backlog, std::uint16_t& port)
{
  const int handle = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  if (handle < 0 || ::bind(handle, reinterpret_cast<sockaddr*>(&address), length) != 0 ||
      ::listen(handle, backlog) != 0 || ::getsockname(handle, reinterpret_cast<sockaddr*>(&address), &length) != 0) {
    throw std::runtime_error("cannot listen on loopback");
  }
  port = ntohs(address.sin_port);
  return handle;
}

Peer::Peer(int handle) : handle_(handle)
{
  const timeval bound{20, 0};
  ::setsockopt(handle, SOL_SOCKET, SO_RCVTIMEO, &bound, sizeof bound);
  const int on = 1;
  ::setsockopt(handle, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

std::unique_ptr<Peer> Peer::connect(std::uint16_t port)
{
  const int handle = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  auto peer = std::make_unique<Peer>(handle);
  if (::connect(handle, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    throw std::runtime_error("cannot connect to loopback");
  }
  return peer;
}

std::string Peer::read_until(std::string_view end)
{
  std::string text;
  while (text.find(end) == std::string::npos) {
    char byte = 0;
    const auto count = ::recv(handle_, &byte, 1, 0);
    if (count <= 0) return {};
    text += byte;
  }
  return text;
}

std::string Peer::read(std::size_t size)
{
  std::string text;
  while (text.size() < size) {
    char byte = 0;
    if (::recv(handle_, &byte, 1, 0) <= 0) break;
    text += byte;
  }
  return text;
}

std::size_t Peer::read_block(std::size_t size)
{
  std::string bytes(std::size_t{64} << 10U, ' ');
  std::size_t got = 0;
  while (got < size) {
    const auto count = ::recv(handle_, bytes.data(), std::min(bytes.size(), size - got), 0);
    if (count <= 0) break;
    got += static_cast<std::size_t>(count);
  }
  return got;
}

void Peer::relay(const Peer& a, const Peer& b)
{
  for (;;) {
    pollfd ends[] = {{a.handle_, POLLIN, 0}, {b.handle_, POLLIN, 0}};
    if (::poll(ends, 2, 20000) <= 0) return;
    for (int index = 0; index < 2; ++index) {
      if (ends[index].revents == 0) continue;
      char bytes[16384];
      const auto count = ::recv(ends[index].fd, bytes, sizeof bytes, 0);
      if (count <= 0) return;
      if (::send(ends[1 - index].fd, bytes, static_cast<std::size_t>(count), MSG_NOSIGNAL) != count) return;
    }
  }
}

bool Peer::wait_closed()
{
  char bytes[4096];
  for (;;) {
    const auto count = ::recv(handle_, bytes, sizeof bytes, 0);
    if (count == 0) return true;
    if (count < 0) return errno != EAGAIN && errno != EWOULDBLOCK;
  }
}

bool Peer::write(std::string_view bytes)
{
  while (!bytes.empty()) {
    const auto count = ::send(handle_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

bool Peer::write_chunk(std::string_view bytes)
{
  std::array<char, 24> size{};
  const int length = std::snprintf(size.data(), size.size(), "%zx\r\n", bytes.size());
  return write({size.data(), static_cast<std::size_t>(length)}) && write(bytes) && write("\r\n");
}

void Peer::shut_down() const
{
  ::shutdown(handle_, SHUT_RDWR);
}

void Peer::write_one_by_one(std::string_view bytes)
{
  for (std::size_t index = 0; index < bytes.size(); ++index) write(bytes.substr(index, 1));
}

void Peer::close()
{
  if (handle_ >= 0) ::close(handle_);
  handle_ = -1;
}

void Peer::reset()
{
  const linger now{1, 0};
  ::setsockopt(handle_, SOL_SOCKET, SO_LINGER, &now, sizeof now);
  close();
}

BlackHole::BlackHole()
{
  handles_.push_back(listen_on_loopback(0, port_));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port_);
  // Connections that nobody accepts fill the queue; from then on the kernel drops what comes.
  for (int count = 0; count < 8; ++count) {
    const int handle = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    static_cast<void>(::connect(handle, reinterpret_cast<sockaddr*>(&address), sizeof address));
    handles_.push_back(handle);
  }
}

BlackHole::~BlackHole()
{
  for (const int handle : handles_) ::close(handle);
}

std::string gzip_of_blanks(std::size_t size)
{
  constexpr int gzip = 15 + 16;
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, gzip, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::runtime_error("cannot compress");
  }
  std::string blanks(std::min(size, std::size_t{1} << 20U), ' ');
  std::string result(size / 100 + 1024, '\0');
  stream.next_out = reinterpret_cast<Bytef*>(result.data());
  stream.avail_out = static_cast<uInt>(result.size());
  for (int ended = Z_OK; ended == Z_OK;) {
    const std::size_t piece = std::min(blanks.size(), size);
    size -= piece;
    stream.next_in = reinterpret_cast<Bytef*>(blanks.data());
    stream.avail_in = static_cast<uInt>(piece);
    ended = deflate(&stream, size == 0 ? Z_FINISH : Z_NO_FLUSH);
  }
  result.resize(stream.total_out);
  deflateEnd(&stream);
  return result;
}

}  // namespace kubexx::test
