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
    return "what was thrown is no std::exception";
  }
}

}  // namespace kubexx::detail
