// SPDX-License-Identifier: Apache-2.0
// kubexx-apiserver as a program: who can reach it.
#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "kubexx/client/load_config.hpp"
#include "program_test.hpp"
#include "support/embedded_server.hpp"

namespace sample {
namespace {

using kubexx::support::EmbeddedServer;

bool listens(const char* address, int port)
{
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<std::uint16_t>(port));
  inet_pton(AF_INET, address, &to.sin_addr);
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const bool connected = ::connect(socket, reinterpret_cast<const sockaddr*>(&to), sizeof(to)) == 0;
  ::close(socket);
  return connected;
}

class ApiServerProgram : public ProgramTest {};

// 127.0.0.2 is of this machine as well: whatever listens on all addresses answers there.
TEST_F(ApiServerProgram, ListensOnLoopbackAloneUnlessToldOtherwise)
{
  const EmbeddedServer server(KUBEXX_APISERVER, folder());
  const auto url = kubexx::load_kubeconfig(server.kubeconfig()).server;
  EXPECT_THAT(url, testing::StartsWith("https://127.0.0.1:"));
  const int port = std::stoi(url.substr(url.rfind(':') + 1));
  EXPECT_TRUE(listens("127.0.0.1", port));
  EXPECT_FALSE(listens("127.0.0.2", port));
}

}  // namespace
}  // namespace sample
