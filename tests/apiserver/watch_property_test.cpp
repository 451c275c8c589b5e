// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <array>
#include <map>
#include <optional>
#include <random>

#include "fixture.hpp"

namespace kubexx::testing {
namespace {

using Labels = std::map<std::string, std::string>;

/// What one watch asks for, and what it should have been told since it was looked at last.
struct RandomWatch {
  std::string namespace_;  // empty: all
  std::optional<std::string> name;
  Labels labels;                       // required
  std::optional<std::string> without;  // the label that must not be there
  std::vector<std::string> expected;
  std::unique_ptr<Reader> reader;

  [[nodiscard]] bool matches(const std::string& space, const std::string& object,
                             const std::optional<Labels>& has) const
  {
    if (!has || (!namespace_.empty() && namespace_ != space) || (name && *name != object)) return false;
    for (const auto& [key, value] : labels) {
      const auto found = has->find(key);
      if (found == has->end() || found->second != value) return false;
    }
    return !without || !has->contains(*without);
  }

  [[nodiscard]] std::string target(const std::string& version) const
  {
    std::string selector;
    for (const auto& [key, value] : labels) selector += (selector.empty() ? "" : ",") + key + "%3D" + value;
    if (without) selector += (selector.empty() ? "!" : ",!") + *without;
    return std::string("/api/v1/") + (namespace_.empty() ? "" : "namespaces/" + namespace_ + "/") +
           "configmaps?watch=1&resourceVersion=" + version + "&labelSelector=" + selector +
           (name ? "&fieldSelector=metadata.name%3D" + *name : "");
  }
};

struct RandomWatches : ApiServerTest {
  std::size_t below(std::size_t bound) { return draws() % bound; }
  std::string a_name() { return std::array{"n", "o", "p", "q"}[below(4)]; }
  std::string a_namespace() { return std::array{"default", "kube-system"}[below(2)]; }
  std::string a_key() { return std::array{"x", "y", "z"}[below(3)]; }
  std::string a_value() { return std::array{"1", "2"}[below(2)]; }

  void open()
  {
    auto& one = watches.emplace_back();
    if (below(2) == 0) one.namespace_ = a_namespace();
    if (below(4) == 0) one.name = a_name();
    for (auto left = below(3); left > 0; --left) one.labels[a_key()] = a_value();
    if (below(4) == 0) one.without = a_key();
    one.reader = std::make_unique<Reader>(watch(one.target(version_of(get("/api/v1/configmaps")))));
  }

  void write()
  {
    const auto space = a_namespace(), name = a_name();
    const auto collection = "/api/v1/namespaces/" + space + "/configmaps";
    auto& present = objects[space + "/" + name];
    const auto before = present;
    if (below(4) == 0) {
      if (!before) return;
      ASSERT_EQ(call("DELETE", collection + "/" + name).status, 200U);
      present.reset();
    } else {
      present.emplace();
      for (const auto* key : {"x", "y", "z"}) {
        if (below(2) == 0) (*present)[key] = a_value();
      }
      auto object = config_map(name, {{"n", std::to_string(draws())}});
      object["metadata"]["labels"] = *present;
      object["metadata"]["namespace"] = space;
      const auto answer = before ? call("PUT", collection + "/" + name, object) : call("POST", collection, object);
      ASSERT_LT(answer.status, 300U);
    }
    const auto version = version_of(get("/api/v1/configmaps"));
    for (auto& one : watches) {
      const bool was = one.matches(space, name, before), is = one.matches(space, name, present);
      if (!was && !is) continue;
      one.expected.push_back((is ? was ? "MODIFIED " : "ADDED " : "DELETED ") + name + " " + version);
    }
  }

  void check()
  {
    for (auto& one : watches) {
      SCOPED_TRACE(one.target("0"));
      EXPECT_EQ(one.reader->events(), std::exchange(one.expected, {}));
    }
  }

  std::mt19937 draws{7};
  std::vector<RandomWatch> watches;
  std::map<std::string, std::optional<Labels>> objects;
};

TEST_F(RandomWatches, EachTellsWhatItsSelectorsSee)
{
  for (int watch = 0; watch < 60; ++watch) {
    open();
    for (auto left = below(6); left > 0; --left) write();
    if (below(2) == 0) check();
  }
  for (int round = 0; round < 100; ++round) {
    // Those that were woken by the first write read when all of them are there.
    for (auto left = below(6); left > 0; --left) write();
    check();
  }
  EXPECT_EQ(server.open_watches(), 60U);
  server.close_watches();
  check();
  EXPECT_EQ(server.open_watches(), 0U);
}

}  // namespace
}  // namespace kubexx::testing
