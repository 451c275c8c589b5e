// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "encoding.hpp"

namespace kubexx::bench {

namespace {

/// Items of a list have no kind and apiVersion.
std::string item()
{
  std::string pod = PodTemplate::json();
  return "{" + pod.substr(pod.find(R"("metadata")"));
}

std::string event(const std::string& type, const std::string& object)
{
  return chunk(R"({"type":")" + type + R"(","object":)" + object + "}\n");
}

class JsonEncoding final : public Encoding {
public:
  explicit JsonEncoding(std::size_t count)
      : Encoding("application/json", "application/json", count, chunk("," + item()),
                 event("ADDED", PodTemplate::json()), event("MODIFIED", PodTemplate::json()))
  {
  }

  std::string list_head(const PageHead& page) const override
  {
    std::string more;
    if (!page.continue_.empty()) {
      more = R"(,"continue":")" + page.continue_ + R"(","remainingItemCount":)" + std::to_string(page.remaining);
    }
    return chunk(R"({"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":")" +
                 std::to_string(page.version) + '"' + more + R"(},"items":[)");
  }

  std::string first_item(std::string_view item) const override
  {
    const std::size_t comma = item.find("\r\n") + 2;
    return chunk(item.substr(comma + 1, item.size() - comma - 3));
  }

  std::string list_tail() const override { return chunk("]}\n"); }

  std::string bookmark(std::uint64_t version) const override
  {
    return event("BOOKMARK", R"({"kind":"Pod","apiVersion":"v1","metadata":{"resourceVersion":")" +
                                 std::to_string(version) +
                                 R"(","annotations":{"k8s.io/initial-events-end":"true"}},)"
                                 R"("spec":{"containers":null},"status":{}})");
  }

  std::string gone() const override
  {
    return event("ERROR", R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",)"
                          R"("message":"too old resource version","reason":"Expired","code":410})");
  }
};

}  // namespace

std::string chunk(std::string_view data)
{
  std::array<char, 20> size{};
  std::snprintf(size.data(), size.size(), "%zx\r\n", data.size());
  return size.data() + std::string(data) + "\r\n";
}

std::unique_ptr<Encoding> make_json_encoding(std::size_t count)
{
  return std::make_unique<JsonEncoding>(count);
}

}  // namespace kubexx::bench
