// SPDX-License-Identifier: Apache-2.0
// Field numbers are those of k8s.io/apimachinery's and k8s.io/api's generated.proto.
#include "encoding.hpp"

namespace kubexx::bench {

namespace {

std::string varint(std::uint64_t value)
{
  std::string bytes;
  for (; value >= 0x80; value >>= 7U) bytes += static_cast<char>(value | 0x80U);
  return bytes + static_cast<char>(value);
}

/// The beginning of a field of `size` bytes.
std::string tag(unsigned number, std::size_t size)
{
  return varint(number << 3U | 2U) + varint(size);
}

std::string field(unsigned number, const std::string& bytes)
{
  return tag(number, bytes.size()) + bytes;
}

std::string number_field(unsigned number, std::uint64_t value)
{
  return varint(number << 3U) + varint(value);
}

/// What stands before and behind an object to say what it is: runtime.Unknown behind four bytes.
std::string unknown_head(const std::string& kind, std::size_t size)
{
  return std::string("k8s\0", 4) + field(1, field(1, "v1") + field(2, kind)) + tag(2, size);
}
const std::string unknown_tail = field(3, "") + field(4, "");

/// A WatchEvent behind its length.
std::string event(const std::string& type, const std::string& kind, const std::string& object)
{
  const std::string raw = unknown_head(kind, object.size()) + object + unknown_tail;
  const std::string frame = field(1, type) + field(2, field(1, raw));
  std::string length;
  for (int shift = 24; shift >= 0; shift -= 8)
    length += static_cast<char>(frame.size() >> static_cast<unsigned>(shift));
  return chunk(length + frame);
}

class ProtobufEncoding final : public Encoding {
public:
  ProtobufEncoding(std::size_t count, const std::string& pod)
      : Encoding("application/vnd.kubernetes.protobuf", "application/vnd.kubernetes.protobuf;stream=watch", count,
                 chunk(field(2, pod)), event("ADDED", "Pod", pod), event("MODIFIED", "Pod", pod)),
        item_size_(field(2, pod).size())
  {
  }

  std::string list_head(const PageHead& page) const override
  {
    std::string meta = field(1, "") + field(2, std::to_string(page.version)) + field(3, page.continue_);
    if (!page.continue_.empty()) meta += number_field(4, page.remaining);
    meta = field(1, meta);
    return chunk(unknown_head("PodList", meta.size() + page.items * item_size_) + meta);
  }

  std::string list_tail() const override { return chunk(unknown_tail); }

  std::string bookmark(std::uint64_t version) const override
  {
    const std::string end = field(12, field(1, "k8s.io/initial-events-end") + field(2, "true"));
    return event("BOOKMARK", "Pod", field(1, field(6, std::to_string(version)) + end));
  }

  std::string gone() const override
  {
    return event("ERROR", "Status",
                 field(1, "") + field(2, "Failure") + field(3, "too old resource version") + field(4, "Expired") +
                     number_field(6, 410));
  }

private:
  std::size_t item_size_;
};

}  // namespace

std::unique_ptr<Encoding> make_protobuf_encoding(std::size_t count, const std::string& pod)
{
  return std::make_unique<ProtobufEncoding>(count, pod);
}

}  // namespace kubexx::bench
