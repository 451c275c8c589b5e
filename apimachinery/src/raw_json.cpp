// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/raw_json.hpp"

#include "json_tree.hpp"
#include "kubexx/apimachinery/detail/codec_table.hpp"

namespace kubexx {

RawJson RawJson::parse(std::string_view text)
{
  return from_json(detail::checked(text));
}

RawJson RawJson::from_json(JsonView json)
{
  RawJson value;
  value.text_ = json.bytes();
  return value;
}

bool RawJson::same_as(const RawJson& other) const
{
  return detail::same_json(text_, other.text_);
}

}  // namespace kubexx
