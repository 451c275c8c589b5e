// SPDX-License-Identifier: Apache-2.0
// Objects: what is accepted is what a JSON parser accepts and means the same.
#include <string>

#include <nlohmann/json.hpp>

#include "fuzz.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "kubexx/apimachinery/utf8.hpp"

namespace {

// Each escape of a surrogate becomes that of another character.
std::string without_half_pairs(std::string text)
{
  for (std::size_t at = 0; at + 2 < text.size(); ++at) {
    if (text[at] != '\\') continue;
    if (text[at + 1] == 'u' && (text[at + 2] == 'd' || text[at + 2] == 'D')) text[at + 2] = '1';
    ++at;
  }
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  using namespace kubexx;
  using fuzz::require;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Object object;
  try {
    object = Object::parse(text);
  } catch (const ObjectError&) {
    return 0;
  }
  // Go's decoder accepts bytes that are not UTF-8 in a text, and half of a surrogate pair.
  auto tree = nlohmann::json::parse(valid_utf8(text), nullptr, false);
  if (tree.is_discarded()) {
    try {
      (void)object.json();
    } catch (const ObjectError&) {
      return 0;  // a number that is larger than a double
    }
    require(nlohmann::json::accept(without_half_pairs(valid_utf8(text))), "an object is JSON");
    return 0;
  }
  const auto kept = Object::parse(text, {.keep_managed_fields = true, .type = nullptr});
  require(kept.json() == tree, "an object keeps all members");
  if (tree.contains("metadata") && tree["metadata"].is_object()) tree["metadata"].erase("managedFields");
  require(object.json() == tree, "an object keeps all members but managedFields");
  require(!object.at("/metadata/managedFields"), "managedFields are dropped");
  const auto again = Object::parse(object.bytes());
  require(same_content(again, object) && same_version(again, object), "an object's bytes are that object");
  require(object.at("/metadata/name").as_string().value_or("") == object.name(), "the header's name is the name");
  for (const auto& [key, value] : object.labels()) require(object.label(key).has_value(), "each label is found");
  for (const auto& owner : object.owners()) {
    if (owner.controller) require(object.controller_owner().has_value(), "the owner that controls is found");
  }
  (void)object.finalizers();
  require(object.memory() >= object.bytes().size(), "an object holds its bytes");

  const ResourceType type{"apps", "v1", "Deployment", "deployments"};
  const auto typed = Object::parse(text, {.keep_managed_fields = false, .type = &type});
  require(!tree.contains("kind") || !tree["kind"].is_string() || typed.kind() == object.kind(),
          "a kind is not replaced");
  require(Object::parse(typed.bytes()).kind() == typed.kind(), "an added kind is in the bytes");
  return 0;
}
