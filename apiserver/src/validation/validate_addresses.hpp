// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

/// IP addresses and ranges of them: k8s.io/apimachinery/pkg/util/validation/ip.go, with the feature
/// StrictIPCIDRValidation. Problems are in its words; empty when there is none.
namespace kubexx::apiserver {

/// IsValidIP and IsValidCIDR: also in canonical form.
[[nodiscard]] std::string canonical_address_problem(const std::string& text);
[[nodiscard]] std::string canonical_range_problem(const std::string& text);

/// Whether `inner` is a strict part of `outer`.
[[nodiscard]] bool range_contains(const std::string& outer, const std::string& inner);

/// ValidateNonSpecialIP: whether no endpoint can have this address, and why.
[[nodiscard]] bool is_special_address(const std::string& text, std::string& why);

/// GetWarningsForIP without the path; empty when there is none.
[[nodiscard]] std::string address_warning(const std::string& text);

}  // namespace kubexx::apiserver
