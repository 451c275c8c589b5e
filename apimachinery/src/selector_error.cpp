// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/selector_error.hpp"

#include "quoted.hpp"

namespace kubexx {

namespace {

constexpr std::size_t kShownOfSelector = 200;

}  // namespace

SelectorError::SelectorError(std::string_view type, std::string_view text, std::string_view problem)
    : std::invalid_argument(std::string(type) + " " + detail::quoted(text.substr(0, kShownOfSelector)) +
                            (text.size() > kShownOfSelector ? "...: " : ": ") + std::string(problem)),
      text_(text),
      problem_(problem)
{
}

}  // namespace kubexx
