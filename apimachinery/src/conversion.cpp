// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/conversion.hpp"

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>

namespace kubexx {

namespace {

using nlohmann::json;

std::string api_version_of(const ResourceInfo& info)
{
  std::string text(info.group);
  if (!text.empty()) text += '/';
  return text.append(info.version);
}

bool same_kind(const ResourceInfo& left, const ResourceInfo& right)
{
  return left.group == right.group && left.kind == right.kind;
}

std::string text_of(const ResourceInfo& info)
{
  return std::string(info.kind) + " " + api_version_of(info);
}

/// `converted` with the metadata of `original`, except labels and annotations.
Object with_metadata_of(const Object& original, const Object& converted)
{
  json result = converted.json();
  json metadata = original.json().value("metadata", json::object());
  const auto changed_at = result.find("metadata");  // none: the struct does not have it
  const json changed = changed_at == result.end() ? metadata : *changed_at;
  for (const char* name : {"labels", "annotations"}) {
    const auto found = changed.find(name);
    if (found != changed.end()) {
      metadata[name] = *found;
    } else {
      metadata.erase(name);
    }
  }
  result["metadata"] = std::move(metadata);
  return Object::parse(result.dump(), {.keep_managed_fields = true, .type = nullptr});
}

std::string conversion_failure(const Object& object, std::string_view api_version, const std::string& reason)
{
  const std::string name = object.namespace_().empty() ? "" : std::string(object.namespace_()) + "/";
  return "cannot convert " + std::string(object.kind()) + " " + name + std::string(object.name()) + " from " +
         std::string(object.api_version()) + " to " + std::string(api_version) + ": " + reason;
}

}  // namespace

void Conversions::add_pair(Step there, Step back)
{
  const ResourceInfo& one = *there.from.resource;
  const ResourceInfo& other = *there.to.resource;
  const std::string pair = text_of(one) + " and " + text_of(other);
  if (!there.apply || !back.apply) throw std::invalid_argument("a conversion between " + pair + " is empty");
  if (!same_kind(one, other) || one.version == other.version) {
    throw std::invalid_argument(pair + " are not two versions of one kind");
  }
  for (const Step& step : steps_) {
    if (step.from.codec == there.from.codec && step.to.codec == there.to.codec) {
      throw std::invalid_argument("the conversions between " + pair + " were added before");
    }
    for (const auto* version : {&there.from, &there.to}) {
      const ResourceInfo& known = *step.from.resource;
      const bool clash = same_kind(known, *version->resource) && known.version == version->resource->version &&
                         step.from.codec != version->codec;
      if (clash) throw std::invalid_argument("two structs are " + text_of(known));
    }
  }
  steps_.push_back(std::move(there));
  steps_.push_back(std::move(back));
}

std::vector<const Conversions::Step*> Conversions::way(const ResourceInfo& from, std::string_view to_version) const
{
  // Breadth first. The versions of a kind are a handful, so that a list of ways is no loss.
  std::vector<std::vector<const Step*>> ways{{}};
  std::vector<std::string_view> seen{from.version};
  for (std::size_t at = 0; at < ways.size(); ++at) {
    const std::string_view here = ways[at].empty() ? from.version : ways[at].back()->to.resource->version;
    for (const Step& step : steps_) {
      if (!same_kind(*step.from.resource, from) || step.from.resource->version != here) continue;
      const std::string_view next = step.to.resource->version;
      if (std::find(seen.begin(), seen.end(), next) != seen.end()) continue;
      seen.push_back(next);
      auto way = ways[at];
      way.push_back(&step);
      if (next == to_version) return way;
      ways.push_back(std::move(way));
    }
  }
  return {};
}

const Conversions::Step* Conversions::first_step(std::string_view kind, std::string_view api_version) const
{
  const auto step = std::find_if(steps_.begin(), steps_.end(), [&](const Step& one) {
    const ResourceInfo& from = *one.from.resource;
    return from.kind == kind && api_version_of(from) == api_version;
  });
  return step == steps_.end() ? nullptr : &*step;
}

const DescribedKind* Conversions::find(std::string_view kind, std::string_view api_version) const
{
  const Step* const step = first_step(kind, api_version);
  return step == nullptr ? nullptr : &step->from;
}

Object Conversions::convert(const Object& object, std::string_view api_version) const
{
  if (object.api_version() == api_version) return object;
  const auto fail = [&](const std::string& reason) {
    throw ConversionError(conversion_failure(object, api_version, reason));
  };
  const Step* const first = first_step(object.kind(), object.api_version());
  if (first == nullptr) fail("no conversion from this kind and version is known");
  const ResourceInfo& from = *first->from.resource;
  const std::string group = from.group.empty() ? "" : std::string(from.group) + "/";
  if (!api_version.starts_with(group)) fail("a conversion stays in the group of the object");
  const auto steps = way(from, api_version.substr(group.size()));
  if (steps.empty()) fail("no conversions lead to this version");
  Object converted = object;
  try {
    for (const Step* step : steps) converted = step->apply(converted);
    return with_metadata_of(object, converted);
  } catch (const detail::ConversionMistake& error) {
    throw ConversionError(conversion_failure(object, api_version, error.what()), true);
  } catch (const std::exception& error) {
    fail(error.what());
  }
  return {};
}

Object Conversions::rewritten(const Object& object) const
{
  const Step* const step = first_step(object.kind(), object.api_version());
  if (step == nullptr) {
    throw ConversionError(
        conversion_failure(object, object.api_version(), "no conversion from this kind and version is known"));
  }
  try {
    return with_metadata_of(object, step->rewrite(object));
  } catch (const ObjectError& error) {
    throw ConversionError(conversion_failure(object, object.api_version(), error.what()));
  }
}

std::vector<std::vector<DescribedKind>> Conversions::kinds() const
{
  std::vector<std::vector<DescribedKind>> kinds;
  for (const Step& step : steps_) {
    const auto same = [&](const std::vector<DescribedKind>& kind) {
      return same_kind(*kind.front().resource, *step.from.resource);
    };
    auto kind = std::find_if(kinds.begin(), kinds.end(), same);
    if (kind == kinds.end()) {
      kinds.push_back({step.from});
    } else if (std::find(kind->begin(), kind->end(), step.from) == kind->end()) {
      kind->push_back(step.from);
    }
  }
  return kinds;
}

std::vector<std::string> Conversions::missing(std::span<const DescribedKind> versions) const
{
  std::vector<std::string> texts;
  for (std::size_t one = 0; one < versions.size(); ++one) {
    for (std::size_t other = one + 1; other < versions.size(); ++other) {
      const ResourceInfo& from = *versions[one].resource;
      const ResourceInfo& to = *versions[other].resource;
      if (way(from, to.version).empty()) {
        texts.push_back("no conversions between " + text_of(from) + " and " + text_of(to));
      }
    }
  }
  return texts;
}

}  // namespace kubexx
