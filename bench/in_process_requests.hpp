// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/base/manual_clock.hpp"
#include "kubexx/base/random.hpp"

namespace kubexx::bench {

/// An embedded server, and requests to it without HTTP.
class Requests {
public:
  HttpResponse send(const std::string& method, const std::string& path, std::string body = {}, std::string type = {},
                    const std::string& accept = "application/json")
  {
    HttpRequest request;
    request.method = method;
    request.target = path;
    request.headers.add("Accept", accept);
    request.headers.add("User-Agent", "apiserver_requests/1");
    if (!body.empty()) request.headers.add("Content-Type", type.empty() ? "application/json" : std::move(type));
    request.body = std::move(body);
    auto response = server_.handle(std::move(request));
    if (response.status > 201) throw std::runtime_error(path + ": " + response.body);
    return response;
  }

private:
  static ApiServer::Options options(Clock& clock, Random& random)
  {
    ApiServer::Options options;
    options.clock = &clock;
    options.random = &random;
    return options;
  }

  ManualClock clock_;
  SeededRandom random_{1};
  ApiServer server_{options(clock_, random_)};
};

}  // namespace kubexx::bench
