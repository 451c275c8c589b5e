// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "informer_core.hpp"

namespace kubexx {

/// The list and watch of one namespace, or of all of them. It keeps the core alive while it runs. Once it was stopped,
/// nothing comes of it any more.
class InformerCore::Watch final : public ReflectorSink {
public:
  Watch(InformerCore& core, const std::string& watched);

  [[nodiscard]] const std::string& watched() const noexcept { return namespace_; }
  [[nodiscard]] awaitable<void> run() { return reflector_.async_run(stop_.get_token()); }
  void request_stop() { stop_.request_stop(); }
  [[nodiscard]] WatchStatus status() const { return reflector_.status(); }

  void list_started(bool any_version) override;
  Object list_item(Object item) override;
  void list_done(std::vector<Object> items, const std::string& version) override;
  void applied(Object object, const std::string& version) override;
  void deleted(Object last, const std::string& version) override;
  void bookmark(const std::string& version) override;

  bool listed = false;       // guarded by the core's mutex
  bool any_version = false;  // the watch's own: its present list may be older than the store

private:
  struct Stop {
    std::stop_source* source;
    void operator()() const { source->request_stop(); }
  };

  InformerCore& core_;
  const std::string namespace_;  // empty: all
  std::stop_source stop_;
  std::stop_callback<Stop> link_;
  Reflector reflector_;
};

}  // namespace kubexx
