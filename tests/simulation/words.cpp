// SPDX-License-Identifier: Apache-2.0
#include "words.hpp"

#include <sstream>
#include <stdexcept>

namespace kubexx::simulation {

std::vector<std::string> words_of(std::string_view text)
{
  std::istringstream stream{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::string attempt(const std::function<void()>& edit)
{
  try {
    edit();
    return {};
  } catch (const ApiError& error) {
    if (is_not_found(error) || is_already_exists(error)) return std::string(error.reason());
    throw;
  }
}

void unknown_edit(std::string_view text)
{
  throw std::invalid_argument("the fault list has an edit that nobody knows: " + std::string(text));
}

}  // namespace kubexx::simulation
