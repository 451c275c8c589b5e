// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/apimachinery/object.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/controller/detail/webhook_registry.hpp"
#include "kubexx/http/message.hpp"
#include "webhook/admission_call.hpp"
#include "webhook/conversion_review.hpp"

namespace kubexx::detail {

/// Answers the ConversionReviews of API servers with the conversions that a program has declared. Thread safe.
class ConversionService {
public:
  static constexpr std::string_view path = "/convert";
  /// How long an API server waits for a conversion.
  static constexpr Duration usual_timeout = std::chrono::seconds(30);

  ConversionService(std::vector<ServedConversions> served, const Runtime& runtime);

  /// The response to a request with this body. The objects are converted one after the other; other work of the
  /// executor runs in between. With a text and a status other than 200 if the body is no ConversionReview.
  [[nodiscard]] static awaitable<HttpResponse> answer(std::shared_ptr<ConversionService> self, std::string body,
                                                      CallLimits limits);

private:
  /// Why a review is answered with a failure.
  struct Problem {
    std::string text;  // empty: there is none
    bool is_mistake = false;
  };

  [[nodiscard]] const ServedConversions* find(const Object& object) const;
  /// Appends the object at `place` to `to`.
  [[nodiscard]] Problem convert(std::string_view body, const ConversionReview& review, std::size_t index,
                                ConvertedObjects& to);
  [[nodiscard]] std::string unknown_kind(const Object& object) const;
  void note_loss(const Object& object, const std::string& to, const std::string& loss);
  void note_problem(const ConversionReview& review, const Problem& problem);

  const std::vector<ServedConversions> served_;
  Clock* const clock_;
  const Log log_;
  const std::shared_ptr<Counter> panics_;  // null: no metrics
  std::mutex mutex_;
  std::set<std::string> noted_;  // guarded by mutex_; kinds and versions whose loss was logged
};

}  // namespace kubexx::detail
