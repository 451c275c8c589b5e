// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>
#include <string>

#include "kubexx/base/asio.hpp"
#include "kubexx/http/transport.hpp"

namespace kubexx::detail {

/// Inside a handler of `error`: throws TransportErrc::cancelled with `text` if Asio's cancellation ended the wait, so
/// that a caller sees the same error as with a stop token; rethrows anything else.
[[noreturn]] inline void throw_cancelled(const boost::system::system_error& error, const std::string& text,
                                         bool written)
{
  if (error.code() != asio::error::operation_aborted) throw;
  throw TransportError(TransportErrc::cancelled, text, written);
}

}  // namespace kubexx::detail
