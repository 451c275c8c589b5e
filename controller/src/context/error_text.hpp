// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>

namespace kubexx {

/// What an exception says of itself.
[[nodiscard]] inline std::string error_text(const std::exception_ptr& failure)
{
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "what was thrown is no std::exception";
  }
}

}  // namespace kubexx
