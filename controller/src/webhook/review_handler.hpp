// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "kubexx/controller/detail/path_function.hpp"
#include "webhook/responses.hpp"

namespace kubexx::detail {

/// The request of a review whose answer is its status.
template <class Request>
struct ReadReview {
  std::string api_version;
  Request request;
};

/// How a kind of review is read and answered.
template <class Request, class Verdict>
struct ReviewForm {
  ReadReview<Request> (*read)(std::string_view body);  // throws BadReview
  std::string (*write)(std::string_view api_version, const Verdict& verdict);
};

template <class Request, class Verdict>
awaitable<HttpResponse> answer_review_later(std::shared_ptr<const PathFunction<Request, Verdict>> handler,
                                            ReviewForm<Request, Verdict> form, ReadReview<Request> review,
                                            WebhookContext& context)
{
  auto deciding = handler->coroutine()(review.request, context);
  const Verdict verdict = co_await std::move(deciding);
  co_return json_response(form.write(review.api_version, verdict));
}

/// Reads reviews, and writes what `handler` decides.
template <class Request, class Verdict>
[[nodiscard]] HttpPathFunction review_handler(const PathFunction<Request, Verdict>& handler,
                                              ReviewForm<Request, Verdict> form)
{
  const auto shared = std::make_shared<const PathFunction<Request, Verdict>>(handler);
  if (handler.plain()) {
    return [shared, form](const HttpRequest& request, WebhookContext& context) {
      const ReadReview<Request> review = form.read(request.body);
      return json_response(form.write(review.api_version, shared->plain()(review.request, context)));
    };
  }
  return [shared, form](const HttpRequest& request, WebhookContext& context) {
    ReadReview<Request> review = form.read(request.body);
    return answer_review_later(shared, form, std::move(review), context);
  };
}

}  // namespace kubexx::detail
