// SPDX-License-Identifier: Apache-2.0
// Custom resources whose versions a webhook converts.
#include <algorithm>

#include "webhooks.hpp"

namespace kubexx::testing {
namespace {

class Conversion : public WebhooksTest {
protected:
  /// spec.text of v1, which is stored, is spec.words of v2.
  void SetUp() override
  {
    hooks->at["/convert"] = [](const Json& review) { return converted(review); };
    const auto version = [](const char* name, bool storage, const char* field) {
      const Json spec{{"type", "object"},
                      {"properties", {{field, {{"type", "string"}}}, {"size", {{"type", "integer"}}}}}};
      return Json{{"name", name},
                  {"served", true},
                  {"storage", storage},
                  {"schema", {{"openAPIV3Schema", {{"type", "object"}, {"properties", {{"spec", spec}}}}}}}};
    };
    definition = {
        {"apiVersion", "apiextensions.k8s.io/v1"},
        {"kind", "CustomResourceDefinition"},
        {"metadata", {{"name", "notes.example.com"}}},
        {"spec",
         {{"group", "example.com"},
          {"names", {{"kind", "Note"}, {"plural", "notes"}}},
          {"scope", "Namespaced"},
          {"conversion",
           {{"strategy", "Webhook"},
            {"webhook",
             {{"clientConfig", {{"url", "https://127.0.0.1:9443/convert"}}}, {"conversionReviewVersions", {"v1"}}}}}},
          {"versions", Json::array({version("v1", true, "text"), version("v2", false, "words")})}}}};
    create(definitions, definition);
  }

  static Json converted(const Json& review)
  {
    const auto& request = review.at("request");
    Json objects = Json::array();
    for (auto object : request.at("objects")) {
      const bool to_new = request.at("desiredAPIVersion") == "example.com/v2";
      auto& spec = object["spec"];
      if (spec.contains(to_new ? "text" : "words")) {
        spec[to_new ? "words" : "text"] = spec[to_new ? "text" : "words"];
        spec.erase(to_new ? "text" : "words");
      }
      object["apiVersion"] = request.at("desiredAPIVersion");
      objects.push_back(object);
    }
    return answer(review, {{"convertedObjects", objects}, {"result", {{"status", "Success"}}}});
  }

  static Json answer(const Json& review, Json response)
  {
    response["uid"] = review.at("request").at("uid");
    return {{"apiVersion", review.at("apiVersion")}, {"kind", review.at("kind")}, {"response", response}};
  }

  static std::string notes(const std::string& version, const std::string& name = {})
  {
    return "/apis/example.com/" + version + "/namespaces/default/notes" + (name.empty() ? "" : "/" + name);
  }
  static Json note(const std::string& version, const std::string& name, const Json& spec)
  {
    return {{"apiVersion", "example.com/" + version}, {"kind", "Note"}, {"metadata", {{"name", name}}}, {"spec", spec}};
  }

  Json definition;
};

TEST_F(Conversion, ReadsAndWritesAreInTheVersionOfTheRequest)
{
  create(notes("v1"), note("v1", "a", {{"text", "one"}}));
  EXPECT_TRUE(hooks->calls.empty());
  EXPECT_EQ(get(notes("v2", "a")).at("spec"), Json::parse(R"({"words": "one"})"));
  EXPECT_EQ(get(notes("v1", "a")).at("spec"), Json::parse(R"({"text": "one"})"));
  EXPECT_EQ(create(notes("v2"), note("v2", "b", {{"words", "two"}})).at("spec"), Json::parse(R"({"words": "two"})"));
  EXPECT_EQ(get(notes("v1", "b")).at("spec"), Json::parse(R"({"text": "two"})"));
  EXPECT_EQ(patch(notes("v2", "a"), {{"spec", {{"words", "three"}}}}).json.at("spec").at("words"), "three");
  EXPECT_EQ(get(notes("v1", "a")).at("spec").at("text"), "three");
}

TEST_F(Conversion, AListIsOneReview)
{
  for (const char* name : {"a", "b", "c"}) create(notes("v1"), note("v1", name, {{"text", name}}));
  (void)called();
  const auto list = get(notes("v2"));
  EXPECT_EQ(called().size(), 1U);
  EXPECT_EQ(hooks->reviews.back().at("request").at("objects").size(), 3U);
  EXPECT_EQ(list.at("items").at(2).at("spec"), Json::parse(R"({"words": "c"})"));
  EXPECT_EQ(list.at("items").at(2).at("apiVersion"), "example.com/v2");
}

TEST_F(Conversion, AWatchSendsConvertedObjects)
{
  create(notes("v1"), note("v1", "a", {{"text", "one"}}));
  auto reader = watch(notes("v2") + "?watch=true");
  auto lines = reader.lines();
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].at("object").at("spec"), Json::parse(R"({"words": "one"})"));
  patch(notes("v1", "a"), {{"spec", {{"text", "two"}}}});
  lines = reader.lines();
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].at("object").at("spec").at("words"), "two");
  hooks->instead["/convert"] = [] {
    WebhookAnswer broken;
    broken.error = "gone";
    return broken;
  };
  patch(notes("v1", "a"), {{"spec", {{"text", "three"}}}});
  EXPECT_EQ(reader.lines().at(0).at("type"), "ERROR");
  EXPECT_TRUE(reader.ended());
}

TEST_F(Conversion, AnObjectKeepsTheVersionInWhichItWasStored)
{
  create(notes("v1"), note("v1", "a", {{"text", "one"}}));
  auto moved = get(std::string(definitions) + "/notes.example.com");
  moved["spec"]["versions"][0]["storage"] = false;
  moved["spec"]["versions"][1]["storage"] = true;
  ASSERT_EQ(call("PUT", std::string(definitions) + "/notes.example.com", moved).status, 200U);
  EXPECT_EQ(get(notes("v1", "a")).at("spec"), Json::parse(R"({"text": "one"})"));
  EXPECT_EQ(get(notes("v2", "a")).at("spec"), Json::parse(R"({"words": "one"})"));
  patch(notes("v1", "a"), {{"spec", {{"text", "two"}}}});
  (void)called();
  EXPECT_EQ(get(notes("v2", "a")).at("spec"), Json::parse(R"({"words": "two"})"));
  EXPECT_TRUE(called().empty());
}

TEST_F(Conversion, WhatAWebhookMayNotChangeIsRefused)
{
  create(notes("v1"), note("v1", "a", {{"text", "one"}}));
  const auto message_after = [&](const std::function<void(Json&)>& change) {
    hooks->at["/convert"] = [change](const Json& review) {
      auto whole = converted(review);
      change(whole["response"]);
      return whole;
    };
    const auto answer = call("GET", notes("v2", "a"));
    EXPECT_EQ(answer.status, 500U);
    const auto message = answer.message();
    return message.substr(std::min(message.find("conversion webhook"), message.size()));
  };
  const std::string start = "conversion webhook for example.com/v1, Kind=Note ";
  EXPECT_EQ(message_after([](Json& response) { response["convertedObjects"].clear(); }),
            start + "returned 0 objects, expected 1");
  EXPECT_EQ(message_after([](Json& response) { response["convertedObjects"][0]["metadata"]["name"] = "b"; }),
            start + "returned invalid object: must have the same name: a != b");
  EXPECT_EQ(message_after([](Json& response) { response["convertedObjects"][0]["apiVersion"] = "example.com/v1"; }),
            start +
                "returned invalid object at index 0: invalid groupVersion (expected example.com/v2, received "
                "example.com/v1)");
  EXPECT_EQ(message_after([](Json& response) { response["result"] = {{"status", "Failure"}, {"message", "no"}}; }),
            start + "failed: no");
}

TEST_F(Conversion, LabelsMayChangeAndOtherMetadataDoesNot)
{
  create(notes("v1"), note("v1", "a", {{"text", "one"}}));
  hooks->at["/convert"] = [](const Json& review) {
    auto whole = converted(review);
    auto& meta = whole["response"]["convertedObjects"][0]["metadata"];
    meta["labels"] = {{"seen", "yes"}};
    meta["generation"] = 77;
    return whole;
  };
  const auto meta = get(notes("v2", "a")).at("metadata");
  EXPECT_EQ(meta.at("labels"), Json::parse(R"({"seen": "yes"})"));
  EXPECT_EQ(meta.at("generation"), 1);
}

}  // namespace
}  // namespace kubexx::testing
