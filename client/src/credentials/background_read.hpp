// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "credentials/credentials.hpp"
#include "kubexx/base/asio.hpp"

namespace kubexx::detail {

/// What a file holds, or why it could not be read.
struct FileContent {
  std::optional<std::string> text;  ///< nothing when the file does not exist, or could not be read
  std::string problem;              ///< empty: it was read
};

/// Reads files for coroutines: a file system that does not answer, or a named pipe, must not stop their executor, nor
/// keep the program from ending. Each read has a thread of its own, one at a time; it owns what it needs and may
/// outlive everything else. Thread safe.
class BackgroundRead {
public:
  using Paths = std::vector<std::string>;
  /// Gets what the files hold, in the order of their paths, on the executor of the runtime; must not throw.
  using Use = std::function<void(const std::vector<FileContent>&)>;
  /// Returns whether a read is still needed when none is under way: one may have ended since the caller looked. Must
  /// not throw, nor call this.
  using Needed = std::function<bool()>;

  /// `what` is read, for messages: "the token file /run/token".
  BackgroundRead(const Runtime& runtime, std::string what);

  /// Reads the files, unless a read is under way or none is needed, and waits until `use` has returned. True when it
  /// has, or was not needed. False when it has not a second after the read began: the caller goes on with what it has,
  /// no second read begins meanwhile, and `use` is called once the files answer. Throws TransportError timeout or
  /// cancelled.
  [[nodiscard]] awaitable<bool> run(Paths paths, Use use, Needed needed, CredentialBounds bounds);

private:
  struct State;
  static awaitable<bool> run_on(std::shared_ptr<State> state, Paths paths, Use use, Needed needed,
                                CredentialBounds bounds);
  static awaitable<void> read(std::shared_ptr<State> state, Paths paths, Use use);

  const std::shared_ptr<State> state_;  // a read under way may outlive this
};

}  // namespace kubexx::detail
