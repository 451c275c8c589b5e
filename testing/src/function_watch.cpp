// SPDX-License-Identifier: Apache-2.0
#include "function_watch.hpp"

namespace kubexx::testing {

void FunctionWatch::begin()
{
  timer_ = clock_.call_at(saturating_add(clock_.now(), patience), [tell = tell_] {
    tell(
        "kubexx::testing: a function of the operator (a plain reconciler or runnable) has not returned for 10 s of "
        "real time. In a simulation nothing else runs until it does, so nobody asks it to stop: make it a coroutine, "
        "or use TestServer::embedded().\n");
  });
}

}  // namespace kubexx::testing
