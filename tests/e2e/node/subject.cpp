// SPDX-License-Identifier: Apache-2.0
// subject [--ignore-term] [WORD…]: what the containers of node_test.sh run. Writes its arguments, and answers at port
// 8080:
//   /env?NAME, /file?PATH   the value, the contents; 404 when there is none
//   /write?PATH             "written", or why not
//   /id                     uid, gid, effective capabilities and NoNewPrivs
//   /live, /ready           200, until /live/off or /ready/off was called; /ready/on
//   /exit?CODE              ends the program
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

namespace {

bool live = true, ready = true;

std::string contents(const std::string& path)
{
  const std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string identity()
{
  std::istringstream lines(contents("/proc/self/status"));
  std::string text = std::to_string(::getuid()) + " " + std::to_string(::getgid());
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("CapEff:\t") || line.starts_with("NoNewPrivs:\t"))
      text += " " + line.substr(line.find('\t') + 1);
  }
  return text;
}

std::string write_to(const std::string& path)
{
  errno = 0;
  std::ofstream file(path);
  return file ? "written" : std::strerror(errno);
}

// The body; empty for 404.
std::string answer(const std::string& path, const std::string& argument)
{
  if (path == "/env") return std::getenv(argument.c_str()) != nullptr ? std::getenv(argument.c_str()) : "";
  if (path == "/file") return contents(argument);
  if (path == "/write") return write_to(argument);
  if (path == "/id") return identity();
  if (path == "/exit") std::_Exit(std::atoi(argument.c_str()));
  if (path == "/live/off") live = false;
  if (path == "/ready/off") ready = false;
  if (path == "/ready/on") ready = true;
  if (path == "/live") return live ? "live" : "";
  if (path == "/ready") return ready ? "ready" : "";
  return "done";
}

}  // namespace

int main(int argc, char** argv)
{
  std::string words;
  for (int i = 1; i < argc; ++i) words += std::string(i > 1 ? " " : "") + argv[i];
  std::cout << "started with: " << words << std::endl;
  std::signal(SIGTERM, words.starts_with("--ignore-term") ? SIG_IGN : [](int) { std::_Exit(0); });
  const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
  const int on = 1;
  ::setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(8080);
  if (::bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 || ::listen(listener, 16) != 0)
    return 1;
  while (true) {
    const int connection = ::accept(listener, nullptr, nullptr);
    if (connection < 0) continue;
    std::array<char, 4096> bytes{};
    const auto count = ::read(connection, bytes.data(), bytes.size());
    std::istringstream request(std::string(bytes.data(), count > 0 ? static_cast<std::size_t>(count) : 0));
    std::string method, target;
    request >> method >> target;
    const auto question = target.find('?');
    const auto body =
        answer(target.substr(0, question), question == std::string::npos ? "" : target.substr(question + 1));
    const auto head = std::string(body.empty() ? "HTTP/1.1 404 Not Found" : "HTTP/1.1 200 OK") +
                      "\r\nConnection: close\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
    if (::write(connection, head.data(), head.size()) < 0) std::cout << "lost a client" << std::endl;
    ::close(connection);
  }
}
