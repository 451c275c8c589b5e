// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/bytes.hpp"

#include "kubexx/base/base64.hpp"

namespace kubexx {

Bytes Bytes::from_json(JsonView json)
{
  const auto text = json.as_string();
  if (!text) throw ValueError("bytes", json.bytes(), "a string in base64");
  auto bytes = decode_base64(*text);
  if (!bytes) throw ValueError("bytes", *text, "base64");
  return Bytes(std::move(*bytes));
}

void Bytes::write_json(JsonWriter& to) const
{
  to.string(encode_base64(bytes_));
}

}  // namespace kubexx
