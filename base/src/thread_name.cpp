// SPDX-License-Identifier: Apache-2.0
#include "kubexx/base/detail/thread_name.hpp"

#include <pthread.h>

namespace kubexx::detail {

void name_this_thread(const char* name) noexcept
{
  static_cast<void>(pthread_setname_np(pthread_self(), name));
}

}  // namespace kubexx::detail
