// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>

namespace kubexx::detail {

/// The text of the exception that is being handled.
[[nodiscard]] inline std::string current_error()
{
  try {
    throw;
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "an exception that is not a std::exception";
  }
}

/// The text of `failure`.
[[nodiscard]] inline std::string error_text(const std::exception_ptr& failure)
{
  try {
    std::rethrow_exception(failure);
  } catch (...) {
    return current_error();
  }
}

}  // namespace kubexx::detail
