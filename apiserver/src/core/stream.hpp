// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "kubexx/base/asio.hpp"
#include "kubexx/base/clock.hpp"
#include "kubexx/http/message.hpp"

namespace kubexx::apiserver {

/// What ended a wait for the next piece of a stream.
enum class ReadEnd { piece, end, deadline, stopped };

/// The body of a watch: a stream whose reader may stop waiting.
class WaitingBody : public BodyStream {
public:
  struct Piece {
    ReadEnd how = ReadEnd::piece;
    std::string bytes;
  };
  /// Like `read`, but gives up at `deadline` or when `stop` is requested; the stream stays usable.
  [[nodiscard]] virtual awaitable<Piece> read_until(std::optional<SteadyTime> deadline, std::stop_token stop) = 0;
};

}  // namespace kubexx::apiserver
