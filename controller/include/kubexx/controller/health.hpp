// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kubexx/base/health_check.hpp"

namespace kubexx {

/// The result of one probe. A value type.
struct HealthReport {
  /// The result of one check.
  struct Item {
    std::string name;
    bool ok = true;
    std::string detail;  ///< what is wrong, or a remark about a check that passed
  };
  std::vector<Item> items;

  [[nodiscard]] bool ok() const;
  /// The response body of the probe: "ok", or with `verbose` and on failure one line per check, in the format of
  /// kube-apiserver: `[+]ping ok`, `[-]watch-foos failed: …`. Excluded checks count as passed. `probe`: "readyz" or
  /// "healthz".
  [[nodiscard]] std::string text(std::string_view probe, bool verbose) const;
};

/// The response to GET /<probe>, /<probe>?verbose, /<probe>?exclude=<check> (repeatable) and /<probe>/<check>. `path`
/// and `query` are as sent.
struct HealthAnswer {
  unsigned status = 200;
  std::string body;
};
/// Returns the response of `probe`: "healthz", "livez" or "readyz".
[[nodiscard]] HealthAnswer answer_probe(std::string_view probe, std::string_view path, std::string_view query,
                                        HealthReport report);

}  // namespace kubexx
