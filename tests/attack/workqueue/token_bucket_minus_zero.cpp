// SPDX-License-Identifier: Apache-2.0
// retry_policy.hpp: "With ... per_second 0 the delay is Duration::max()"; next(): "Never negative, except from a user's
// function". Expected: token_bucket(-0.0, 1): 0, then Duration::max().  Happens: the second delay is Duration::min(),
// which means immediately: no limit at all. exit code 0 = holds, 1 = broken
#include <cstdio>
#include <kubexx/workqueue/retry_policy.hpp>
using namespace kubexx;
int main()
{
  auto policy = RetryPolicy::token_bucket(-0.0, 1);
  (void)policy.next(0, SteadyTime{});
  const auto delay = policy.next(0, SteadyTime{});
  std::printf("second delay %lld\n", static_cast<long long>(delay.count()));
  return delay == Duration::max() ? 0 : 1;
}
