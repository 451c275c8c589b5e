// SPDX-License-Identifier: Apache-2.0
#include "webhook/responses.hpp"

#include <utility>

namespace kubexx::detail {

HttpResponse text_response(unsigned status, std::string text)
{
  HttpResponse response;
  response.status = status;
  response.headers.add("Content-Type", "text/plain; charset=utf-8");
  response.body = std::move(text) + "\n";
  return response;
}

HttpResponse json_response(std::string body)
{
  HttpResponse response;
  response.headers.add("Content-Type", "application/json");
  response.body = std::move(body);
  return response;
}

}  // namespace kubexx::detail
