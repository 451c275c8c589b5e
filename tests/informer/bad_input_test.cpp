// SPDX-License-Identifier: Apache-2.0
// What a server should not send, as users of an informer see it. Against a scripted server.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "kubexx/informer/index.hpp"
#include "kubexx/informer/lister.hpp"
#include "support.hpp"

namespace kubexx::informer_test {
namespace {

using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Request = ScriptedRequest;

// `json` of json_of without that member of its metadata.
std::string without(std::string json, const std::string& member)
{
  const auto begin = json.find("\"" + member + "\":");
  return json.erase(begin, json.find(',', begin) + 1 - begin);
}

class InformerBadInput : public ::testing::Test {
protected:
  ~InformerBadInput() override { world_.run(informer_->async_stop()); }

  void start(InformerOptions options = paged())
  {
    Client::Options of_client;
    of_client.max_body = 1000;
    informer_.emplace(Client(world_.runtime, transport_, of_client), config_maps(), std::move(options));
    handler_ = informer_->add_handler(recorder(calls_));
    informer_->start();
    world_.settle();
  }
  void serve(std::string version, std::vector<std::string> items)
  {
    transport_->on_list().always([=](const Request&) { return list_of(version, items); });
  }
  // In pieces: what is whole in one is not held against the limit.
  void serve_stream(const std::string& version, const std::vector<std::string>& items)
  {
    transport_->on_list().always([=](const Request&) {
      WatchScript stream;
      const std::string body = list_of(version, items).body;
      for (std::size_t at = 0; at < body.size();) {
        const std::size_t end = std::min(body.find(',', at), body.size() - 1) + 1;
        stream.send(body.substr(at, end - at));
        at = end;
      }
      stream.end();
      return testing::stream_response(stream);
    });
  }
  // The next list is this one.
  void relist(std::string version, std::vector<std::string> items)
  {
    serve(std::move(version), std::move(items));
    list_again();
  }
  void list_again()
  {
    world_.advance(seconds(2));
    calls_->clear();
    watch().error(410, "Expired");
    world_.settle();
  }
  // A list that breaks at its third item leaves the store alone, and the error says `why`.
  void keeps_the_store(const std::string& bad, const std::string& why)
  {
    serve_stream("8", {json_of("a", "new", "n", "7"), json_of("a", "x", "u", "8"), bad, json_of("a", "z", "w", "8")});
    list_again();
    EXPECT_EQ(text_of(informer_->store().list()), "a/x=3");
    EXPECT_THAT(*calls_, IsEmpty());
    EXPECT_EQ(status().state, WatchState::failing);
    EXPECT_THAT(status().last_error, HasSubstr(why));
    serve("9", {json_of("a", "x", "u", "9")});
    world_.advance(seconds(10));
    EXPECT_EQ(status().state, WatchState::streaming);
    EXPECT_EQ(text_of(informer_->store().list()), "a/x=9");
  }
  [[nodiscard]] WatchStatus status() const { return informer_->status(); }
  WatchScript& watch() { return transport_->script; }

  World world_;
  std::shared_ptr<ScriptedServer> transport_ = std::make_shared<ScriptedServer>();
  std::shared_ptr<std::vector<std::string>> calls_ = std::make_shared<std::vector<std::string>>();
  std::optional<SharedInformer> informer_;
  std::unique_ptr<HandlerRegistration> handler_;
};

// --- what is kept ---

TEST_F(InformerBadInput, AnObjectWithoutUidIsKeptAndCounted)
{
  const std::string before = without(json_of("a", "x", "", "3"), "uid");
  serve("5", {before, json_of("a", "y", "v", "4")});
  start();
  EXPECT_EQ(text_of(informer_->store().list()), "a/x=3 a/y=4");
  EXPECT_EQ(status().unidentified, 1U);
  relist("5", {before, json_of("a", "y", "v", "4")});
  EXPECT_THAT(*calls_, IsEmpty()) << "the same version is the same state";
  EXPECT_EQ(status().unidentified, 2U);
  watch().modified(json_of("a", "x", "", "6"));
  world_.settle();
  watch().deleted(json_of("a", "x", "", "7"));
  world_.settle();
  EXPECT_THAT(*calls_, ElementsAre("update a/x=3>6", "delete a/x=7"));
  EXPECT_EQ(text_of(informer_->store().list()), "a/y=4");
  EXPECT_EQ(status().unidentified, 4U);
  EXPECT_EQ(status().undecodable, 0U);
}

TEST_F(InformerBadInput, AnObjectWithoutAVersionIsKeptAndCounted)
{
  const auto state = [](const char* labels) { return without(json_of("a", "x", "u", "", labels), "resourceVersion"); };
  serve("5", {state(R"({"n":"1"})")});
  start();
  relist("6", {state(R"({"n":"1"})")});
  EXPECT_THAT(*calls_, IsEmpty()) << "the same bytes are the same state";
  relist("7", {state(R"({"n":"2"})")});
  EXPECT_THAT(*calls_, ElementsAre("update a/x=>"));
  EXPECT_EQ(informer_->store().get({"a", "x"}).label("n"), "2");
  EXPECT_EQ(status().unidentified, 3U);
}

TEST_F(InformerBadInput, OfItemsWithOneKeyTheLastIsKeptAndTheOthersAreCounted)
{
  serve("9", {json_of("b", "x", "w", "3"), json_of("a", "x", "u", "4"), json_of("b", "x", "w", "5"),
              json_of("a", "y", "v", "6"), json_of("a", "x", "u", "7"), json_of("a", "x", "u", "8")});
  start();
  EXPECT_THAT(*calls_, ElementsAre("initial a/x=8", "initial a/y=6", "initial b/x=5"));
  EXPECT_EQ(status().duplicates, 3U);
  relist("9", {json_of("a", "y", "v", "6"), json_of("a", "x", "u", "8"), json_of("b", "x", "w", "5")});
  EXPECT_EQ(status().duplicates, 3U) << "another order is no fault";
}

TEST_F(InformerBadInput, OfAStreamingListLikewise)
{
  start(InformerOptions());
  watch().added(json_of("a", "x", "u", "3"));
  watch().added(json_of("a", "y", "v", "4"));
  watch().modified(json_of("a", "y", "v", "6"));
  watch().added(json_of("a", "x", "u", "5"));
  world_.settle();
  EXPECT_EQ(status().duplicates, 0U) << "the list is not complete";
  watch().bookmark("6", true);
  world_.settle();
  EXPECT_EQ(text_of(informer_->store().list()), "a/x=5 a/y=6");
  EXPECT_EQ(status().duplicates, 1U);
}

// --- what is left out ---

TEST_F(InformerBadInput, ItemsThatAreNoObjectsOfTheKindAreCountedAndTheOthersKept)
{
  serve("9", {json_of("a", "", "t", "3"), json_of("a", "x", "u", "4"),
              R"({"apiVersion":"v1","kind":"Secret","metadata":{"namespace":"a","name":"s","resourceVersion":"5"}})",
              without(json_of("a", "", "t", "6"), "name"), json_of("a", "y", "v", "7")});
  start();
  EXPECT_THAT(*calls_, ElementsAre("initial a/x=4", "initial a/y=7"));
  EXPECT_EQ(status().undecodable, 3U);
  EXPECT_EQ(status().state, WatchState::streaming);
}

// --- what fails a list ---

TEST_F(InformerBadInput, AnItemThatIsTooLargeFailsTheListAndTheStatusNamesTheLimit)
{
  serve("5", {json_of("a", "x", "u", "3")});
  start();
  std::string labels;
  for (int label = 100; label < 200; ++label)
    labels += (labels.empty() ? "\"l" : ",\"l") + std::to_string(label) + "\":\"x\"";
  keeps_the_store(json_of("a", "y", "v", "8", "{" + labels + "}"), "1000 bytes");
}

// --- what cannot be read ---

TEST_F(InformerBadInput, AnItemThatCannotBeReadIsLeftOutAndTheStatusNamesIt)
{
  serve("5", {json_of("a", "x", "u", "3")});
  start();
  relist("8", {json_of("a", "new", "n", "7"), json_of("a", "x", "u", "8"),
               R"({"metadata":{"namespace":"a","name":"y"},"data":01})", json_of("a", "z", "w", "8")});
  EXPECT_EQ(text_of(informer_->store().list()), "a/new=7 a/x=8 a/z=8");
  EXPECT_EQ(status().state, WatchState::streaming);
  EXPECT_EQ(status().undecodable, 1U);
  EXPECT_THAT(status().last_undecodable, HasSubstr("a/y: items[2]: not valid JSON"));
  relist("9", {json_of("a", "x", "u", "9"), "7"});
  EXPECT_EQ(text_of(informer_->store().list()), "a/x=9");
  EXPECT_THAT(status().last_undecodable, HasSubstr("an object without a name: items[1]: "));
}

TEST_F(InformerBadInput, WhatGoReadsIsKept)
{
  const auto with = [](const std::string& name, const std::string& value) {
    std::string json = json_of("a", name, name, "3");
    json.back() = ',';
    return json + "\"spec\":" + value + "}";
  };
  const std::string deep = std::string(9000, '[') + std::string(9000, ']');
  serve("5", {with("bytes", "\"d\xe9\""), with("deep", deep), with("half", R"("\ud800")"), with("large", "1e400")});
  start();
  EXPECT_EQ(text_of(informer_->store().list()), "a/bytes=3 a/deep=3 a/half=3 a/large=3");
  EXPECT_EQ(status().undecodable, 0U);
  EXPECT_EQ(informer_->store().get({"a", "deep"}).at("/spec").bytes(), deep);
  watch().deleted(with("deep", deep));
  world_.settle();
  EXPECT_EQ(text_of(informer_->store().list()), "a/bytes=3 a/half=3 a/large=3");
}

TEST_F(InformerBadInput, AnObjectWhoseNewStateCannotBeReadLeavesTheStoreAndComesBack)
{
  serve("5", {json_of("a", "x", "u", "3"), json_of("a", "y", "v", "4")});
  start();
  calls_->clear();
  const auto odd = [](const char* name, const char* version) {
    return R"({"metadata":{"namespace":"a","name":")" + std::string(name) + R"(","uid":"u","resourceVersion":")" +
           version + R"(","labels":7}})";
  };
  watch().modified(odd("x", "6"));
  world_.settle();
  EXPECT_EQ(text_of(informer_->store().list()), "a/y=4");
  EXPECT_THAT(*calls_, ElementsAre("lost a/x=3"));
  EXPECT_THAT(status().last_undecodable, HasSubstr("a/x: metadata.labels"));
  EXPECT_EQ(status().state, WatchState::streaming);
  watch().deleted(odd("y", "7"));
  watch().modified(json_of("a", "x", "u", "8"));
  world_.settle();
  EXPECT_EQ(text_of(informer_->store().list()), "a/x=8");
  EXPECT_EQ(status().undecodable, 2U);
  EXPECT_EQ(transport_->lists(), 1U);
}

TEST_F(InformerBadInput, AChangeOfNobodyKnowsWhatLeadsToAList)
{
  serve("5", {json_of("a", "x", "u", "3")});
  start();
  world_.advance(seconds(2));
  watch().line(R"({"type":"MODIFIED","object":{"metadata":{"name":7}}})");
  world_.settle();
  EXPECT_EQ(status().state, WatchState::failing);
  EXPECT_THAT(status().last_error, HasSubstr("an event cannot be read"));
  serve("9", {json_of("a", "x", "u", "9")});
  world_.advance(seconds(10));
  EXPECT_EQ(text_of(informer_->store().list()), "a/x=9");
  EXPECT_EQ(status().state, WatchState::streaming);
}

TEST_F(InformerBadInput, ObjectsThatAreAllOfAnotherKindAreAnErrorThatNamesBoth)
{
  const std::string secret =
      R"({"apiVersion":"v1","kind":"Secret","metadata":{"namespace":"a","name":"s","resourceVersion":"5"}})";
  serve("9", {secret});
  start();
  EXPECT_EQ(status().state, WatchState::failing);
  EXPECT_THAT(status().last_error,
              HasSubstr(R"(configmaps are of kind "Secret", but the ResourceInfo says "ConfigMap": correct its kind)"));
  EXPECT_FALSE(informer_->has_synced());
}

TEST_F(InformerBadInput, EventsOfAnotherKindAreAnErrorUntilOneOfTheKindHasCome)
{
  serve("5", {});
  start();
  world_.advance(seconds(2));
  const std::string secret =
      R"({"apiVersion":"v1","kind":"Secret","metadata":{"namespace":"a","name":"s","resourceVersion":"6"}})";
  watch().added(secret);
  world_.settle();
  EXPECT_EQ(status().state, WatchState::failing);
  EXPECT_THAT(status().last_error, HasSubstr(R"(are of kind "Secret")"));
  world_.advance(seconds(10));
  watch().added(json_of("a", "x", "u", "7"));
  watch().added(secret);
  world_.settle();
  EXPECT_EQ(status().state, WatchState::streaming);
  EXPECT_EQ(text_of(informer_->store().list()), "a/x=7");
}

// --- odd characters ---

// In URLs, texts and paths these mean something, or are cut.
std::vector<ObjectKey> odd_keys()
{
  std::vector<ObjectKey> keys;
  const std::vector<std::string> texts{"100%",
                                       "%2F",
                                       "a b",
                                       " ",
                                       "..",
                                       ".hidden",
                                       "x.y",
                                       "x-y",
                                       "n\xc3\xa4me",
                                       "\xe2\x80\xa6",
                                       "\xf0\x9f\x9a\xa2",
                                       "?a=b&c#d",
                                       "a,b;c:d",
                                       std::string(5000, 'l'),
                                       std::string(4999, 'l') + "m"};
  for (const auto& namespace_ : texts) {
    for (const auto& name : texts) keys.push_back({namespace_, name});
  }
  return keys;
}

TEST_F(InformerBadInput, KeysOfOddCharactersAreTakenAsTheyAre)
{
  std::vector<ObjectKey> keys = odd_keys();
  std::vector<std::string> items;
  for (const auto& key : keys)
    items.push_back(json_of(key.namespace_, key.name, "u", "3", R"({"of":")" + key.name + "\"}"));
  const std::string token = "a b%2F/+=&?";
  transport_->on_list()
      .then([&](const Request&) { return list_of("5", {items.begin(), items.begin() + 100}, token); })
      .then([&](const Request& request) {
        EXPECT_EQ(request.param("continue"), token);
        return list_of("5", {items.begin() + 100, items.end()});
      });
  InformerOptions options = paged();
  options.indexes = {{"of", index_by_label("of")}};
  start(options);
  const Store& store = informer_->store();
  std::sort(keys.begin(), keys.end());
  ASSERT_EQ(store.size(), keys.size());

  std::vector<ObjectKey> of_pages;
  ObjectKey last;
  for (auto page = store.list().page(7); !page.empty(); page = store.list().page(7, last)) {
    for (const auto& object : page) of_pages.push_back(object.key());
    last = of_pages.back();
  }
  EXPECT_EQ(of_pages, keys);
  std::vector<std::string> told;
  for (const auto& key : keys) {
    EXPECT_EQ(store.get(key).key(), key);
    EXPECT_EQ(store.list(key.namespace_).size(), 15U);
    EXPECT_EQ(store.by_index("of", key.name).size(), 15U);
    told.push_back("initial " + key.to_string() + "=3");
  }
  EXPECT_EQ(*calls_, told);
  EXPECT_FALSE(store.get({"100", "%2F"}));
  EXPECT_THAT(store.list("/"), IsEmpty());

  calls_->clear();
  const ObjectKey one{"100%", "n\xc3\xa4me"};
  watch().modified(json_of(one.namespace_, one.name, "u", "6"));
  world_.settle();
  watch().deleted(json_of(one.namespace_, one.name, "u", "7"));
  world_.settle();
  EXPECT_THAT(*calls_, ElementsAre("update 100%/n\xc3\xa4me=3>6", "delete 100%/n\xc3\xa4me=7"));
  EXPECT_FALSE(store.get(one));
  EXPECT_EQ(store.by_index("of", one.name).size(), 14U);
  EXPECT_EQ(status().undecodable + status().duplicates + status().unidentified, 0U);
}

}  // namespace
}  // namespace kubexx::informer_test
