// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

namespace kubexx::testing::detail {

/// Draws JSON values that a structural schema allows. Uses no distribution of the standard library, since each library
/// has its own.
class ValueDrawer {
public:
  ValueDrawer(std::mt19937_64& random, double mistakes) : random_(random), mistakes_(mistakes) {}

  [[nodiscard]] nlohmann::json value(const nlohmann::json& schema, unsigned depth);
  [[nodiscard]] std::uint64_t below(std::uint64_t limit) { return random_() % limit; }

private:
  [[nodiscard]] bool one_in(std::uint64_t count) { return below(count) == 0; }
  [[nodiscard]] bool is_mistake();
  [[nodiscard]] nlohmann::json mistake(const nlohmann::json& schema);
  [[nodiscard]] nlohmann::json any_value(unsigned depth);
  [[nodiscard]] nlohmann::json integer(const nlohmann::json& schema);
  [[nodiscard]] nlohmann::json number(const nlohmann::json& schema);
  [[nodiscard]] std::string text(const nlohmann::json& schema);
  [[nodiscard]] nlohmann::json list(const nlohmann::json& schema, unsigned depth);
  [[nodiscard]] nlohmann::json object(const nlohmann::json& schema, unsigned depth);

  std::mt19937_64& random_;
  const double mistakes_;
};

}  // namespace kubexx::testing::detail
