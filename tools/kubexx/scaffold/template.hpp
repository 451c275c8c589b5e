// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace kubexx::cli::scaffold {

/// The values for a template.
struct TemplateValues {
  std::map<std::string, std::string, std::less<>> names;  ///< "KIND": the text that replaces @KIND@
  std::set<std::string, std::less<>> facts;               ///< "webhook": whether the lines after "@if webhook@" stay
};

/// Returns `text` with each @NAME@ replaced by its value. Lines between "@if FACT@" and "@else@" or "@end@" are kept if
/// `facts` contains FACT; those between "@else@" and "@end@" are kept otherwise. These marks have a line of their own
/// and do not nest. Other text with @ is unchanged. Throws std::runtime_error, which names the line, for an unknown
/// name and for an @if@ without its @end@.
[[nodiscard]] std::string filled(std::string_view text, const TemplateValues& values);

}  // namespace kubexx::cli::scaffold
