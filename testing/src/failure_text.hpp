// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "kubexx/controller/manager.hpp"
#include "kubexx/testing/operator_test.hpp"

namespace kubexx::testing {

/// An object for people; of a Secret the names of its data alone.
[[nodiscard]] std::string shown_object(const Object& object);
/// The last events of the namespace, a line each, the oldest first; empty when there are none, or they cannot be read.
[[nodiscard]] std::string shown_events(const Client& user, const std::string& ns);
/// Why each of the keys is reconciled, or is not; without the controllers that know nothing of a key.
[[nodiscard]] std::string shown_reasons(const Manager& manager, const std::vector<Request>& keys);
/// The last of these calls, a line each.
[[nodiscard]] std::string shown_last_calls(const std::vector<OperatorCall>& calls, std::size_t most);

/// What came of the reconciles of a controller; conflicts and superseded ones are neither.
struct ReconcileResults {
  std::uint64_t succeeded = 0, failed = 0;
};
/// By controller, as a text of /metrics says.
[[nodiscard]] std::map<std::string, ReconcileResults> reconcile_results(const std::string& metrics);

/// `text` as a part of a longer one: a title, and the lines indented. Empty: nothing.
[[nodiscard]] std::string shown_part(const std::string& title, const std::string& text);

}  // namespace kubexx::testing
