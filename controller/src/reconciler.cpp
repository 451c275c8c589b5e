// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/reconciler.hpp"

namespace kubexx {

awaitable<Result> Reconciler::run(Context& context, Request request, TaskPool& pool) const
{
  // The handle may be destroyed meanwhile, the function not.
  const auto plain = plain_;
  const auto coroutine = coroutine_;
  if (coroutine) co_return co_await (*coroutine)(context, std::move(request));
  std::function<Result()> call = [&plain, &context, &request] { return (*plain)(context, request); };
  co_return co_await run_on<Result>(pool, std::move(call));
}

}  // namespace kubexx
