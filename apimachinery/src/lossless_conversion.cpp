// SPDX-License-Identifier: Apache-2.0
#include "kubexx/apimachinery/lossless_conversion.hpp"

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>
#include <vector>

#include "json_tree.hpp"
#include "kept_versions.hpp"
#include "kubexx/apimachinery/detail/json_scan.hpp"
#include "lost_members.hpp"
#include "unknown_members.hpp"

namespace kubexx {

namespace {

using detail::KeptVersion;
using detail::LostMember;
using nlohmann::json;

// How often a restored object is converted to find the members that may not come back.
constexpr int kMaxTrials = 64;

Object parsed(const json& tree)
{
  return Object::parse(tree.dump(), {.keep_managed_fields = true, .type = nullptr});
}

std::string_view version_of(std::string_view api_version)
{
  return api_version.substr(api_version.find('/') + 1);
}

/// What a conversion decides on: everything but apiVersion, kind and the rest of the metadata.
json content_of(const json& tree)
{
  json content = tree;
  content.erase("apiVersion");
  content.erase("kind");
  json metadata = json::object();
  if (const auto found = tree.find("metadata"); found != tree.end() && found->is_object()) {
    for (const char* name : {"labels", "annotations"}) {
      const auto values = found->find(name);
      if (values != found->end() && values->is_object() && !values->empty()) metadata[name] = *values;
    }
  }
  content["metadata"] = std::move(metadata);
  return content;
}

const json* child(const json* object, const std::string& name)
{
  if (object == nullptr) return nullptr;
  const auto found = object->find(name);
  return found == object->end() ? nullptr : &*found;
}

/// Whether something of `wanted` is right in `before`, but not in `now`.
bool spoils(const json* wanted, const json* before, const json* now)
{
  const auto same = [](const json* a, const json* b) { return a == nullptr || b == nullptr ? a == b : *a == *b; };
  if (same(wanted, now)) return false;
  const auto all = [&](auto is) {
    return wanted != nullptr && before != nullptr && now != nullptr && is(*wanted) && is(*before) && is(*now);
  };
  if (all([](const json& value) { return value.is_object(); })) {
    for (const json* object : {wanted, before, now}) {
      for (const auto& [name, unused] : object->items()) {
        if (spoils(child(wanted, name), child(before, name), child(now, name))) return true;
      }
    }
    return false;
  }
  if (all([&](const json& value) { return value.is_array() && value.size() == wanted->size(); })) {
    for (std::size_t at = 0; at < wanted->size(); ++at) {
      if (spoils(&(*wanted)[at], &(*before)[at], &(*now)[at])) return true;
    }
    return false;
  }
  return same(wanted, before);
}

/// One conversion of one object.
class LosslessConverter {
public:
  LosslessConverter(const Conversions& conversions, const Object& object, std::string_view to)
      : conversions_(conversions), given_(object.json()), to_(to), to_version_(version_of(to))
  {
    kept_ = detail::take_kept_versions(given_);
    group_ = to.substr(0, to.size() - to_version_.size());
    json small = given_;
    if (small.contains("metadata") && small["metadata"].is_object()) small["metadata"].erase("managedFields");
    source_ = parsed(small);
  }

  LosslessConversion run()
  {
    std::erase_if(kept_, [&](const KeptVersion& one) { return !is_other_version(one.version); });
    Object result = make_result();
    json tree = result.json();
    (void)detail::take_kept_versions(tree);  // a function may have copied it
    std::string text;
    std::string loss;
    try {
      text = kept_text(parsed(tree));
    } catch (const ConversionError& error) {
      loss = error.what();
    }
    restore_metadata(tree);
    if (!text.empty()) loss = detail::add_kept_versions(tree, text);
    return {parsed(tree), std::move(loss)};
  }

private:
  [[nodiscard]] std::string api_version(std::string_view version) const { return group_ + std::string(version); }
  [[nodiscard]] const detail::Codec& codec_of(const Object& object) const
  {
    return *conversions_.find(object.kind(), object.api_version())->codec;
  }
  [[nodiscard]] bool is_other_version(const std::string& version) const
  {
    const std::string name = api_version(version);
    return name != source_.api_version() && conversions_.find(source_.kind(), name) != nullptr;
  }

  /// By the functions, and with the members that no struct knows.
  [[nodiscard]] Object convert(const Object& object, const std::string& to) const
  {
    Object converted = conversions_.convert(object, to);
    if (object.api_version() == to) return converted;
    json tree = converted.json();
    if (!detail::carry_unknown_members(codec_of(object), object.json(), codec_of(converted), tree)) return converted;
    return parsed(tree);
  }

  /// As the struct of its version writes it, so that another spelling is no loss.
  [[nodiscard]] json plain_content(const Object& object) const
  {
    json tree = conversions_.rewritten(object).json();
    detail::add_unknown_members(codec_of(object), object.json(), tree);
    return content_of(tree);
  }

  [[nodiscard]] Object make_result()
  {
    if (kept_.empty()) return convert(source_, to_);
    const auto found =
        std::find_if(kept_.begin(), kept_.end(), [&](const KeptVersion& one) { return one.version == to_version_; });
    if (found != kept_.end()) return full(*found);
    try {
      // The version that was kept last knows most of the object.
      return convert(full(kept_.front()), to_);
    } catch (const ConversionError&) {
      return convert(source_, to_);
    }
  }

  /// The source in a version of which something is kept.
  [[nodiscard]] Object full(const KeptVersion& kept) const
  {
    Object base = convert(source_, api_version(kept.version));
    const auto parts = detail::split_lost_members(kept.lost);
    if (parts.empty()) return base;
    Object all = restored(base, parts);
    const json wanted = plain_content(source_);
    if (back_content(all) == wanted) return all;
    const json before = back_content(base);
    int trials = kMaxTrials;
    std::vector<LostMember> good;
    add_good(base, parts, wanted, before, good, trials);
    return restored(base, good);
  }

  /// Adds to `good` the parts that do not alter what the source shows.
  void add_good(const Object& base, std::span<const LostMember> parts, const json& wanted, const json& before,
                std::vector<LostMember>& good, int& trials) const
  {
    if (parts.empty() || trials-- <= 0) return;
    std::vector<LostMember> tried = good;
    tried.insert(tried.end(), parts.begin(), parts.end());
    const json now = back_content(restored(base, tried));
    if (!now.is_null() && !spoils(&wanted, &before, &now)) {
      good = std::move(tried);
    } else if (parts.size() > 1) {
      add_good(base, parts.first(parts.size() / 2), wanted, before, good, trials);
      add_good(base, parts.subspan(parts.size() / 2), wanted, before, good, trials);
    }
  }

  [[nodiscard]] static Object restored(const Object& base, std::span<const LostMember> parts)
  {
    json tree = base.json();
    for (const LostMember& part : parts) detail::restore(tree, part);
    return parsed(tree);
  }

  /// What is left of it in the version of the source; null: it cannot be converted.
  [[nodiscard]] json back_content(const Object& object) const
  {
    try {
      return content_of(convert(object, std::string(source_.api_version())).json());
    } catch (const ConversionError&) {
      return nullptr;
    }
  }

  /// The annotation of the result; empty: nothing has to be kept. Throws ConversionError if there is no way back.
  [[nodiscard]] std::string kept_text(const Object& result) const
  {
    json all = json::array();
    const auto keep = [&](const std::string& version, const Object& of) {
      const json shown = content_of(convert(result, api_version(version)).json());
      if (shown == content_of(of.json())) return;
      json lost = detail::lost_members(shown, plain_content(of), codec_of(of));
      if (!lost.is_null()) all.push_back({{"version", version}, {"lost", std::move(lost)}});
    };
    keep(std::string(version_of(source_.api_version())), source_);
    for (const KeptVersion& kept : kept_) {
      if (kept.version == to_version_) continue;
      try {
        keep(kept.version, full(kept));
      } catch (const ConversionError&) {  // the object has become one that this version cannot express at all
        continue;
      }
    }
    if (all.empty()) return {};
    JsonWriter to;
    detail::write_tree(all, to);
    return to.take();
  }

  /// Of the metadata, the functions decide on labels and annotations only.
  void restore_metadata(json& tree) const
  {
    json metadata = given_.value("metadata", json::object());
    const auto made = tree.find("metadata");
    for (const char* name : {"labels", "annotations"}) {
      metadata.erase(name);
      if (made != tree.end() && made->contains(name)) metadata[name] = (*made)[name];
    }
    tree["metadata"] = std::move(metadata);
  }

  const Conversions& conversions_;
  json given_;
  std::string to_, group_;
  std::string_view to_version_;
  std::vector<KeptVersion> kept_;  // those of other versions than that of the source
  Object source_;                  // without managedFields and annotation
};

}  // namespace

LosslessConversion convert_lossless(const Conversions& conversions, const Object& object, std::string_view api_version)
{
  if (object.api_version() == api_version) return {object};
  return LosslessConverter(conversions, object, api_version).run();
}

}  // namespace kubexx
