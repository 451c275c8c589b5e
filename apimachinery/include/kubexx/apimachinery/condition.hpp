// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/describe_struct.hpp"
#include "kubexx/apimachinery/time.hpp"

namespace kubexx {

/// metav1.Condition: one observation of an object, an element of `status.conditions`, which has at most one of each
/// type. Declare `std::vector<Condition> conditions` in a status.
struct Condition {
  static constexpr std::array<std::string_view, 1> kubexx_merge_keys{"type"};
  // The API server's limits, in bytes. Longer text is cut when it is written, and bytes that are not UTF-8 become
  // U+FFFD.
  static constexpr std::size_t reason_limit = 1024;
  static constexpr std::size_t message_limit = 32 * 1024;

  std::string type = {};                                ///< "Ready", or with a domain: "example.com/Synced"
  std::string status = {};                              ///< "True", "False" or "Unknown"
  std::optional<std::int64_t> observedGeneration = {};  ///< the metadata.generation that was observed
  Time lastTransitionTime = {};                         ///< when `status` last changed
  std::string reason = {};                              ///< one word in CamelCase; the API requires it
  std::string message = {};                             ///< for people; written even if it is empty

  friend bool operator==(const Condition&, const Condition&);
};
KUBEXX_DESCRIBE(Condition, (type, required, max_length(316)),
                (status, required, enum_value("True"), enum_value("False"), enum_value("Unknown")),
                (observedGeneration, minimum(0)), (lastTransitionTime, required),
                (reason, required, min_length(1), max_length(1024)), (message, required, max_length(32768)));
KUBEXX_COMPILED(Condition)

/// Adds `wanted`, or updates the condition of its type; returns false if nothing changed. lastTransitionTime changes
/// only with `status`: to that of `wanted`, or to `now` if it has none (meta.SetStatusCondition in apimachinery).
/// `reason` and `message` are stored as they will be written: UTF-8 within the limits. Throws std::invalid_argument if
/// the condition has no type or no reason, or if its status is not one of the three.
bool set_condition(std::vector<Condition>& conditions, const Condition& wanted, Time now);
/// Returns false if there was none of this type.
bool remove_condition(std::vector<Condition>& conditions, std::string_view type);

/// Returns null if there is none. The pointer is valid until the list changes.
[[nodiscard]] const Condition* find_condition(const std::vector<Condition>& conditions, std::string_view type);
[[nodiscard]] bool is_condition_true(const std::vector<Condition>& conditions, std::string_view type);

}  // namespace kubexx
