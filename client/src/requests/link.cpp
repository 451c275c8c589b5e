// SPDX-License-Identifier: Apache-2.0
#include "kubexx/client/detail/link.hpp"

namespace kubexx::detail {

awaitable<HttpResponse> Link::intercept(ApiCall call, Next next)
{
  LiveCall live(std::move(call));
  Passages passages;
  passages.enter(*this, live);
  HttpResponse response;
  std::exception_ptr failure;
  try {
    ApiCall passed = static_cast<const ApiCall&>(live);
    response = co_await next(std::move(passed));
  } catch (...) {
    failure = std::current_exception();
  }
  passages.leave(response, std::move(failure));
  co_return response;
}

void Passages::leave(HttpResponse& response, std::exception_ptr failure)
{
  while (!entered_.empty()) {
    const auto passage = std::move(entered_.back());
    entered_.pop_back();
    try {
      if (failure) {
        passage->failed(failure);
      } else {
        passage->answered(response);
      }
    } catch (...) {
      failure = std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace kubexx::detail
