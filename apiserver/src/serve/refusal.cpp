// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apiserver/refusal.hpp"

#include "core/request.hpp"
#include "core/status.hpp"

namespace kubexx {
namespace {

HttpResponse plain_text(unsigned status, std::string text)
{
  HttpResponse response;
  response.status = status;
  if (!text.empty()) response.headers.add("Content-Type", "text/plain; charset=utf-8");
  response.body = std::move(text);
  return response;
}

}  // namespace

HttpResponse apiserver_refusal(Refusal why, unsigned status, std::string message)
{
  using apiserver::failure_response;
  switch (why) {
    case Refusal::not_http:
      return plain_text(status, "400 Bad Request");
    case Refusal::no_host:
      return plain_text(status, "400 Bad Request: missing required Host header");
    case Refusal::head_too_large:
      return plain_text(status, "431 Request Header Fields Too Large");
    case Refusal::transfer_encoding:
      return plain_text(status, "Unsupported transfer encoding");
    case Refusal::expectation:
      return plain_text(status, "");
    case Refusal::body_too_large:
      return failure_response(apiserver::body_too_large());
    case Refusal::body_too_slow:
    case Refusal::bad_body:
      // The handler of a real server reads the body, and tells what went wrong as it is.
      return failure_response(apiserver::Failure(500, "", std::move(message)));
    case Refusal::handler_failed:
      break;
  }
  return failure_response(apiserver::internal_error(message));
}

}  // namespace kubexx
