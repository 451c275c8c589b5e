// SPDX-License-Identifier: Apache-2.0
// Expected: parse_server_url throws std::invalid_argument for a port beyond 65535 (url.hpp: "Throws
// std::invalid_argument that says what
//   is wrong"; its own text: "the port must be 1 to 65535"); kubectl: "dial tcp: address 99999: invalid port".
//   load_config / load_in_cluster_config throw ConfigError only (config.hpp).
// Observed: the port wraps modulo 65536 from 72820 to 99999 (below and above it is refused): https://h:84433 becomes
// port 18897. And a bad
//   KUBERNETES_SERVICE_PORT/HOST leaves load_config as std::invalid_argument, which a `catch (const ConfigError&)`
//   misses.
// Exit 0: holds, 1: broken.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include "kubexx/client/client_config.hpp"
#include "kubexx/client/load_config.hpp"
#include "kubexx/http/proxy.hpp"
#include "kubexx/http/url.hpp"
using namespace kubexx;
int main()
{
  int bad = 0;
  for (const char* url : {"https://h:65535", "https://h:65536", "https://h:66443", "https://h:99999", "https://h:84433",
                          "h:80800", "https://[::1]:94433", "https://h:72820"}) {
    try {
      const ServerUrl u = parse_server_url(url);
      const bool ok = std::string(url).find(":" + std::to_string(u.port)) != std::string::npos;
      bad += !ok;
      std::printf("%s %-24s -> port %u (%s)\n", ok ? "ok    " : "BROKEN", url, u.port, u.str().c_str());
    } catch (const std::invalid_argument& e) {
      std::printf("ok     %-24s -> %s\n", url, e.what());
    }
  }
  for (const char* url : {"http://h:65536", "http://h:66443", "socks5://h:99999"}) {
    try {
      bad++;
      std::printf("BROKEN %-24s -> port %u\n", url, parse_proxy_url(url).port);
    } catch (const std::invalid_argument& e) {
      bad--;
      std::printf("ok     %-24s -> %s\n", url, e.what());
    }
  }
  const std::string root = "/tmp/attack/client/kc/sa5";
  std::filesystem::create_directories(root);
  std::ofstream(root + "/token") << "t";
  std::filesystem::copy_file("/tmp/attack/client/kc/ca.crt", root + "/ca.crt",
                             std::filesystem::copy_options::overwrite_existing);
  for (const char* port : {"x", "tcp://10.0.0.1:443"}) {
    ConfigOptions o;
    o.in_cluster_root = root;
    o.environment = [port](std::string_view n) -> std::optional<std::string> {
      if (n == "KUBERNETES_SERVICE_HOST") return "10.0.0.1";
      if (n == "KUBERNETES_SERVICE_PORT") return port;
      return {};
    };
    try {
      load_config(o);
      std::printf("BROKEN KUBERNETES_SERVICE_PORT=%s accepted\n", port);
      ++bad;
    } catch (const ConfigError& e) {
      std::printf("ok     KUBERNETES_SERVICE_PORT=%s: %s\n", port, e.what());
    } catch (const std::exception& e) {
      std::printf("BROKEN KUBERNETES_SERVICE_PORT=%s: no ConfigError but: %s\n", port, e.what());
      ++bad;
    }
  }
  return bad != 0;
}
