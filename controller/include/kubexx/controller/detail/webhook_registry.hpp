// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kubexx/apimachinery/conversion.hpp"
#include "kubexx/apimachinery/described_kind.hpp"
#include "kubexx/apimachinery/resource.hpp"
#include "kubexx/controller/detail/path_function.hpp"
#include "kubexx/controller/detail/webhook_handlers.hpp"
#include "kubexx/controller/webhook_options.hpp"

namespace kubexx::detail {

/// When a handler is called.
enum class WebhookPhase : std::uint8_t { defaults, validates, validates_update, validates_deletion };

/// One admission webhook: a path and what it does.
struct AdmissionEndpoint {
  std::string path;
  ResourceType type;
  WebhookOptions options;
  bool mutating = false;
  std::vector<std::pair<WebhookPhase, AdmissionHandler>> handlers;  // of a raw webhook: one, of the first phase
  bool raw = false;                                                 // its handler gets every request

  /// Those of the options, or those that the handlers are for.
  [[nodiscard]] std::set<AdmissionOperation> operations() const;
};

/// Conversions of some kinds.
struct ServedConversions {
  std::shared_ptr<const Conversions> conversions;
  ConversionOptions options;
};

/// The webhooks that a program has declared. Thread safe.
class WebhookRegistry {
public:
  /// Adds a handler to the endpoint of the type, which it makes if there is none. Throws std::invalid_argument.
  void add(const ResourceType& type, const WebhookOptions& options, WebhookPhase phase, AdmissionHandler handler);
  /// Throws std::invalid_argument.
  void add_raw(const ResourceType& type, WebhookOptions options, bool mutating, AdmissionHandler handler);
  /// Throws std::invalid_argument.
  void add_conversions(Conversions conversions, const ConversionOptions& options);
  /// A handler of its own at a path. Throws std::invalid_argument.
  void add_path(PathEndpoint endpoint);
  /// The struct of a kind, for Manager::described_kinds.
  void describe(const DescribedKind& kind);
  /// A kind that handlers read.
  void add_read(const ResourceType& type, bool metadata_only);

  struct Read {
    ResourceType type;
    bool metadata_only = false;
  };
  [[nodiscard]] std::vector<AdmissionEndpoint> endpoints() const;
  [[nodiscard]] std::vector<ServedConversions> conversions() const;
  [[nodiscard]] std::vector<PathEndpoint> handlers() const;
  [[nodiscard]] std::vector<Read> reads() const;
  [[nodiscard]] std::vector<DescribedKind> described() const;
  [[nodiscard]] bool empty() const;
  /// After it, everything that adds throws std::logic_error: the manager has started.
  void close();

private:
  void check_open() const;
  [[nodiscard]] AdmissionEndpoint* find(std::string_view path);
  /// Throws std::invalid_argument if one of handlers_ has the path.
  void check_free(std::string_view path) const;

  mutable std::mutex mutex_;
  std::vector<AdmissionEndpoint> endpoints_;    // guarded by mutex_
  std::vector<ServedConversions> conversions_;  // guarded by mutex_
  std::vector<PathEndpoint> handlers_;          // guarded by mutex_
  std::vector<Read> reads_;                     // guarded by mutex_; each kind once
  std::vector<DescribedKind> described_;        // guarded by mutex_
  bool closed_ = false;                         // guarded by mutex_
};

/// "/mutate-batch-tutorial-kubebuilder-io-v1-cronjob"; the core group gives "/mutate--v1-pod".
[[nodiscard]] std::string default_webhook_path(bool mutating, const ResourceType& type);

}  // namespace kubexx::detail
