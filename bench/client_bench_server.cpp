// SPDX-License-Identifier: Apache-2.0
// client_bench_server KUBECONFIG: the API server that all clients of compare_client.sh are measured against. It knows
// one Pod to get and create and a list of 5 000, asks for a bearer token over TLS, and costs little, so that the
// clients are what is measured. Writes the file when it is ready and ends with its standard input.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "bench_kubeconfig.hpp"
#include "bench_pod.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "kubexx/http/listener.hpp"

namespace kubexx {
namespace {

constexpr const char* token = "bench-token";

struct Answers {
  std::string pod = bench::pod_json(0);
  std::string list;

  Answers()
  {
    list = R"({"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"123456789"},"items":[)";
    for (std::size_t i = 0; i < 5000; ++i) list += (i == 0 ? "" : ",") + bench::pod_json(i);
    list += "]}";
  }
};

awaitable<HttpResponse> answer(HttpRequest request)
{
  static const Answers answers;
  HttpResponse response;
  response.headers.add("Content-Type", "application/json");
  const std::string path = request.target.substr(0, request.target.find('?'));
  if (request.headers.find("Authorization") != std::string("Bearer ") + token) {
    response.status = 401;
  } else if (path == "/api/v1/namespaces/default/pods/pod-0") {
    response.body = answers.pod;
  } else if (path != "/api/v1/namespaces/default/pods") {
    response.status = 404;
  } else if (request.method == "POST") {
    response.status = 201;
    response.body = answers.pod;
  } else {
    response.body = answers.list;
  }
  co_return response;
}

void serve(const std::filesystem::path& kubeconfig)
{
  SystemRuntime system;
  const CertificateAuthority authority(*system.runtime().clock);
  CertificateRequest wanted;
  wanted.ip_addresses = {"127.0.0.1"};
  const auto leaf = authority.issue(wanted);
  ListenerOptions options;
  options.tls = TlsServerConfig{leaf.cert_pem, leaf.key_pem, {}};
  HttpListener listener(system.runtime(), options, answer);

  bench::write_kubeconfig(kubeconfig, listener.url(), authority.cert_pem(), token);
  char byte = 0;
  while (::read(STDIN_FILENO, &byte, 1) > 0) {
  }
  block_on(system.runtime().executor, [&] { return listener.async_stop(); }, "async_stop");
}

}  // namespace
}  // namespace kubexx

int main(int argc, char** argv)
{
  try {
    if (argc != 2) throw std::invalid_argument("usage: client_bench_server KUBECONFIG");
    kubexx::serve(argv[1]);
  } catch (const std::exception& error) {
    std::cerr << "client_bench_server: " << error.what() << "\n";
    return 1;
  }
}
