// SPDX-License-Identifier: Apache-2.0
// Objects of every kind with changes drawn at random, as dry runs, to a real and to the embedded API server: both
// answer alike. What is known to differ stands in random_differences.yaml, by class. KUBEXX_RANDOM_SEED draws others,
// KUBEXX_RANDOM_REQUESTS as many, and KUBEXX_RANDOM_KIND ("pods") those of one resource alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <regex>
#include <set>

#include "real_server.hpp"
#include "recording_side.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;
using Pointer = json::json_pointer;

/// A valid object, and the collection that it is created in.
struct Base {
  std::string collection;
  json object;
  [[nodiscard]] std::string resource() const { return collection.substr(collection.rfind('/') + 1); }
  [[nodiscard]] std::string target() const
  {
    return collection + "/" + object.at(Pointer("/metadata/name")).get<std::string>();
  }
};

std::string filled(std::string text)
{
  for (auto at = text.find("{step}"); at != std::string::npos; at = text.find("{step}", at)) text.replace(at, 6, "0");
  return text;
}

/// The largest body of all recordings for each collection. What is refused is sorted out later.
std::vector<Base> largest_bodies()
{
  std::map<std::string, std::vector<json>> found;
  for (const auto& topic : recording_topics(recordings_folder())) {
    for (const auto& recording : read_recordings(recordings_folder(), topic)) {
      for (const auto& step : recording.steps) {
        const auto collection = step.target.substr(0, step.target.find('?'));
        auto object = json::parse(filled(step.body), nullptr, false);
        const bool creates = step.method == "POST" && object.is_object() && object.contains("kind") &&
                             object.contains(Pointer("/metadata/name")) && step.headers.size() <= 1;
        if (creates && step.body.size() < 20'000) found[collection].push_back(std::move(object));
      }
    }
  }
  std::vector<Base> bases;
  for (auto& [collection, objects] : found) {
    std::sort(objects.begin(), objects.end(), [](const json& a, const json& b) {
      const auto of_a = a.flatten().size(), of_b = b.flatten().size();
      return of_a != of_b ? of_a > of_b : a < b;
    });
    for (auto& object : objects) bases.push_back({collection, std::move(object)});
  }
  return bases;
}

/// Every place of an object that may change, its type and name apart.
void note_places(const json& value, const Pointer& at, std::vector<Pointer>& places)
{
  if (!value.is_structured()) return;
  for (const auto& [name, member] : value.items()) {
    const auto place = value.is_array() ? at / static_cast<std::size_t>(std::stoul(name)) : at / name;
    const auto text = place.to_string();
    if (text == "/apiVersion" || text == "/kind" || text == "/metadata/name" || text == "/metadata/namespace") continue;
    places.push_back(place);
    note_places(member, place, places);
  }
}

class Changes {
public:
  explicit Changes(std::uint64_t seed) : random_(seed) {}

  std::uint64_t below(std::uint64_t bound) { return random_.below(bound); }

  /// One or two changes; `patch` is the same as a JSON patch.
  json change(const json& object, json& patch)
  {
    json changed = object;
    patch = json::array();
    for (auto left = below(4) == 0 ? 2 : 1; left > 0; --left) change_once(changed, patch);
    return changed;
  }

private:
  void change_once(json& object, json& patch)
  {
    std::vector<Pointer> places;
    note_places(object, Pointer(), places);
    if (places.empty()) return;
    const auto place = places[below(places.size())];
    auto& value = object.at(place);
    switch (below(10)) {
      case 0:
      case 1:
        object.at(place.parent_pointer()).is_array()
            ? object.at(place.parent_pointer()).erase(std::stoul(place.back()))
            : static_cast<void>(object.at(place.parent_pointer()).erase(place.back()));
        patch.push_back({{"op", "remove"}, {"path", place.to_string()}});
        return;
      case 2:
        if (value.is_array() && !value.empty()) {
          value.push_back(value[below(value.size())]);
          break;
        }
        [[fallthrough]];
      case 3:
        if (value.is_array()) {
          value.push_back(drawn());
          break;
        }
        if (value.is_object()) {
          value["unknown"] = drawn();
          break;
        }
        [[fallthrough]];
      case 4:
        value = object.at(places[below(places.size())]);
        break;
      default:
        value = drawn();
    }
    patch.push_back({{"op", "replace"}, {"path", place.to_string()}, {"value", object.at(place)}});
  }

  json drawn()
  {
    static const std::vector<json> values{nullptr,
                                          "",
                                          0,
                                          1,
                                          -1,
                                          2147483648LL,
                                          9223372036854775807LL,
                                          0.5,
                                          true,
                                          false,
                                          json::array(),
                                          json::object(),
                                          std::string(300, 'x'),
                                          "Not A Name!",
                                          "a/b/c",
                                          "a",
                                          "-1",
                                          "1.5Gi",
                                          "100%",
                                          "2026-01-01T00:00:00Z",
                                          "10.0.0.1",
                                          "ü",
                                          json::array({"x", "x"}),
                                          json::object({{"k", "v"}}),
                                          json::array({json::object()})};
    return values[below(values.size())];
  }

  SeededRandom random_;
};

/// A class of differences.
struct Known {
  std::set<std::string> resources;  ///< empty: all
  std::regex pattern;               ///< of what describe_difference says
  std::string reason;
  std::size_t seen = 0;
};

std::vector<Known> known_classes()
{
  std::vector<Known> classes;
  for (const auto& document : read_yaml(recordings_folder().parent_path() / "random_differences.yaml")) {
    for (const auto& entry : document) {
      Known known;
      for (const auto& resource : entry.value("resources", json::array())) {
        known.resources.insert(resource.get<std::string>());
      }
      known.pattern = std::regex(entry.at("pattern").get<std::string>());
      known.reason = entry.at("reason").get<std::string>();
      classes.push_back(std::move(known));
    }
  }
  return classes;
}

/// Messages show whole objects, with versions that the two servers do not share.
std::string without_versions(const json& answer)
{
  static const std::regex version(R"((resourceVersion\\+":\\+")\d+)");
  return std::regex_replace(answer.dump(), version, "$1<version>");
}

/// Go's maps have no order: neither have errors about their members.
bool same_but_order(const json& real, const json& embedded)
{
  auto texts = std::pair(without_versions(real), without_versions(embedded));
  if (texts.first == texts.second) return true;
  if (real.at("status") != 422 || embedded.at("status") != 422) return false;
  std::sort(texts.first.begin(), texts.first.end());
  std::sort(texts.second.begin(), texts.second.end());
  return texts.first == texts.second;
}

Step step_of(std::string method, std::string target, const std::string& type, const json& body)
{
  Step step;
  step.method = std::move(method);
  step.target = std::move(target);
  step.headers.add("Content-Type", type);
  step.body = body.dump();
  return step;
}

std::uint64_t number_from(const char* variable, std::uint64_t otherwise)
{
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::stoull(text);
}

class RandomRequests : public testing::Test {
protected:
  void SetUp() override
  {
    try {
      real_ = std::make_unique<Side>(transport_to(bare_plane().files), true);
    } catch (const CannotRun& reason) {
      GTEST_SKIP() << reason.what();
    }
    embedded_ = std::make_unique<Side>(make_in_process_transport(runtime(), server_, ""), false);
    const auto namespace_ = "random-" + system_.uuid().substr(0, 8);
    real_->begin(namespace_, Recording());
    embedded_->begin(namespace_, Recording());
    classes_ = known_classes();
  }
  void TearDown() override
  {
    if (!embedded_) return;
    real_->end();
    embedded_->end();
  }

  /// Whether both accept it. What they say of it is compared.
  bool send(const Base& base, const Step& step)
  {
    ++number_;
    const auto real = real_->take(step, number_);
    const auto embedded = embedded_->take(step, number_);
    const bool accepted = real.at("status") < 300;
    ++sent_;
    accepted_ += accepted ? 1U : 0U;
    if (real == embedded || same_but_order(real, embedded)) {
      ++equal_;
      return accepted;
    }
    const auto text = describe_difference(real, embedded);
    for (auto& known : classes_) {
      const bool concerned = known.resources.empty() || known.resources.contains(base.resource());
      if (!concerned || !std::regex_search(text, known.pattern)) continue;
      ++known.seen;
      return accepted;
    }
    ADD_FAILURE() << step.method << " " << step.target << " " << step.body << text;
    return accepted && embedded.at("status") < 300;
  }

  /// The first for each collection that both accept: objects that updates are tried on.
  std::vector<Base> created_bases()
  {
    std::vector<Base> created;
    std::set<std::string> done;
    const auto first = json{{"apiVersion", "v1"}, {"kind", "ServiceAccount"}, {"metadata", {{"name", "default"}}}};
    const auto accounts = std::string("/api/v1/namespaces/{ns}/serviceaccounts");
    (void)send({accounts, first}, step_of("POST", accounts, "application/json", first));
    for (auto& base : largest_bodies()) {
      const auto* only = std::getenv("KUBEXX_RANDOM_KIND");
      if (done.contains(base.collection) || (only != nullptr && base.resource() != only)) continue;
      const auto step = step_of("POST", base.collection, "application/json", base.object);
      ++number_;
      const auto real = real_->take(step, number_).at("status");
      const auto embedded = embedded_->take(step, number_).at("status");
      if (real != 201 || embedded != 201) continue;
      done.insert(base.collection);
      created.push_back(std::move(base));
    }
    return created;
  }

  Step draw(Changes& changes, const Base& base)
  {
    json patch;
    const auto changed = changes.change(base.object, patch);
    const std::string query = changes.below(4) == 0 ? "?dryRun=All&fieldValidation=Strict" : "?dryRun=All";
    switch (changes.below(8)) {
      case 0:
        return step_of("PUT", base.target() + query, "application/json", changed);
      case 1:
        return step_of("PATCH", base.target() + query, "application/json-patch+json", patch);
      case 2:
        return step_of("PATCH", base.target() + query + "&fieldManager=random&force=true",
                       "application/apply-patch+yaml", changed);
      default: {
        auto fresh = changed;
        const auto name = base.object.at("metadata").at("name").get<std::string>() + "x";
        if (fresh.contains("metadata") && fresh.at("metadata").is_object()) fresh["metadata"]["name"] = name;
        return step_of("POST", base.collection + query, "application/json", fresh);
      }
    }
  }

  SystemRandom system_;
  ApiServer server_{embedded_options(system_)};
  std::unique_ptr<Side> real_, embedded_;
  std::vector<Known> classes_;
  std::size_t number_ = 0, sent_ = 0, accepted_ = 0, equal_ = 0;
};

TEST_F(RandomRequests, HaveTheSameAnswers)
{
  const auto seed = number_from("KUBEXX_RANDOM_SEED", 1);
  const auto requests = number_from("KUBEXX_RANDOM_REQUESTS", 600);
  const auto bases = created_bases();
  ASSERT_FALSE(bases.empty());
  Changes changes(seed);
  for (std::uint64_t done = 0; done < requests; ++done) {
    const auto& base = bases[done % bases.size()];
    (void)send(base, draw(changes, base));
  }
  std::cout << bases.size() << " kinds, seed " << seed << ": " << sent_ << " requests (" << accepted_ << " accepted, "
            << sent_ - accepted_ << " refused), " << equal_ << " equal\n";
  for (const auto& known : classes_) std::cout << known.seen << " differ: " << known.reason << "\n";
}

}  // namespace
}  // namespace kubexx::e2e
