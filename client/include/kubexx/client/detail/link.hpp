// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/object.hpp"
#include "kubexx/client/interceptor.hpp"

/// The interceptors of kubexx itself. A user's interceptor is a coroutine that owns the call; these share one.
namespace kubexx::detail {

/// A call that is under way, which the links share.
struct LiveCall : ApiCall {
  LiveCall() = default;
  explicit LiveCall(ApiCall&& call) : ApiCall(std::move(call)) {}
  explicit LiveCall(const ApiCall& call) : ApiCall(call) {}
  std::size_t prefix = 0;  ///< how much of the target is the path of the server
  Object answer;           ///< the object in the body of the response, if a link has read it
};

/// The work of a link after one call. Exactly one of the two functions is called, unless the call is destroyed before
/// it ends.
class Passage {
public:
  virtual ~Passage() = default;
  /// May replace the response, or throw.
  virtual void answered(HttpResponse& /*response*/) {}
  /// May throw another exception instead.
  virtual void failed(const std::exception_ptr& /*failure*/) {}
};

/// An interceptor that does not wait. Thread safe.
class Link : public Interceptor {
public:
  /// Called before `call` is passed on. It may set header fields and limits of `call`, which outlives the Passage, and
  /// throw to refuse it. Null if nothing is to be done afterwards.
  [[nodiscard]] virtual std::unique_ptr<Passage> enter(LiveCall& call) = 0;
  /// For those who hold the link as an Interceptor.
  [[nodiscard]] awaitable<HttpResponse> intercept(ApiCall call, Next next) final;
};

/// The passages of one call through consecutive links.
class Passages {
public:
  void enter(Link& link, LiveCall& call)
  {
    auto passage = link.enter(call);
    if (!passage) return;
    constexpr std::size_t usual = 4;
    if (entered_.empty()) entered_.reserve(usual);
    entered_.push_back(std::move(passage));
  }
  /// Passes the outcome to them, the last one first. Throws `failure`, or what one of them throws.
  void leave(HttpResponse& response, std::exception_ptr failure);

private:
  std::vector<std::unique_ptr<Passage>> entered_;
};

}  // namespace kubexx::detail
