// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <boost/describe/class.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/apimachinery/compiled.hpp"
#include "kubexx/apimachinery/time.hpp"

namespace kubexx {

/// metav1.Condition: one observation of an object, an element of `status.conditions`, of which there is one of each
/// type. Declare `std::vector<Condition> conditions` in a status.
struct Condition {
  static constexpr std::array<std::string_view, 1> kubexx_merge_keys{"type"};
  // The API server's limits, in bytes. A longer text is cut when it is written, and what is not UTF-8 becomes U+FFFD.
  static constexpr std::size_t reason_limit = 1024;
  static constexpr std::size_t message_limit = 32 * 1024;

  std::string type;                                ///< "Ready"; also with a domain: "example.com/Synced"
  std::string status;                              ///< "True", "False" or "Unknown"
  std::optional<std::int64_t> observedGeneration;  ///< the metadata.generation that this is about
  Time lastTransitionTime;                         ///< when `status` changed last
  std::string reason;                              ///< one word in CamelCase; the API requires it
  std::string message;                             ///< for a person

  friend bool operator==(const Condition&, const Condition&);
};
BOOST_DESCRIBE_STRUCT(Condition, (), (type, status, observedGeneration, lastTransitionTime, reason, message))
KUBEXX_COMPILED(Condition)

/// Adds `wanted`, or brings the condition of its type up to date; false when nothing changed. lastTransitionTime
/// changes with `status` alone: to that of `wanted`, or to `now` when it has none (apimachinery's
/// meta.SetStatusCondition). `reason` and `message` become what is written: UTF-8 within the limits. Throws
/// std::invalid_argument for a condition without a type or a reason, and for a status that is none of the three.
bool set_condition(std::vector<Condition>& conditions, const Condition& wanted, Time now);
/// False when there was none of this type.
bool remove_condition(std::vector<Condition>& conditions, std::string_view type);

/// Null when there is none. The pointer is valid until the list changes.
[[nodiscard]] const Condition* find_condition(const std::vector<Condition>& conditions, std::string_view type);
[[nodiscard]] bool is_condition_true(const std::vector<Condition>& conditions, std::string_view type);

}  // namespace kubexx
