// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "credentials/background_read.hpp"
#include "credentials/credentials.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/base/clock.hpp"
#include "kubexx/base/log.hpp"
#include "kubexx/client/client_config.hpp"
#include "kubexx/http/tls.hpp"

namespace kubexx::detail {

/// The authorities and the client certificate of one transport while it runs: from files that are read again, and from
/// credential plugins. Requests under way end on the connection that they have; new ones use what is new. Thread safe.
class TlsSource {
public:
  /// Gives a transport its new configuration; throws std::invalid_argument when it cannot be used.
  using Apply = std::function<void(const TlsClientConfig&)>;
  TlsSource(const ClientConfig& config, const Runtime& runtime, Apply apply);

  /// What `poll` returns, if the files need not be read again.
  [[nodiscard]] std::optional<std::uint64_t> at_hand() const;
  /// Before each request: reads the files again when the last time was a minute ago. Returns the generation of what is
  /// used now. Files that take more than a second to read are not waited for. Throws TransportError timeout or
  /// cancelled.
  [[nodiscard]] static awaitable<std::uint64_t> poll(std::shared_ptr<TlsSource> self, CredentialBounds bounds);
  /// Reads them now, because one side refused the other's certificate; whether something newer than `generation` is
  /// used then. Otherwise as poll.
  [[nodiscard]] static awaitable<bool> refresh(std::shared_ptr<TlsSource> self, std::uint64_t generation,
                                               CredentialBounds bounds);
  /// What a credential plugin said. Throws std::invalid_argument when that cannot be used: then nothing changes.
  void set_client_certificate(std::string cert_pem, std::string key_pem);

private:
  static awaitable<void> read_again(std::shared_ptr<TlsSource> self, BackgroundRead::Needed needed,
                                    CredentialBounds bounds);
  // Those of the files that there are, in the order of the members below.
  void use_files(const std::vector<FileContent>& contents);
  // Called with mutex_ held. Whether it is another configuration.
  bool use(const TlsClientConfig& found);
  [[nodiscard]] std::uint64_t generation() const;
  [[nodiscard]] bool is_old() const;
  [[nodiscard]] bool has_files() const noexcept;

  const std::string ca_file_, cert_file_, key_file_;  // empty: not from a file
  Clock& clock_;
  const Log log_;
  const Apply apply_;
  BackgroundRead reader_;
  mutable std::mutex mutex_;
  TlsClientConfig config_;        // guarded by mutex_; what the transport uses
  std::uint64_t generation_ = 0;  // guarded by mutex_; of config_
  SteadyTime next_;               // guarded by mutex_; when to read again
};

/// The TLS part of a configuration.
[[nodiscard]] TlsClientConfig tls_of(const ClientConfig& config);

}  // namespace kubexx::detail
