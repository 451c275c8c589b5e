// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "apply/updater.hpp"
#include "core/kind.hpp"

namespace kubexx::apiserver::apply {

/// The versions of a kind, or of its scale. Keeps a reference.
class ServedVersions final : public Versions {
public:
  ServedVersions(const Kind& kind, const std::string& subresource);

  [[nodiscard]] std::optional<Type> type(const std::string& api_version) const override;
  [[nodiscard]] Json convert(const Json& object, const std::string& from, const std::string& to) const override;
  [[nodiscard]] const FieldSet* reset(const std::string& api_version) const override;

private:
  [[nodiscard]] const ServedVersion* find_version(const std::string& api_version) const;

  const Kind& kind_;
  bool scale_, status_;
  FieldSet reset_;
};

}  // namespace kubexx::apiserver::apply
