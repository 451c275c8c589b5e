// SPDX-License-Identifier: Apache-2.0
// The embedded server's protobuf decoder beside Kubernetes' own: objects of every kind, filled at random.
#include <gtest/gtest.h>

#include <sstream>

#include "core/status.hpp"
#include "go_objects.hpp"
#include "kubexx/base/base64.hpp"
#include "protobuf/encode.hpp"
#include "protobuf/envelope.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;

TEST(ProtobufOracle, EveryObjectIsReadAsGoReadsIt)
{
  for_each_go_object([](const json& one, int number) {
    const auto bytes = decode_base64(one.at("protobuf").get<std::string>());
    ASSERT_TRUE(bytes);
    const auto kind = one.at("kind").get<std::string>();
    const auto where = one.at("apiVersion").get<std::string>() + " " + kind + ", case " + std::to_string(number);
    try {
      const auto read = apiserver::protobuf::decode_body(*bytes, "", kind);
      EXPECT_EQ(read, one.at("json")) << where << "\n" << json::diff(read, one.at("json")).dump(1).substr(0, 3000);
    } catch (const apiserver::Failure& failure) {
      ADD_FAILURE() << where << ": " << failure.what();
    }
  });
}

/// Objects, lists of them, a Status and frames of watches, as we write them, are what Go reads.
TEST(ProtobufOracle, GoReadsWhatIsWritten)
{
  std::string written;
  std::vector<json> wanted;
  const auto add = [&](const json& object, const std::optional<std::string>& bytes, bool event) {
    ASSERT_TRUE(bytes) << object.dump().substr(0, 300);
    written += json{{"protobuf", encode_base64(*bytes)}, {"event", event}}.dump() + "\n";
    wanted.push_back(object);
  };
  const auto compare = [&] {
    std::istringstream answers(protobuf_oracle("check", written));
    std::size_t count = 0;
    for (std::string line; std::getline(answers, line) && count < wanted.size(); ++count) {
      const auto read = json::parse(line);
      ASSERT_EQ(read, wanted[count]) << json::diff(read, wanted[count]).dump(1).substr(0, 3000);
    }
    EXPECT_EQ(count, wanted.size());
    EXPECT_GT(count, 0U);
    written.clear();
    wanted.clear();
  };
  for_each_go_object(
      [&](const json& one, int) {
        const auto& object = one.at("json");
        add(object, apiserver::protobuf::encode_body(object), false);
        add(object, apiserver::protobuf::encode_event("ADDED", object), true);
        auto item = object;
        for (const char* member : {"kind", "apiVersion"}) item.erase(member);
        const auto kind = object.at("kind").get<std::string>();
        if (!object.contains("metadata") || kind == "Status") return;
        // Not every kind has a list.
        if (kind != "ConfigMap" && kind != "Pod" && kind != "Deployment" && kind != "CustomResourceDefinition") return;
        const json list{{"kind", kind + "List"},
                        {"apiVersion", object.at("apiVersion")},
                        {"metadata", {{"resourceVersion", "5"}, {"continue", "x"}, {"remainingItemCount", 3}}},
                        {"items", {item, item}}};
        add(list, apiserver::protobuf::encode_body(list), false);
      },
      compare);
  EXPECT_FALSE(apiserver::protobuf::encode_body(json{{"kind", "Foo"}, {"apiVersion", "example.com/v1"}}));
}

}  // namespace
}  // namespace kubexx::e2e
