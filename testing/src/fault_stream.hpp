// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kubexx/testing/faults.hpp"

namespace kubexx::testing {

/// A fault of a request or watch, decided.
struct Injected {
  FaultKind kind{};
  Duration span{};
};

/// What a process's transport and its streams share.
class FaultLink {
public:
  FaultLink(Runtime given_runtime, Faults& given_faults, std::string given_process)
      : runtime(std::move(given_runtime)), faults(given_faults), process(std::move(given_process))
  {
  }

  std::optional<Injected> decide(const std::string& site, const std::function<std::optional<Fault>(Random&)>& draw);
  /// What happens to the next piece of the watch that the request `watch` opened.
  std::optional<Injected> at_piece(const std::string& watch);
  void record(std::string_view kind, std::initializer_list<std::string_view> fields) const;
  /// Throws TransportError when the process has crashed.
  void check_alive() const;

  Runtime runtime;
  Faults& faults;
  std::string process;
  bool dead = false;
};

[[nodiscard]] std::unique_ptr<BodyStream> make_fault_stream(std::shared_ptr<FaultLink> link,
                                                            std::unique_ptr<BodyStream> inner, std::string site,
                                                            std::stop_token stop);

}  // namespace kubexx::testing
