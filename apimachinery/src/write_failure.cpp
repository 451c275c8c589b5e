// SPDX-License-Identifier: Apache-2.0
#include "write_failure.hpp"

#include <algorithm>

#include "kubexx/apimachinery/detail/json_scan.hpp"
#include "kubexx/apimachinery/utf8.hpp"

namespace kubexx::detail {

void append_member(std::string& path, std::string_view name)
{
  const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
  if (plain) {
    if (!path.empty()) path += '.';
    path += name;
  } else {
    path += '[';
    append_quoted(path, valid_utf8(name));
    path += ']';
  }
}

void WriteFailure::below_member(std::string_view name)
{
  std::string path;
  append_member(path, name);
  if (!path_.empty() && path_.front() != '[') path += '.';
  path_.insert(0, path);
}

void WriteFailure::below_element(std::size_t index)
{
  if (!path_.empty() && path_.front() != '[') path_.insert(0, 1, '.');
  path_.insert(0, "[" + std::to_string(index) + "]");
}

ObjectError WriteFailure::as_object_error(const std::string& subject) const
{
  std::string text;
  for (const std::string* part : {&subject, &path_}) {
    if (!part->empty()) text += *part + ": ";
  }
  return ObjectError(text + problem_);
}

}  // namespace kubexx::detail
