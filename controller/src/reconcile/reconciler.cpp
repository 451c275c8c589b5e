// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/reconciler.hpp"

#include <optional>

namespace kubexx {

namespace {

using CoroutineFunction = std::function<awaitable<Result>(Context&, Request&&)>;

awaitable<void> keep_result(std::shared_ptr<CoroutineFunction> function, Context* context, Request request,
                            std::optional<Result>* result)
{
  *result = co_await (*function)(*context, std::move(request));
}

}  // namespace

awaitable<Result> Reconciler::run(Context& context, Request request, TaskPool& pool, std::stop_token cancel) const
{
  // The handle may be destroyed meanwhile, the function not.
  const auto plain = plain_;
  const auto coroutine = coroutine_;
  if (coroutine) {
    if (!cancel.stop_possible()) co_return co_await (*coroutine)(context, std::move(request));
    std::optional<Result> result;
    co_await async_cancel_on(std::move(cancel), keep_result(coroutine, &context, std::move(request), &result));
    co_return std::move(*result);
  }
  // The function may still run when this coroutine is destroyed with its executor.
  std::function<Result()> call = [plain, &context, request] { return (*plain)(context, request); };
  co_return co_await run_on<Result>(pool, std::move(call));
}

}  // namespace kubexx
