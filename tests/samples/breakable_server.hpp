// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace sample {

/// An API server that a test breaks: the embedded one in tests/samples, a real one in tests/e2e. It keeps its address
/// and its certificates. RBAC decides; beside an administrator it knows one user, who has no rights. Functions throw
/// when the server does not start. For the main thread.
class BreakableServer {
public:
  struct User {
    std::string token, name;
  };

  BreakableServer() = default;
  BreakableServer(const BreakableServer&) = delete;
  BreakableServer& operator=(const BreakableServer&) = delete;
  virtual ~BreakableServer() = default;

  /// Of the administrator.
  [[nodiscard]] virtual const std::string& kubeconfig() const = 0;
  [[nodiscard]] virtual User user() const = 0;

  virtual void signal(int number) = 0;
  /// Connections are refused from now on, and those that there are end without a word.
  virtual void go_away() = 0;
  /// After `go_away`; returns when it answers. With its state.
  virtual void come_back() = 0;
  /// The same without any state.
  virtual void come_back_empty() = 0;
  /// Calls `change`, which makes more than a hundred changes, and forgets its history up to them. Connections that were
  /// open before do not see the changes. A watch that resumes at an earlier version gets 410.
  virtual void forget(const std::function<void()>& change) = 0;
};

/// Its files are in `folder`. Null where it cannot run: the test is skipped then.
[[nodiscard]] std::unique_ptr<BreakableServer> make_breakable_server(const std::filesystem::path& folder);

}  // namespace sample
