// SPDX-License-Identifier: Apache-2.0
// Every generated kind: random objects there and back, and the same fields as in the tables of the embedded server,
// which are made of the same document by another way.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "kubexx/apimachinery/bytes.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/int_or_string.hpp"
#include "kubexx/apimachinery/quantity.hpp"
#include "kubexx/apimachinery/raw_json.hpp"
#include "kubexx/apimachinery/time.hpp"
#include "kubexx/types/all.hpp"
#include "schema/builtin_schemas.hpp"
#include "support/random_json.hpp"

namespace kubexx {

namespace {

using detail::Codec;
using detail::codec_of;
using detail::Field;
using detail::StructInfo;
using test::RandomJson;

/// A value that says something: what a fresh value leaves out never stands in it.
nlohmann::json random_value(const Codec& codec, RandomJson& random, unsigned depth);

/// Written even when it is 0, false or empty: Go's fields without a pointer and without omitempty.
bool is_always_written(const Field& field)
{
  if (field.required) return true;
  static const std::set<const detail::CodecOps*> numbers{codec_of<bool>.ops,         codec_of<std::int32_t>.ops,
                                                         codec_of<std::int64_t>.ops, codec_of<double>.ops,
                                                         codec_of<IntOrString>.ops,  codec_of<Quantity>.ops};
  return !field.omit_zero && numbers.contains(field.codec->ops);
}

nlohmann::json random_object(const StructInfo& info, RandomJson& random, unsigned depth)
{
  auto object = nlohmann::json::object();
  for (const Field& field : info.fields) {
    if (!is_always_written(field) && random.below(3) == 0) continue;
    auto value = random_value(*field.codec, random, depth);
    if (value.is_null() || (field.codec->info != nullptr && value.empty())) continue;
    object[std::string(field.name())] = std::move(value);
  }
  return object;
}

nlohmann::json random_value(const Codec& codec, RandomJson& random, unsigned depth)
{
  const auto is = [&](const Codec& other) { return codec.ops == other.ops; };
  if (codec.info != nullptr)
    return depth == 0 ? nlohmann::json::object() : random_object(*codec.info(), random, depth - 1);
  if (codec.is_optional()) return random_value(*codec.element, random, depth);
  if (codec.is_map()) {
    auto map = nlohmann::json::object();
    for (auto left = 1 + random.below(2); left > 0; --left)
      map["k" + std::to_string(left)] = random_value(*codec.element, random, depth);
    return map;
  }
  if (codec.element != nullptr) {
    auto list = nlohmann::json::array();
    for (auto left = 1 + random.below(2); left > 0; --left) list.push_back(random_value(*codec.element, random, depth));
    return list;
  }
  if (is(codec_of<bool>)) return true;
  if (is(codec_of<std::int32_t>)) return 1 + static_cast<std::int32_t>(random.below(1U << 30U));
  if (is(codec_of<std::int64_t>)) return (1LL << 40U) + static_cast<std::int64_t>(random.below(1U << 30U));
  if (is(codec_of<double>)) return 0.5;
  if (is(codec_of<Time>)) return "2026-11-24T20:00:0" + std::to_string(random.below(10)) + "Z";
  if (is(codec_of<MicroTime>)) return "2026-11-24T20:00:00.00000" + std::to_string(random.below(10)) + "Z";
  if (is(codec_of<Quantity>)) return std::to_string(1 + random.below(900)) + "Gi";
  if (is(codec_of<Bytes>)) return "AAECgP8=";
  if (is(codec_of<RawJson>)) return {{"any", {1, nullptr, "text"}}};
  if (is(codec_of<IntOrString>)) return random.below(2) == 0 ? nlohmann::json(8080) : nlohmann::json("25%");
  if (is(codec_of<std::string>) || codec.ops == &detail::open_enum_ops) return "w" + std::to_string(random.below(1000));
  ADD_FAILURE() << "a type that this test does not know";
  return nullptr;
}

/// Adds a member that no type knows to each object of the schema.
void add_unknown(nlohmann::json& json, const Codec& codec)
{
  if (codec.info != nullptr) {
    for (const Field& field : codec.info()->fields) {
      const std::string name(field.name());
      if (json.contains(name)) add_unknown(json[name], *field.codec);
    }
    json["xUnknown"] = {{"kept", true}};
  } else if (codec.element != nullptr && codec.is_optional()) {
    add_unknown(json, *codec.element);
  } else if (codec.element != nullptr) {
    for (auto& item : json) add_unknown(item, *codec.element);
  }
}

/// Removes some members of each object of the schema; sets them to null in `with_null`, which is `json` otherwise.
void remove_some(nlohmann::json& json, nlohmann::json& with_null, const Codec& codec, RandomJson& random)
{
  if (codec.info != nullptr) {
    for (const Field& field : codec.info()->fields) {
      const std::string name(field.name());
      if (!json.contains(name)) continue;
      if (random.below(4) == 0) {
        json.erase(name);
        with_null[name] = nullptr;
      } else {
        remove_some(json[name], with_null[name], *field.codec, random);
      }
    }
  } else if (codec.element != nullptr && codec.is_optional()) {
    remove_some(json, with_null, *codec.element, random);
  } else if (codec.is_map()) {
    for (const auto& [key, item] : json.items()) remove_some(item, with_null[key], *codec.element, random);
  } else if (codec.element != nullptr) {
    for (std::size_t at = 0; at < json.size(); ++at) remove_some(json[at], with_null[at], *codec.element, random);
  }
}

struct KindEntry {
  std::string name;  // "apps.v1.Deployment"
  const Codec* codec;
  std::function<nlohmann::json(const std::string&)> there_and_back;
  std::function<bool(const std::string&)> keeps_all;
  std::vector<std::string> described;
};

template <class K, template <class...> class List, class... D>
std::vector<std::string> described_names(List<D...> /*members*/)
{
  return {std::string(detail::field_name<D>())...};
}

template <class K>
KindEntry entry(std::string space, const std::string& name)
{
  space.insert(space.rfind('v'), ".");
  return {space + "." + name, &codec_of<K>,
          [](const std::string& text) {
            const K value = decode_text<K>(text);
            EXPECT_EQ(value, K(value));
            return nlohmann::json::parse(encode(value));
          },
          [](const std::string& text) {
            const auto object = Object::parse(text, {.keep_managed_fields = true});
            return same_content(object.with(object.as<K>()), object);
          },
          described_names<K>(detail::MembersOf<K>{})};
}

const std::vector<KindEntry>& kinds()
{
  static const std::vector<KindEntry> all{
#define KIND(space, name) entry<space::name>(#space, #name),
#include "every_kind.inc"
#undef KIND
  };
  return all;
}

TEST(EveryKind, ComesBackAsItWasSent)
{
  ASSERT_GT(kinds().size(), 50U);
  for (const auto& kind : kinds()) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      RandomJson random(seed);
      const auto json = random_object(*kind.codec->info(), random, 9);
      ASSERT_EQ(kind.there_and_back(json.dump()), json) << kind.name << ", seed " << seed;
    }
  }
}

TEST(EveryKind, KeepsWhatItDoesNotKnow)
{
  for (const auto& kind : kinds()) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      RandomJson random(seed);
      auto json = random_object(*kind.codec->info(), random, 9);
      add_unknown(json, *kind.codec);
      ASSERT_TRUE(kind.keeps_all(json.dump())) << kind.name << ", seed " << seed << ": " << json.dump();
    }
  }
}

TEST(EveryKind, ReadsNullAsNothing)
{
  for (const auto& kind : kinds()) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      RandomJson random(seed);
      auto json = random_object(*kind.codec->info(), random, 9);
      auto with_null = json;
      remove_some(json, with_null, *kind.codec, random);
      ASSERT_EQ(kind.there_and_back(with_null.dump()), kind.there_and_back(json.dump()))
          << kind.name << ", seed " << seed;
      ASSERT_TRUE(kind.keeps_all(with_null.dump())) << kind.name << ", seed " << seed << ": " << with_null.dump();
    }
  }
}

/// Sets each optional struct below to {}, each list to [] and each map to {}; in `read` the lists and maps are absent.
void make_empty(const StructInfo& info, nlohmann::json& sent, nlohmann::json& read, unsigned depth)
{
  for (const Field& field : info.fields) {
    const std::string name(field.name());
    const Codec& codec = *field.codec;
    if (codec.is_optional() && codec.element->info != nullptr) {
      sent[name] = read[name] = nlohmann::json::object();
      if (depth > 0) make_empty(*codec.element->info(), sent[name], read[name], depth - 1);
    } else if (codec.is_map()) {
      sent[name] = nlohmann::json::object();
    } else if (codec.element != nullptr && !codec.is_optional()) {
      sent[name] = nlohmann::json::array();
    }
  }
}

TEST(EveryKind, KeepsAnEmptyStructAndDropsEmptyLists)
{
  for (const auto& kind : kinds()) {
    nlohmann::json sent = nlohmann::json::object();
    auto read = sent;
    make_empty(*kind.codec->info(), sent, read, 4);
    const auto answer = kind.there_and_back(sent.dump());
    EXPECT_EQ(answer, kind.there_and_back(read.dump())) << kind.name;
    auto with_structs = answer;  // which has the zeros of what is always written, too
    with_structs.merge_patch(read);
    EXPECT_EQ(with_structs, answer) << kind.name;
    EXPECT_TRUE(kind.keeps_all(sent.dump())) << kind.name;
  }
}

TEST(EveryKind, IsDescribedAsItsTable)
{
  for (const auto& kind : kinds()) {
    std::vector<std::string> names;
    for (const Field& field : kind.codec->info()->fields) names.emplace_back(field.name());
    EXPECT_EQ(names, kind.described) << kind.name;
  }
}

// --- the server's tables ---

struct ServedField {
  std::string code;
  std::vector<std::string> keys;
};
using ServedTypes = std::map<std::string, std::map<std::string, ServedField>>;

/// The format is that of apiserver/schemas/generate.py.
ServedTypes served_types()
{
  ServedTypes types;
  std::string current;
  for (const auto part : apiserver::builtin_schema_text()) {
    std::istringstream lines{std::string(part)};
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string word;
      if (!line.starts_with(" ") && words >> word) types[current = word.substr(0, word.find(';'))];
      while (words >> word) {
        const auto colon = word.find(':');
        auto name = word.substr(0, colon);
        if (name.ends_with('!')) name.pop_back();
        std::istringstream options(word.substr(colon + 1));
        ServedField field;
        std::getline(options, field.code, ';');
        std::string merge_key;
        for (std::string option; std::getline(options, option, ';');) {
          if (option.starts_with("p=")) merge_key = option.substr(2);
          if (!option.starts_with("l=map/")) continue;
          std::istringstream keys(option.substr(6));
          for (std::string key; std::getline(keys, key, '/');) field.keys.push_back(key);
        }
        if (field.keys.empty() && !merge_key.empty()) field.keys = {merge_key};
        types[current][name] = field;
      }
    }
  }
  return types;
}

class Comparison {
public:
  void check_type(const std::string& name, const StructInfo& info)
  {
    if (!seen_.insert(name).second) return;
    std::set<std::string> known;
    for (const Field& field : info.fields) {
      known.insert(std::string(field.name()));
      const auto found = types_.at(name).find(std::string(field.name()));
      if (found == types_.at(name).end()) {
        ADD_FAILURE() << "the server's " << name << " has no " << field.name();
        continue;
      }
      const auto where = name + "." + found->first;
      check(where, found->second.code, *field.codec);
      const auto keys = field.merge_keys();
      EXPECT_EQ(found->second.keys, std::vector<std::string>(keys.begin(), keys.end())) << where;
    }
    for (const auto& [field, served] : types_.at(name)) {
      const bool left_out = field == "apiVersion" || field == "kind" ||
                            (name == "meta.v1.ObjectMeta" && (field == "managedFields" || field == "selfLink"));
      EXPECT_TRUE(left_out || known.contains(field)) << name << " has no " << field;
    }
  }

  [[nodiscard]] bool has(const std::string& name) const { return types_.contains(name); }
  [[nodiscard]] std::size_t compared() const { return seen_.size(); }

private:
  void check(const std::string& where, const std::string& code, const Codec& codec)
  {
    static const std::map<std::string, std::vector<const detail::CodecOps*>> simple{
        {"s", {codec_of<std::string>.ops, &detail::open_enum_ops}},
        {"b", {codec_of<bool>.ops}},
        {"i32", {codec_of<std::int32_t>.ops}},
        {"i64", {codec_of<std::int64_t>.ops}},
        {"f", {codec_of<double>.ops}},
        {"t", {codec_of<Time>.ops}},
        {"m", {codec_of<MicroTime>.ops}},
        {"y", {codec_of<Bytes>.ops}},
        {"q", {codec_of<Quantity>.ops}},
        {"x", {codec_of<IntOrString>.ops}},
        {"*", {codec_of<RawJson>.ops}}};
    if (codec.is_optional()) return check(where, code, *codec.element);
    if (code.starts_with("[]") || code.starts_with("{}")) {
      ASSERT_NE(codec.element, nullptr) << where;
      EXPECT_EQ(codec.is_map(), code.starts_with("{}")) << where;
      return check(where, code.substr(2), *codec.element);
    }
    if (code.starts_with("@")) {
      if (codec.ops == codec_of<RawJson>.ops) {
        EXPECT_THAT(code, ::testing::MatchesRegex(".*v[0-9](alpha|beta)[0-9].*")) << where << " has a type";
        return;
      }
      ASSERT_NE(codec.info, nullptr) << where;
      return check_type(code.substr(1), *codec.info());
    }
    EXPECT_THAT(simple.at(code), ::testing::Contains(codec.ops)) << where << " is " << code << " in the server";
  }

  const ServedTypes types_ = served_types();
  std::set<std::string> seen_;
};

TEST(EveryKind, HasTheFieldsAndMergeKeysOfTheServersTables)
{
  Comparison comparison;
  for (const auto& kind : kinds()) {
    if (comparison.has(kind.name)) comparison.check_type(kind.name, *kind.codec->info());
  }
  EXPECT_GT(comparison.compared(), 200U);
}

}  // namespace

}  // namespace kubexx
