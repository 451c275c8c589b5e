// SPDX-License-Identifier: Apache-2.0
// Clients that read nothing, send byte by byte, or only connect: one thread serves the others beside them, and what
// nobody reads is not kept for them.
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/apiserver/refusal.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/http/listener.hpp"
#include "support/peer.hpp"

namespace kubexx::testing {
namespace {

using Json = nlohmann::json;

constexpr const char* config_map_path = "/api/v1/namespaces/default/configmaps";

SystemRuntime::Options one_thread()
{
  SystemRuntime::Options options;
  options.io_threads = 1;
  return options;
}

class SlowClients : public ::testing::Test {
protected:
  [[nodiscard]] std::unique_ptr<test::Peer> connect() const { return test::Peer::connect(listener.port()); }

  static std::string request(const std::string& method, const std::string& target, const std::string& body = {})
  {
    return method + " " + target +
           " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
           "\r\n\r\n" + body;
  }
  /// The status of the answer, whose body is read and thrown away.
  static unsigned answer_of(test::Peer& peer)
  {
    const auto head = peer.read_until();
    const std::string length = "Content-Length: ";
    const auto at = head.find(length);
    if (!head.starts_with("HTTP/1.1 ") || at == std::string::npos) return 0;
    peer.read_block(std::stoul(head.substr(at + length.size())));
    return static_cast<unsigned>(std::stoul(head.substr(9)));
  }
  static std::string config_map(const std::string& name, const std::string& data)
  {
    return Json{{"apiVersion", "v1"}, {"kind", "ConfigMap"}, {"metadata", {{"name", name}}}, {"data", {{"k", data}}}}
        .dump();
  }
  static ApiServer::Options server_options(const Runtime& runtime)
  {
    ApiServer::Options options;
    options.clock = runtime.clock;
    options.random = runtime.random;
    options.history = 20;
    return options;
  }
  static ListenerOptions listener_options()
  {
    ListenerOptions options;
    options.error_response = apiserver_refusal;
    return options;
  }
  static awaitable<HttpResponse> handle(ApiServer& server, HttpRequest request)
  {
    co_return co_await server.async_handle(std::move(request));
  }

  SystemRuntime system{one_thread()};
  ApiServer server{server_options(system.runtime())};
  HttpListener listener{system.runtime(), listener_options(),
                        [this](HttpRequest request) { return handle(server, std::move(request)); }};
};

/// Bytes of this process in memory; nothing under a sanitizer, which keeps what is freed.
std::size_t resident()
{
#ifdef KUBEXX_SANITIZED
  return 0;
#else
  std::ifstream statm("/proc/self/statm");
  std::size_t pages = 0, in_memory = 0;
  statm >> pages >> in_memory;
  return in_memory * 4096;
#endif
}

/// The bytes of a watch until it says that its version is too old, and whether it does.
std::pair<std::size_t, bool> read_to_the_end(const test::Peer& watch)
{
  std::string end, bytes(std::size_t{64} << 10U, ' ');
  std::size_t all = 0;
  while (end.find("\"code\":410") == std::string::npos) {
    const auto count = ::recv(watch.handle(), bytes.data(), bytes.size(), 0);
    if (count <= 0) return {all, false};
    all += static_cast<std::size_t>(count);
    constexpr std::size_t most = 500;
    end += bytes.substr(0, static_cast<std::size_t>(count));
    if (end.size() > most) end.erase(0, end.size() - most);
  }
  return {all, true};
}

TEST_F(SlowClients, AWatchThatNobodyReadsHoldsUpNobodyAndKeepsNothing)
{
  constexpr std::size_t watches = 10, writes = 200, size = 200'000;
  const auto writer = connect();
  writer->write(request("POST", config_map_path, config_map("c", "first")));
  ASSERT_EQ(answer_of(*writer), 201U);
  std::vector<std::unique_ptr<test::Peer>> unread;
  for (std::size_t count = 0; count < watches; ++count) {
    unread.push_back(connect());
    unread.back()->write(request("GET", std::string(config_map_path) + "?watch=1"));
    ASSERT_TRUE(unread.back()->read_until().starts_with("HTTP/1.1 200 "));
  }
  const auto before = resident();
  for (std::size_t count = 0; count < writes; ++count) {
    const auto body = config_map("c", std::string(size, static_cast<char>('a' + count % 26)));
    writer->write(request("PUT", std::string(config_map_path) + "/c", body));
    ASSERT_EQ(answer_of(*writer), 200U) << count;
  }
  // Every change for every watch would be 400 MB.
  EXPECT_LT(resident(), before + 150'000'000);
  // What was on its way arrives, then that the rest is gone.
  for (const auto& watch : unread) {
    const auto [bytes, expired] = read_to_the_end(*watch);
    EXPECT_TRUE(expired);
    EXPECT_LT(bytes, writes * size / 2);
  }
}

TEST_F(SlowClients, ABodyThatComesByteByByteHoldsUpNobody)
{
  const auto slow = connect();
  const auto other = connect();
  const auto bytes = request("POST", config_map_path, config_map("slow", "v"));
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    ASSERT_TRUE(slow->write(std::string_view(bytes).substr(at, 1)));
    if (at + 1 == bytes.size()) break;
    other->write(request("GET", std::string(config_map_path) + "/slow"));
    ASSERT_EQ(answer_of(*other), 404U) << at;
  }
  EXPECT_EQ(answer_of(*slow), 201U);
}

TEST_F(SlowClients, AnAnswerThatNobodyReadsHoldsUpNobody)
{
  const auto writer = connect();
  for (int count = 0; count < 20; ++count) {
    const auto name = "large-" + std::to_string(count);
    writer->write(request("POST", config_map_path, config_map(name, std::string(500'000, 'x'))));
    ASSERT_EQ(answer_of(*writer), 201U);
  }
  std::vector<std::unique_ptr<test::Peer>> readers;
  for (int count = 0; count < 20; ++count) {
    readers.push_back(connect());
    readers.back()->write(request("GET", config_map_path));
  }
  writer->write(request("GET", std::string(config_map_path) + "/large-1"));
  EXPECT_EQ(answer_of(*writer), 200U);
  for (const auto& reader : readers) EXPECT_EQ(answer_of(*reader), 200U);
}

TEST_F(SlowClients, ConnectionsThatSendNothingHoldUpNobody)
{
  const auto before = resident();
  std::vector<std::unique_ptr<test::Peer>> idle;
  for (int count = 0; count < 200; ++count) {
    idle.push_back(connect());
    if (count % 2 == 0) idle.back()->write("GET /api HTTP/1.1\r\nHo");
  }
  const auto other = connect();
  for (int count = 0; count < 50; ++count) {
    const auto name = "c-" + std::to_string(count);
    other->write(request("POST", config_map_path, config_map(name, "v")));
    ASSERT_EQ(answer_of(*other), 201U);
  }
  EXPECT_EQ(listener.connections(), 201U);
  EXPECT_LT(resident(), before + 20'000'000);
  idle.front()->write("st: x\r\n\r\n");
  EXPECT_EQ(answer_of(*idle.front()), 200U);
}

}  // namespace
}  // namespace kubexx::testing
