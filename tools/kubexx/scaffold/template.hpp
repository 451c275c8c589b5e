// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace kubexx::cli::scaffold {

/// What a template is filled with.
struct TemplateValues {
  std::map<std::string, std::string, std::less<>> names;  ///< "KIND": what stands for @KIND@
  std::set<std::string, std::less<>> facts;               ///< "webhook": whether the lines after "@if webhook@" stay
};

/// Fills `text`: @NAME@ is replaced by its value. Lines between "@if FACT@" and "@else@" or "@end@", which are lines of
/// their own and do not nest, stay or go. Other text with @ stays as it is. Throws std::runtime_error, which names the
/// line, for an unknown name and for an @if@ without its @end@.
[[nodiscard]] std::string filled(std::string_view text, const TemplateValues& values);

}  // namespace kubexx::cli::scaffold
