// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "kubexx/base/asio.hpp"
#include "kubexx/http/message.hpp"

namespace kubexx::detail {

/// A body read piece by piece by someone who may give up waiting: the read itself goes on, and the next wait gets what
/// it brings. One reader at a time; not thread safe.
class PieceReader {
public:
  struct Bounds {
    Bounds() = default;
    std::optional<SteadyTime> deadline;
    std::stop_token stop;
    bool may_wait = true;  ///< false: in one step on this thread; a stop then ends the body
  };

  PieceReader(Runtime runtime, std::unique_ptr<BodyStream> body);
  PieceReader(const PieceReader&) = delete;
  PieceReader& operator=(const PieceReader&) = delete;
  /// Ends a read whose caller no longer waits.
  ~PieceReader();

  /// The next piece, empty at the end; nullopt when `bounds` ended the wait. A wait that is cancelled by Asio's means
  /// (awaitable_operators) throws, and loses nothing either. Throws what the body throws: then only to be destroyed.
  [[nodiscard]] awaitable<std::optional<std::string>> read(Bounds bounds);

private:
  struct State;
  static awaitable<void> run(std::shared_ptr<State> state);

  Runtime runtime_;
  std::shared_ptr<State> state_;
  bool reading_ = false;  // a read was begun and its result was not taken
};

}  // namespace kubexx::detail
