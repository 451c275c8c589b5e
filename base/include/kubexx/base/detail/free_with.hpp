// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace kubexx::detail {

/// The deleter of a std::unique_ptr whose object a C library frees with `free_function`.
template <auto free_function>
struct FreeWith {
  template <class T>
  void operator()(T* object) const noexcept
  {
    free_function(object);
  }
};

}  // namespace kubexx::detail
