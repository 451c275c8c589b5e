// SPDX-License-Identifier: Apache-2.0
// Random JSON read into structs, owners and views, compared with a reader written on nlohmann::json: members that are
// repeated, unknown, null, in any order or of the wrong type, names and texts with escapes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/object.hpp"
#include "kubexx/apimachinery/open_enum.hpp"
#include "support/random_json.hpp"

namespace read_struct_test {

enum class Color { Red, Green };
BOOST_DESCRIBE_ENUM(Color, Red, Green)

struct Level : kubexx::OpenEnum<Level> {
  using OpenEnum::OpenEnum;
};

struct Leaf {
  std::string text = "x";
  int number = 7;
  std::optional<bool> flag;
  std::vector<std::string> words;
  Level level;
  friend bool operator==(const Leaf&, const Leaf&) = default;
};
BOOST_DESCRIBE_STRUCT(Leaf, (), (text, number, flag, words, level))

struct Tree {
  Leaf leaf;
  std::optional<Leaf> maybe;
  std::vector<Leaf> leaves;
  std::map<std::string, Leaf> named;
  std::map<std::string, std::string> labels;
  std::vector<bool> bits;
  Color color = Color::Green;
  nlohmann::json any;
  std::vector<std::map<std::string, int>> counts;
  friend bool operator==(const Tree&, const Tree&) = default;
};
BOOST_DESCRIBE_STRUCT(Tree, (), (leaf, maybe, leaves, named, labels, bits, color, any, counts))

namespace {

using nlohmann::json;

/// The path of the first value of the wrong type.
struct WrongType {
  std::string path;
};

void check(bool right, const std::string& path)
{
  if (!right) throw WrongType{path};
}

// What the reader is compared with.
void expect(std::string& to, const json& from, const std::string& path)
{
  check(from.is_string(), path);
  to = from.get<std::string>();
}
void expect(Level& to, const json& from, const std::string& path)
{
  check(from.is_string(), path);
  to = Level(from.get<std::string>());
}
void expect(int& to, const json& from, const std::string& path)
{
  check(from.is_number_integer(), path);
  to = from.get<int>();
}
void expect(bool& to, const json& from, const std::string& path)
{
  check(from.is_boolean(), path);
  to = from.get<bool>();
}
void expect(Color& to, const json& from, const std::string& path)
{
  check(from == "Red" || from == "Green", path);
  to = from == "Red" ? Color::Red : Color::Green;
}
void expect(json& to, const json& from, const std::string& /*path*/)
{
  to = from;
}
void expect(Leaf& to, const json& from, const std::string& path);
template <class T>
void expect(std::map<std::string, T>& to, const json& from, const std::string& path);
template <class T>
void expect(std::vector<T>& to, const json& from, const std::string& path)
{
  check(from.is_array(), path);
  to.clear();
  for (const json& item : from) {
    T value{};
    if (!item.is_null()) expect(value, item, path + "[" + std::to_string(to.size()) + "]");
    to.push_back(value);
  }
}
template <class T>
void expect(std::map<std::string, T>& to, const json& from, const std::string& path)
{
  check(from.is_object(), path);
  to.clear();
  for (const auto& [key, item] : from.items()) {
    T value{};
    if (!item.is_null()) expect(value, item, path + "." + key);
    to[key] = value;
  }
}
template <class T>
void expect(std::optional<T>& to, const json& from, const std::string& path)
{
  expect(to.emplace(), from, path);
}
template <class T>
void member(T& to, const json& from, const char* name, const std::string& path)
{
  if (!from.contains(name) || from[name].is_null()) return;
  expect(to, from[name], path.empty() ? name : path + "." + name);
}
void expect(Leaf& to, const json& from, const std::string& path)
{
  check(from.is_object(), path);
  member(to.text, from, "text", path);
  member(to.number, from, "number", path);
  member(to.flag, from, "flag", path);
  member(to.words, from, "words", path);
  member(to.level, from, "level", path);
}
void expect(Tree& to, const json& from, const std::string& path)
{
  check(from.is_object(), path);
  member(to.leaf, from, "leaf", path);
  member(to.maybe, from, "maybe", path);
  member(to.leaves, from, "leaves", path);
  member(to.named, from, "named", path);
  member(to.labels, from, "labels", path);
  member(to.bits, from, "bits", path);
  member(to.color, from, "color", path);
  member(to.any, from, "any", path);
  member(to.counts, from, "counts", path);
}

/// JSON text for these structs.
class RandomText {
public:
  explicit RandomText(std::uint64_t seed) : random_(seed) {}

  std::string tree()
  {
    static constexpr std::string_view names[] = {"leaf",  "maybe", "leaves", "named",  "labels", "bits",
                                                 "color", "any",   "counts", "leaf\n", "Leaf",   ""};
    return object(std::size(names) * 2, [&] {
      const std::string_view name = names[random_.below(std::size(names))];
      return quoted(name) + ":" + space() + tree_value(name);
    });
  }

  std::string owners()
  {
    return array([&] {
      if (random_.below(10) == 0) return wrong();
      return object(10, [&] {
        static constexpr std::string_view names[] = {"apiVersion",         "kind", "name", "uid", "controller",
                                                     "blockOwnerDeletion", "Kind", "other"};
        const std::size_t name = random_.below(std::size(names));
        const bool is_flag = name == 4 || name == 5;
        return quoted(names[name]) + ":" + or_other(is_flag ? boolean() : text());
      });
    });
  }

  // With escapes, sometimes for characters that need none.
  std::string quoted(std::string_view text)
  {
    const std::string plain = json(text).dump();
    return random_.below(3) == 0 ? random_.written_oddly(text) : plain;
  }

  std::string key() { return quoted(std::string(1 + random_.below(20), "abc"[random_.below(3)])); }

  template <class Member>
  std::string object(std::size_t most, Member make)
  {
    return "{" + list(most, make) + "}";
  }

  std::string wrong()
  {
    static constexpr std::string_view values[] = {"{}", "[]", "\"other\"", "1.5", "true", "[{\"a\":[]}]"};
    return std::string(values[random_.below(std::size(values))]);
  }

  std::size_t below(std::size_t bound) { return random_.below(bound); }

private:
  std::string space() { return random_.below(8) == 0 ? " \n" : ""; }

  template <class Item>
  std::string list(std::size_t most, Item make)
  {
    std::string all = space();
    for (std::size_t left = random_.below(most + 1); left > 0; --left) {
      all += make() + space() + (left > 1 ? "," + space() : "");
    }
    return all;
  }
  template <class Item>
  std::string array(Item make)
  {
    return "[" + list(3, make) + "]";
  }
  // Not for the values of a map, which are read even if the key is repeated.
  std::string or_other(const std::string& right)
  {
    if (random_.below(8) == 0) return "null";
    return random_.below(60) == 0 ? wrong() : right;
  }
  std::string or_null(const std::string& right) { return random_.below(8) == 0 ? "null" : right; }

  std::string text() { return quoted(random_.text() + std::string(random_.below(30), 'z')); }
  std::string number() { return std::to_string(static_cast<int>(random_.below(2000)) - 1000); }
  std::string boolean() { return random_.below(2) == 0 ? "true" : "false"; }

  template <class Value>
  std::string map(Value make)
  {
    return object(4, [&] { return key() + space() + ":" + or_null(make()); });
  }

  std::string leaf(bool may_be_wrong = true)
  {
    static constexpr std::string_view names[] = {"text", "number", "flag", "words", "level", "textual", "tex"};
    return object(8, [&] {
      const std::string_view name = names[random_.below(std::size(names))];
      const std::string value = leaf_value(name);
      return quoted(name) + ":" + space() + (may_be_wrong ? or_other(value) : or_null(value));
    });
  }
  std::string leaf_value(std::string_view name)
  {
    if (name == "number") return number();
    if (name == "flag") return boolean();
    if (name == "words") return array([&] { return or_null(text()); });
    return text();
  }
  std::string tree_value(std::string_view name)
  {
    if (name == "leaf" || name == "maybe") return or_other(leaf());
    if (name == "leaves") return or_other(array([&] { return or_other(leaf()); }));
    if (name == "named") return or_other(map([&] { return leaf(false); }));
    if (name == "labels") return or_other(map([&] { return text(); }));
    if (name == "bits") return or_other(array([&] { return or_other(boolean()); }));
    if (name == "color") return or_other(quoted(random_.below(2) == 0 ? "Red" : "Green"));
    if (name == "counts") return or_other(array([&] { return map([&] { return number(); }); }));
    return random_.written_oddly(random_.value(3));
  }

  kubexx::test::RandomJson random_;
};

TEST(ReadStruct, ReadsWhatAReaderOfATreeReads)
{
  std::size_t read = 0, refused = 0;
  for (std::uint64_t seed = 0; seed < 8'000; ++seed) {
    const std::string text = RandomText(seed).tree();
    Tree expected;
    std::optional<std::string> wrong;
    try {
      expect(expected, json::parse(text), "");
    } catch (const WrongType& error) {
      wrong = error.path;
    }
    try {
      const Tree tree = kubexx::decode_text<Tree>(text);
      ASSERT_FALSE(wrong) << text << "\nexpected an error at " << *wrong;
      ASSERT_EQ(tree, expected) << text;
      ++read;
    } catch (const kubexx::ObjectError& error) {
      ASSERT_TRUE(wrong) << text << "\n" << error.what();
      ASSERT_THAT(error.what(), ::testing::StartsWith(*wrong + ": ")) << text;
      ++refused;
    }
  }
  EXPECT_GT(read, 2'000U);
  EXPECT_GT(refused, 800U);
}

TEST(ReadStruct, ReadsOwnersAsAReaderOfATree)
{
  for (std::uint64_t seed = 0; seed < 5'000; ++seed) {
    const std::string text = RandomText(seed).owners();
    const auto object = kubexx::Object::parse(R"({"metadata":{"ownerReferences":)" + text + "}}");
    const json tree = json::parse(text);
    const auto owners = object.owners();
    ASSERT_EQ(owners.size(), tree.size()) << text;
    std::string controller, uid;
    for (std::size_t at = tree.size(); at > 0; --at) {
      const json& reference = tree[at - 1];
      const auto member = [&](const char* name) {
        return reference.is_object() ? reference.value(name, json()) : json();
      };
      const auto string = [&](const char* name) {
        const json value = member(name);
        return value.is_string() ? value.get<std::string>() : std::string();
      };
      const auto& owner = owners[at - 1];
      ASSERT_EQ(owner.api_version, string("apiVersion")) << text;
      ASSERT_EQ(owner.kind, string("kind")) << text;
      ASSERT_EQ(owner.name, string("name")) << text;
      ASSERT_EQ(owner.uid, string("uid")) << text;
      ASSERT_EQ(owner.controller, member("controller") == true) << text;
      ASSERT_EQ(owner.block_owner_deletion, member("blockOwnerDeletion") == true) << text;
      if (owner.controller) controller = std::to_string(at) + string("name");
      if (owner.controller) uid = string("uid");
    }
    const auto found = object.controller_owner();
    ASSERT_EQ(found.has_value(), !controller.empty()) << text;
    if (found) {
      ASSERT_EQ(found->uid, uid) << text;
    }
  }
}

TEST(ReadStruct, FindsTheLastMemberOfAView)
{
  for (std::uint64_t seed = 0; seed < 5'000; ++seed) {
    RandomText random(seed);
    kubexx::test::RandomJson values(seed);
    const std::string text =
        random.object(6, [&] { return random.key() + " :" + values.written_oddly(values.value(2)); });
    const json tree = json::parse(text);
    const kubexx::JsonView view(text);
    for (const auto& [name, value] : tree.items()) ASSERT_EQ(json::parse(view.member(name).bytes()), value) << text;
    ASSERT_FALSE(view.member("d")) << text;
    std::map<std::string, json> children;
    for (auto child = view.children(); child.next();) children[child.key()] = json::parse(child.value().bytes());
    ASSERT_EQ(json(children), tree.empty() ? json(children) : tree) << text;
    ASSERT_EQ(children.size(), tree.size()) << text;
  }
}

// The bytes are looked at several at a time.
TEST(ReadStruct, ReadsTextsOfAnyLengthWithSomethingSpecialAnywhere)
{
  const std::string specials[] = {"z", "\"", "\\", "\n", "\x01", "\xc3\xa9", "\xf0\x9f\x98\x80", "\xff"};
  for (const std::string& special : specials) {
    for (std::size_t size = 0; size < 40; ++size) {
      for (std::size_t at = 0; at <= size; ++at) {
        for (const std::string rest : {"", " , \"what follows is longer than a register\""}) {
          const bool is_utf8 = special != "\xff";
          const std::string before(at, 'a'), after(size - at, 'b');
          const std::string text = before + special + after;
          const std::string shown = before + (is_utf8 ? special : "\xef\xbf\xbd") + after;
          const std::string quoted = is_utf8 ? json(text).dump() : '"' + text + '"';
          const std::string list = "[" + quoted + rest + "]";
          auto child = kubexx::JsonView(list).children();
          ASSERT_TRUE(child.next());
          ASSERT_EQ(child.value().bytes(), quoted);
          ASSERT_EQ(child.value().as_string(), shown);
          ASSERT_TRUE(child.value().equals(shown));
          ASSERT_FALSE(child.value().equals(shown + "c"));
          const auto read = kubexx::decode_text<Leaf>(R"({"words":)" + list + "}");
          ASSERT_EQ(read.words.front(), shown);
          ASSERT_EQ(read.words.size(), rest.empty() ? 1U : 2U);
          ASSERT_EQ(kubexx::decode_text<Tree>(R"({"labels":{)" + quoted + R"(:"v"}})").labels.begin()->first, shown);
        }
      }
    }
  }
}

// The tokens of a text have room on the stack up to a number.
TEST(ReadStruct, TextsOfEachLengthAreRead)
{
  for (std::size_t size = 0; size < 1700; size = size * 5 / 4 + 1) {
    Tree tree;
    tree.leaf.words.assign(size, "word");
    tree.leaf.words.push_back("last");
    tree.labels["after"] = "all";
    const Tree read = kubexx::decode_text<Tree>(kubexx::encode(tree));
    EXPECT_TRUE(read == tree) << size;
  }
}

}  // namespace
}  // namespace read_struct_test
