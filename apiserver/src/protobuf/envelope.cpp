// SPDX-License-Identifier: Apache-2.0
#include "protobuf/envelope.hpp"

#include "core/request.hpp"
#include "core/status.hpp"
#include "protobuf/decode.hpp"
#include "protobuf/values.hpp"
#include "protobuf/wire.hpp"

namespace kubexx::apiserver::protobuf {
namespace {

/// runtime.Unknown. Its contentEncoding and contentType are not looked at, as in Go.
struct Unknown {
  std::string api_version, kind;
  std::string_view raw;
};

void need_bytes(const WireReader& reader, const char* field)
{
  if (reader.type() == WireType::bytes) return;
  throw WireError("proto: wrong wireType = " + std::to_string(static_cast<unsigned>(reader.type())) + " for field " +
                  field);
}

void read_type(std::string_view bytes, Unknown& into)
{
  WireReader reader(bytes, "TypeMeta");
  while (reader.next()) {
    if (reader.number() == 1) {
      need_bytes(reader, "APIVersion");
      into.api_version = valid_text(reader.bytes());
    } else if (reader.number() == 2) {
      need_bytes(reader, "Kind");
      into.kind = valid_text(reader.bytes());
    } else {
      reader.skip();
    }
  }
}

Unknown read_unknown(std::string_view body)
{
  if (body.empty()) throw WireError("empty data");
  if (!body.starts_with(magic)) {
    throw WireError("provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]");
  }
  if (body.size() == magic.size()) throw WireError("empty body");
  Unknown unknown;
  WireReader reader(body.substr(magic.size()), "Unknown");
  while (reader.next()) {
    switch (reader.number()) {
      case 1:
        need_bytes(reader, "TypeMeta");
        read_type(reader.bytes(), unknown);
        break;
      case 2:
        need_bytes(reader, "Raw");
        unknown.raw = reader.bytes();
        break;
      case 3:
        need_bytes(reader, "ContentEncoding");
        (void)reader.bytes();
        break;
      case 4:
        need_bytes(reader, "ContentType");
        (void)reader.bytes();
        break;
      default:
        reader.skip();
    }
  }
  return unknown;
}

}  // namespace

Json decode_body(std::string_view body, std::string_view api_version, std::string_view kind)
{
  Unknown unknown;
  try {
    unknown = read_unknown(body);
  } catch (const WireError& error) {
    throw unrecognized(kind, error.what(), body);
  }
  if (unknown.kind.empty()) unknown.kind = kind;
  if (unknown.api_version.empty()) unknown.api_version = api_version;
  const auto version = unknown.api_version.substr(unknown.api_version.find('/') + 1);
  const auto refuse = [&](const std::string& problem) {
    return bad_request(unknown.kind + " in version " + go_quoted(version) + " cannot be handled as a " +
                       std::string(kind) + ": " + problem);
  };
  const auto* message = table().kind(unknown.api_version, unknown.kind);
  if (message == nullptr) {
    throw refuse("no kind " + go_quoted(unknown.kind) + " is registered for version " + go_quoted(unknown.api_version) +
                 " in scheme \"pkg/runtime/scheme.go:111\"");
  }
  try {
    auto object = decode_message(*message, unknown.raw);
    object["apiVersion"] = unknown.api_version;
    object["kind"] = unknown.kind;
    return object;
  } catch (const WireError& error) {
    throw refuse(error.what());
  } catch (const TooManyValues& error) {
    throw too_large("Request entity too large: " + std::string(error.what()));
  }
}

}  // namespace kubexx::apiserver::protobuf
