// SPDX-License-Identifier: Apache-2.0
// informer_bench_server FOLDER COUNT [POD]: the API server that all informers of compare_informer.sh are measured
// against, over TLS and HTTP/1.1: COUNT pods, rendered before anyone asks, in JSON and, when the file POD has one
// as protobuf (informer-go marshal), in that. It shares no code with any of them, and costs little.
//
// Writes FOLDER/control, a pipe that takes the lines below, and FOLDER/pages and FOLDER/whole, two kubeconfigs: a list
// at version "0" comes in pages through the one, as a whole through the other. Ends with its standard input.
//   events RATE COUNT   so many changes per second, so many in all, each with its time in an annotation
//   expire PERCENT      so many of a hundred pods change, unseen, and each watch is told that its version is too old
// informer_bench_server template: prints the pod with placeholders, for informer-go marshal.
#include <fcntl.h>
#include <openssl/pem.h>
#include <poll.h>
#include <sys/stat.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <thread>

#include "answers.hpp"
#include "bench_kubeconfig.hpp"
#include "kubexx/base/system_clock.hpp"
#include "kubexx/http/certificate_authority.hpp"

namespace kubexx::bench {
namespace {

SSL_CTX* tls_context(const CertificateAndKey& leaf)
{
  SSL_CTX* context = SSL_CTX_new(TLS_server_method());
  const auto memory = [](const std::string& text) {
    return std::unique_ptr<BIO, decltype(&BIO_free)>(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())),
                                                     BIO_free);
  };
  const std::unique_ptr<X509, decltype(&X509_free)> certificate(
      PEM_read_bio_X509(memory(leaf.cert_pem).get(), nullptr, nullptr, nullptr), X509_free);
  const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(
      PEM_read_bio_PrivateKey(memory(leaf.key_pem).get(), nullptr, nullptr, nullptr), EVP_PKEY_free);
  // kube-apiserver's choice with every client, where the processor has AES.
  const bool usable = SSL_CTX_set_ciphersuites(context, "TLS_AES_128_GCM_SHA256") == 1 &&
                      SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION) == 1 &&
                      SSL_CTX_use_certificate(context, certificate.get()) == 1 &&
                      SSL_CTX_use_PrivateKey(context, key.get()) == 1;
  if (!usable) throw std::runtime_error("cannot use the certificate");
  return context;
}

int listening_socket()
{
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const bool listens =
      ::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 && ::listen(listener, 64) == 0;
  if (!listens) throw std::runtime_error("cannot listen");
  return listener;
}

std::string url_of(int listener)
{
  sockaddr_in address{};
  socklen_t size = sizeof address;
  ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
  return "https://127.0.0.1:" + std::to_string(ntohs(address.sin_port));
}

void run_commands(const std::filesystem::path& control, WatchedPods& pods)
{
  std::fstream lines(control, std::ios::in | std::ios::out);  // for writing too, so that it has no end
  std::string line;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string command;
    double rate = 0;
    std::size_t number = 0;
    if (words >> command; command == "events" && words >> rate >> number) {
      pods.send_events(rate, number);
    } else if (command == "expire" && words >> number) {
      pods.expire(number);
    } else {
      std::cerr << "informer_bench_server: what is \"" << line << "\"?\n";
    }
  }
}

void accept_until_input_ends(int listener, SSL_CTX* context, WatchedPods& pods)
{
  pollfd both[] = {{STDIN_FILENO, POLLIN, 0}, {listener, POLLIN, 0}};
  while (::poll(both, 2, -1) > 0) {
    char byte = 0;
    if (both[0].revents != 0 && ::read(STDIN_FILENO, &byte, 1) <= 0) return;
    if (both[1].revents == 0) continue;
    const int socket = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    std::thread([context, socket, &pods] {
      try {
        TlsConnection connection(context, socket, TlsConnection::Side::server);
        serve(connection, pods);
      } catch (const std::exception& error) {
        std::cerr << "informer_bench_server: " << error.what() << "\n";
      }
    }).detach();
  }
}

void run(const std::filesystem::path& folder, std::size_t count, const char* pod)
{
  std::string protobuf;
  if (pod != nullptr) {
    std::ifstream file(pod, std::ios::binary);
    protobuf.assign(std::istreambuf_iterator<char>(file), {});
  }
  WatchedPods pods(count, protobuf);

  SystemClock clock;
  const CertificateAuthority authority(clock);
  CertificateRequest wanted;
  wanted.ip_addresses = {"127.0.0.1"};
  SSL_CTX* const context = tls_context(authority.issue(wanted));
  const int listener = listening_socket();
  if (::mkfifo((folder / "control").c_str(), 0600) != 0) throw std::runtime_error("cannot make FOLDER/control");
  std::thread([&] { run_commands(folder / "control", pods); }).detach();

  write_kubeconfig(folder / "whole", url_of(listener) + "/whole", authority.cert_pem(), "bench-token");
  write_kubeconfig(folder / "pages", url_of(listener), authority.cert_pem(), "bench-token");
  accept_until_input_ends(listener, context, pods);
  std::quick_exit(0);  // the connections' threads still use all of this
}

}  // namespace
}  // namespace kubexx::bench

int main(int argc, char** argv)
{
  std::signal(SIGPIPE, SIG_IGN);
  try {
    if (argc == 2 && std::string(argv[1]) == "template") {
      std::cout << kubexx::bench::PodTemplate::json();
    } else if (argc == 3 || argc == 4) {
      kubexx::bench::run(argv[1], std::stoul(argv[2]), argc == 4 ? argv[3] : nullptr);
    } else {
      throw std::invalid_argument(
          "usage: informer_bench_server FOLDER COUNT [POD], or: informer_bench_server template");
    }
  } catch (const std::exception& error) {
    std::cerr << "informer_bench_server: " << error.what() << "\n";
    return 1;
  }
}
