// SPDX-License-Identifier: Apache-2.0
// Objects and lists: what is accepted is what a JSON parser accepts and means the same; pointers find what is there.
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string_view>

#include "kubexx/client/apps.hpp"
#include "kubexx/client/describe.hpp"
#include "object_scan.hpp"

namespace {

void require(bool condition)
{
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  using namespace kubexx;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  // Views of bytes that nobody checked may say nonsense, but stay inside them.
  (void)JsonView(text).at("/a/0/b");
  try {
    auto tree = nlohmann::json::parse(text, nullptr, false);
    const auto kept = Object::parse(text, {.keep_managed_fields = true, .type = nullptr});
    require(!tree.is_discarded() && kept.json() == tree);
    const auto object = Object::parse(text);
    if (tree.contains("metadata") && tree["metadata"].is_object()) tree["metadata"].erase("managedFields");
    require(object.json() == tree);
    require(!object.at("/metadata/managedFields"));
    (void)object.owners();
    (void)object.finalizers();
    for (const auto& [key, value] : object.labels()) require(object.label(key).has_value());
    const auto deployment = object.as<Deployment>();
    (void)object.with(deployment);
  } catch (const ObjectError&) {
  }
  try {
    const Object::ParseOptions options;
    detail::scan_list(text, [&](const detail::ScannedObject& item) { (void)detail::make_object(item, options); });
  } catch (const ObjectError&) {
  }
  return 0;
}
