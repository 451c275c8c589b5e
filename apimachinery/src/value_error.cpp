// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/value_error.hpp"

#include "quoted.hpp"

namespace kubexx {

namespace {

constexpr std::size_t kShown = 80;

}  // namespace

ValueError::ValueError(std::string_view type, std::string_view text, std::string_view expected)
    : std::invalid_argument(std::string(type) + " " + detail::quoted(text.substr(0, kShown)) +
                            (text.size() > kShown ? "...: expected " : ": expected ") + std::string(expected)),
      text_(text),
      expected_(expected)
{
}

}  // namespace kubexx
