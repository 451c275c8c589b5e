// SPDX-License-Identifier: Apache-2.0
#include <kubexx/apiserver/apiserver.hpp>
#include <kubexx/base/random.hpp>
#include <kubexx/base/system_clock.hpp>

int main()
{
  kubexx::SystemClock clock;
  kubexx::SystemRandom random;
  kubexx::ApiServer::Options options;
  options.clock = &clock;
  options.random = &random;
  kubexx::ApiServer server(options);
  kubexx::HttpRequest request;
  request.target = "/api/v1/namespaces/default";
  return server.handle(request).status == 200 ? 0 : 1;
}
