// SPDX-License-Identifier: Apache-2.0
#include "kubexx/testing/round_trips.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "kubexx/testing/random_objects.hpp"

namespace kubexx::testing {

namespace {

using nlohmann::json;

/// One direction between two versions: `from` to `to` and back.
class RoundTrip {
public:
  RoundTrip(const Conversions& conversions, const ResourceInfo& from, const ResourceInfo& to)
      : conversions_(conversions),
        from_(api_version_of(from)),
        to_(api_version_of(to)),
        name_(std::string(from.kind) + " " + std::string(from.version) + " to " + std::string(to.version))
  {
  }

  void run(const json& drawn, const std::string& which)
  {
    which_ = which;
    try {
      const Object object = conversions_.rewritten(Object::from_json(drawn));
      const Object back = conversions_.convert(conversions_.convert(object, to_), from_);
      compare("", object.json(), back.json());
    } catch (const ConversionError& error) {
      tell("", name_ + ": " + error.what());
    }
  }
  [[nodiscard]] std::vector<std::string> take() { return std::move(texts_); }

private:
  static std::string api_version_of(const ResourceInfo& info)
  {
    return (info.group.empty() ? "" : std::string(info.group) + "/") + std::string(info.version);
  }
  static std::string shown(const json* value)
  {
    if (value == nullptr) return "nothing";
    std::string text = value->dump();
    if (text.size() > 200) text = text.substr(0, 200) + "…";
    return text;
  }

  void compare(const std::string& path, const json& before, const json& after)
  {
    if (before == after) return;
    if (before.is_object() && after.is_object()) {
      for (const auto& [name, value] : before.items()) {
        const auto found = after.find(name);
        const std::string here = path.empty() ? name : path + "." + name;
        if (found == after.end()) {
          is_absent(here, value, false);
        } else {
          compare(here, value, *found);
        }
      }
      for (const auto& [name, value] : after.items()) {
        if (!before.contains(name)) differs(path.empty() ? name : path + "." + name, nullptr, &value);
      }
    } else if (before.is_array() && after.is_array() && before.size() == after.size()) {
      for (std::size_t at = 0; at < before.size(); ++at) compare(path + "[*]", before[at], after[at]);
    } else {
      differs(path, &before, &after);
    }
  }

  /// A struct that holds only default values is not written, so zeros in it are no loss.
  void is_absent(const std::string& path, const json& before, bool parent_is_absent)
  {
    if (before.is_object() && !before.empty()) {
      for (const auto& [name, value] : before.items()) is_absent(path + "." + name, value, true);
    } else if (!parent_is_absent || (before != json(0) && before != json(false))) {
      differs(path, &before, nullptr);
    }
  }

  void differs(const std::string& path, const json* before, const json* after)
  {
    tell(path, name_ + " and back: " + path + ": " + shown(before) + " became " + shown(after));
  }
  void tell(const std::string& path, const std::string& text)
  {
    if (told_.insert(path).second) texts_.push_back(text + " (" + which_ + ")");
  }

  const Conversions& conversions_;
  const std::string from_, to_, name_;
  std::string which_;
  std::set<std::string> told_;  // paths
  std::vector<std::string> texts_;
};

}  // namespace

std::vector<std::string> lost_in_round_trips(const Conversions& conversions, const RoundTripOptions& options)
{
  std::vector<std::string> texts;
  for (const auto& versions : conversions.kinds()) {
    for (const DescribedKind& from : versions) {
      RandomObjects objects(from, {.seed = options.seed, .builtin_schemas = options.builtin_schemas});
      std::vector<json> drawn(options.objects);
      std::generate(drawn.begin(), drawn.end(), [&] { return objects.next(); });
      for (const DescribedKind& to : versions) {
        if (to == from) continue;
        RoundTrip trip(conversions, *from.resource, *to.resource);
        for (std::size_t at = 0; at < drawn.size(); ++at) {
          trip.run(drawn[at], "object " + std::to_string(at + 1) + " of seed " + std::to_string(options.seed));
        }
        const auto found = trip.take();
        texts.insert(texts.end(), found.begin(), found.end());
      }
    }
  }
  return texts;
}

}  // namespace kubexx::testing
