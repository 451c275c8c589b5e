// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "kubexx/http/message.hpp"

namespace kubexx::detail {

/// Up to this size a body or a chunk goes out in one write with its head or frame.
inline constexpr std::size_t most_in_one_write = std::size_t{16} << 10U;

/// Whether answers with this status never have a body.
[[nodiscard]] bool has_no_body(unsigned status) noexcept;

/// What the head of an answer depends on besides the answer.
struct ResponseForm {
  bool head_only = false;  // to a HEAD
  bool keep = true;        // the connection
  bool http_1_0 = false;   // the client, which knows no chunks
};

/// The status line and header of an answer, with room for a small body behind it. Its own fields of framing and
/// connection are left out, and those that hold a line break; `date` stands in for a missing Date.
[[nodiscard]] std::string response_head(const HttpResponse& response, const ResponseForm& form, std::string_view date);

}  // namespace kubexx::detail
