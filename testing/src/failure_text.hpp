// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "kubexx/controller/manager.hpp"

namespace kubexx::testing {

/// An object for people; of a Secret the names of its data alone.
[[nodiscard]] std::string shown_object(const Object& object);
/// The last events of the namespace, a line each, the oldest first; empty when there are none, or they cannot be read.
[[nodiscard]] std::string shown_events(const Client& user, const std::string& ns);
/// Why each of the keys is reconciled, or is not; without the controllers that know nothing of a key.
[[nodiscard]] std::string shown_reasons(const Manager& manager, const std::vector<Request>& keys);
/// `text` as a part of a longer one: a title, and the lines indented. Empty: nothing.
[[nodiscard]] std::string shown_part(const std::string& title, const std::string& text);

}  // namespace kubexx::testing
