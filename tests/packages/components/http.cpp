// SPDX-License-Identifier: Apache-2.0
#include <kubexx/http/url.hpp>
#include <stdexcept>

int main()
{
  try {
    (void)kubexx::parse_server_url("ftp://host");
  } catch (const std::invalid_argument&) {
    return kubexx::parse_server_url("https://host:6443").port == 6443 ? 0 : 1;
  }
  return 1;
}
