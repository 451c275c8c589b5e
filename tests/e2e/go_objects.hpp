// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace kubexx::e2e {

/// Calls `check` with each line of protobuf_oracle/main.go: apiVersion, kind, json, protobuf (base64); GO_OBJECTS of
/// them, in batches of at most 200 with a seed each, which a failure names. COUNT and SEED of the environment
/// (KUBEXX_ORACLE_…) replace the number of objects and the first seed. Stops at the first failure of a test, and skips
/// the test where there is no go command.
void for_each_go_object(const std::function<void(const nlohmann::json& object, int number)>& check,
                        const std::function<void()>& after_batch = {});

/// What protobuf_oracle/main.go prints; empty where there is no go command. Fails the test when it fails.
[[nodiscard]] std::string protobuf_oracle(const std::string& arguments, std::string_view input = {});

}  // namespace kubexx::e2e
