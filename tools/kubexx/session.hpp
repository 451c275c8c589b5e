// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "global_flags.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/client/discovery.hpp"

namespace kubexx::cli {

/// What a command works with; each part is made when it is first asked for. Of the main thread alone.
class Session {
public:
  explicit Session(const GlobalFlags& flags) : flags_(flags) {}

  [[nodiscard]] const GlobalFlags& flags() const noexcept { return flags_; }
  /// ConfigError, CommandError.
  [[nodiscard]] const ClientConfig& config();
  /// Its calls have no deadline but --request-timeout.
  [[nodiscard]] const Client& client();
  /// For discovery and /version, whose errors kubectl reports by their code alone.
  [[nodiscard]] Client discovery_client();
  /// --namespace, or the context's, or "default".
  [[nodiscard]] std::string namespace_();
  [[nodiscard]] bool namespace_is_explicit() const noexcept { return !flags_.namespace_.empty(); }

  /// What the server serves; asked once.
  [[nodiscard]] const Discovery& discovery();
  /// What a person calls a kind; CommandError `the server doesn't have a resource type "x"`.
  [[nodiscard]] const ApiResource& resource(std::string_view argument);
  /// The resource of a manifest's apiVersion and kind; null when the server has none.
  [[nodiscard]] const ApiResource* kind(std::string_view api_version, std::string_view kind);

private:
  const GlobalFlags& flags_;
  std::optional<ClientConfig> config_;
  SystemRuntime runtime_{{.log = Log()}};  // what a user must know is an error or a warning of the command
  std::optional<Client> client_;
  std::optional<Discovery> discovery_;
};

}  // namespace kubexx::cli
