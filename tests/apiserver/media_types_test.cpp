// SPDX-License-Identifier: Apache-2.0
// The forms in which bodies come and answers go: YAML, protobuf, and what is refused. Texts are those of 1.37.1.
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include "fixture.hpp"
#include "protobuf/encode.hpp"
#include "protobuf/envelope.hpp"

namespace kubexx::testing {
namespace {

using namespace std::string_literals;

awaitable<void> first_piece(BodyStream& stream, std::string& into)
{
  into = co_await stream.read();
}

class MediaTypes : public ApiServerTest {
protected:
  Answer post(const std::string& target, const std::string& type, const std::string& body)
  {
    return call("POST", target, body, Headers{{"Content-Type", type}});
  }
  Answer post_yaml(const std::string& body) { return post(config_maps, "application/yaml", body); }
  Answer post_protobuf(const std::string& body, const std::string& target = config_maps)
  {
    return post(target, "application/vnd.kubernetes.protobuf", body);
  }
  Answer read(const std::string& target, const std::string& accept)
  {
    return call("GET", target, std::string(), Headers{{"Accept", accept}});
  }

  static std::string bytes(char tag, const std::string& value)
  {
    return tag + (static_cast<char>(value.size()) + value);
  }
  static std::string envelope(const std::string& version, const std::string& kind, const std::string& raw)
  {
    return "k8s\0"s + bytes('\x0a', bytes('\x0a', version) + bytes('\x12', kind)) + bytes('\x12', raw);
  }
};

TEST_F(MediaTypes, AProtobufBodyIsWhatTheSameJsonWouldBe)
{
  const auto meta = bytes('\x0a', "a") + bytes('\x5a', bytes('\x0a', "side") + bytes('\x12', "left"));
  const auto raw = bytes('\x0a', meta) + bytes('\x12', bytes('\x0a', "k") + bytes('\x12', "v")) +
                   bytes('\x1a', bytes('\x0a', "bin") + bytes('\x12', "\x01\xff"));
  ASSERT_EQ(post_protobuf(envelope("v1", "ConfigMap", raw)).status, 201U);
  const auto stored = get(std::string(config_maps) + "/a");
  EXPECT_EQ(stored.at("data"), (Json{{"k", "v"}}));
  EXPECT_EQ(stored.at("binaryData"), (Json{{"bin", "Af8="}}));
  EXPECT_EQ(stored.at("metadata").at("labels"), (Json{{"side", "left"}}));
}

TEST_F(MediaTypes, AProtobufBodyWithoutAKindIsOfTheEndpoints)
{
  const auto answer = post_protobuf("k8s\0"s + bytes('\x12', bytes('\x0a', bytes('\x0a', "b"))));
  EXPECT_EQ(answer.status, 201U) << answer.body;
  // Options of a delete, and a Scale, whose API version is not the resource's.
  const auto gone = call("DELETE", std::string(config_maps) + "/b", envelope("apps/v1", "DeleteOptions", "\x08\x00"s),
                         Headers{{"Content-Type", "application/vnd.kubernetes.protobuf"}});
  EXPECT_EQ(gone.status, 200U) << gone.body;
  create(deployments, deployment("d"));
  const auto scale = bytes('\x0a', bytes('\x0a', "d")) + bytes('\x12', "\x08\x04"s);
  const auto scaled = call("PUT", std::string(deployments) + "/d/scale", "k8s\0"s + bytes('\x12', scale),
                           Headers{{"Content-Type", "application/vnd.kubernetes.protobuf"}});
  EXPECT_EQ(scaled.status, 200U) << scaled.body;
  EXPECT_EQ(get(std::string(deployments) + "/d").at("spec").at("replicas"), 4);
}

TEST_F(MediaTypes, BrokenProtobufIsRefusedInGosWords)
{
  const auto unrecognized = [](const std::string& problem) {
    return "the object provided is unrecognized (must be of type ConfigMap): " + problem;
  };
  const auto unreadable = [](const std::string& problem) {
    return "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: " + problem;
  };
  const std::pair<std::string, std::string> cases[]{
      {"", unrecognized("empty data (<empty>)")},
      {"k8s\0"s, unrecognized("empty body (6b387300)")},
      {"k8s\0\xff"s, unrecognized("unexpected EOF (6b387300ff)")},
      {"k8s\0\x09\x12"s, unrecognized("proto: wrong wireType = 1 for field TypeMeta (6b3873000912)")},
      {"k8s\0\x12\x02\x0a\x05"s, unreadable("unexpected EOF")},
      {"k8s\0\x12\x02\x08\x05"s, unreadable("proto: wrong wireType = 0 for field ObjectMeta")},
      {"k8s\0\x12\x02\x00\x05"s, unreadable("proto: ConfigMap: illegal tag 0 (wire type 0)")},
      {"k8s\0\x12\x01\x0c"s, unreadable("proto: ConfigMap: wiretype end group for non-group")},
      {"k8s\0\x12\x0b\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"s, unreadable("proto: integer overflow")},
      {"k8s\0\x12\x0c\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x00"s,
       unreadable("proto: negative length found during unmarshaling")},
      {"k8s\0\x12\x02\x7f\x00"s, unreadable("proto: illegal wireType 7")},
      {envelope("v1", "Thing", ""),
       "Thing in version \"v1\" cannot be handled as a ConfigMap: no kind \"Thing\" is registered for version \"v1\" "
       "in "
       "scheme \"pkg/runtime/scheme.go:111\""},
  };
  for (const auto& [body, message] : cases) {
    const auto answer = post_protobuf(body);
    EXPECT_EQ(answer.status, 400U);
    EXPECT_EQ(answer.message(), message);
  }
  EXPECT_EQ(post_protobuf(envelope("v1", "Pod", "")).status, 400U);
  // An unknown group in an unknown field is passed over; one that does not end is not.
  EXPECT_EQ(post_protobuf(envelope("v1", "ConfigMap", "\x7b\x08\x01\x7c"s + bytes('\x0a', bytes('\x0a', "g")))).status,
            201U);
  EXPECT_EQ(post_protobuf(envelope("v1", "ConfigMap", "\x7b\x08\x01"s)).message(), unreadable("unexpected EOF"));
}

TEST_F(MediaTypes, ProtobufIsNotNestedOrFilledWithoutEnd)
{
  std::string schema;  // JSONSchemaProps.not, in itself
  for (int depth = 0; depth < 3000; ++depth) {
    std::string length;
    for (auto left = schema.size(); length.empty() || left > 0; left >>= 7U) {
      if (!length.empty()) length.back() = static_cast<char>(length.back() | '\x80');
      length += static_cast<char>(left & 0x7fU);
    }
    schema = "\xe2\x01" + length + schema;
  }
  const auto wrap = [](char tag, const std::string& value) {
    std::string length;
    for (auto left = value.size(); length.empty() || left > 0; left >>= 7U) {
      if (!length.empty()) length.back() = static_cast<char>(length.back() | '\x80');
      length += static_cast<char>(left & 0x7fU);
    }
    return tag + (length + value);
  };
  auto definition = wrap('\x22', wrap('\x0a', schema));  // CustomResourceValidation in a version
  definition = wrap('\x12', wrap('\x3a', definition));
  const auto nested = post_protobuf("k8s\0"s + wrap('\x12', definition), definitions);
  EXPECT_EQ(nested.status, 400U);
  EXPECT_NE(nested.message().find("exceeded max depth"), std::string::npos) << nested.message();

  std::string containers;
  for (int count = 0; count < 500000; ++count) containers += "\x12\x00"s;
  const auto many = post_protobuf("k8s\0"s + wrap('\x12', wrap('\x12', containers)), "/api/v1/namespaces/default/pods");
  EXPECT_EQ(many.status, 413U) << many.message();
}

TEST_F(MediaTypes, AYamlBodyIsRead)
{
  EXPECT_EQ(post_yaml("metadata: {name: a}\ndata:\n  x: &x \"1\"\n  w: *x\n  1: z\n").status, 201U);
  EXPECT_EQ(get(std::string(config_maps) + "/a").at("data"), (Json{{"x", "1"}, {"w", "1"}, {"1", "z"}}));
  EXPECT_EQ(post_yaml("- a").message(),
            "the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json parse "
            "error: json: cannot unmarshal array into Go value of type struct { APIVersion string "
            "\"json:\\\"apiVersion,omitempty\\\"\"; Kind string \"json:\\\"kind,omitempty\\\"\" } (2d2061)");
  EXPECT_EQ(post_yaml("").status, 422U);  // as an empty object
}

TEST_F(MediaTypes, YamlThatWouldFillTheMemoryIsRefused)
{
  std::string bomb = "a: &a [x,x,x,x,x,x,x,x,x,x]\n";
  for (char name = 'b'; name < 'k'; ++name) {
    bomb += std::string(1, name) + ": &" + name + " [";
    for (int count = 0; count < 10; ++count) bomb += std::string(count > 0 ? ",*" : "*") + static_cast<char>(name - 1);
    bomb += "]\n";
  }
  EXPECT_EQ(post_yaml(bomb).status, 400U);
  EXPECT_EQ(post_yaml("a: " + std::string(100000, '[')).status, 400U);
  EXPECT_EQ(post_yaml("a: *b").status, 400U);
  EXPECT_EQ(post_yaml(std::string((3U << 20U) + 1, ' ')).message(), "Request entity too large: limit is 3145728");
}

TEST_F(MediaTypes, OtherTypesAreRefusedWithTheList)
{
  for (const char* type : {"application/cbor", "text/plain"}) {
    const auto answer = post(config_maps, type, "x");
    EXPECT_EQ(answer.status, 415U);
    EXPECT_EQ(answer.message(),
              "the body of the request was in an unknown format - accepted media types include: application/json, "
              "application/yaml, application/vnd.kubernetes.protobuf");
  }
}

TEST_F(MediaTypes, AnswersAreYamlForWhoPrefersIt)
{
  create(config_maps, config_map("a", {{"k", "v"}}));
  const auto target = std::string(config_maps) + "/a";
  const auto yaml = read(target, "application/yaml");
  EXPECT_EQ(yaml.header("Content-Type"), "application/yaml");
  EXPECT_EQ(yaml.body.rfind("apiVersion: v1\ndata:\n  k: v\nkind: ConfigMap\nmetadata:\n", 0), 0U) << yaml.body;
  EXPECT_EQ(read(target, "application/yaml;q=0.5, application/json").header("Content-Type"), "application/json");
  EXPECT_EQ(read(target, "application/json;q=0.5, application/yaml").header("Content-Type"), "application/yaml");
  EXPECT_EQ(read(target, "*/*").header("Content-Type"), "application/json");
  const auto table = read(target, "application/yaml;as=Table;g=meta.k8s.io;v=v1");
  EXPECT_NE(table.body.find("\nkind: Table\n"), std::string::npos) << table.body;
  const auto missing = read(std::string(config_maps) + "/b", "application/yaml");
  EXPECT_EQ(missing.status, 404U);
  EXPECT_NE(missing.body.find("\nreason: NotFound\n"), std::string::npos) << missing.body;
  // A watch has no YAML form.
  const auto watched = read(std::string(config_maps) + "?watch=1", "application/yaml");
  EXPECT_EQ(watched.status, 406U);
  EXPECT_NE(watched.body.find("application/json;stream=watch"), std::string::npos) << watched.body;
}

// TestPretty of k8s.io/apiserver
TEST_F(MediaTypes, AnswersAreIndentedForWhoReadsThem)
{
  create(config_maps, config_map("a", {{"k", "a \"{[,:]}\" b"}}));
  const auto is_indented = [&](const std::string& query, const Headers& headers) {
    const Answer answer = call("GET", config_maps + "/a"s + query, ""s, headers);
    EXPECT_EQ(answer.status, 200U);
    EXPECT_EQ(answer.json["data"]["k"], "a \"{[,:]}\" b");
    return answer.body.find("{\n  \"") == 0 && answer.body.find("  \"data\": {\n    \"k\": ") != std::string::npos;
  };
  EXPECT_FALSE(is_indented("", {}));
  EXPECT_TRUE(is_indented("?pretty=true", {}));
  EXPECT_TRUE(is_indented("?pretty=1", {{"User-Agent", "kubectl/v1.32.13"}}));
  EXPECT_FALSE(is_indented("?pretty=yes", {}));
  EXPECT_FALSE(is_indented("?pretty=0", {{"User-Agent", "curl/7.88.1"}}));
  EXPECT_TRUE(is_indented("", {{"User-Agent", "curl/7.88.1"}}));
  EXPECT_TRUE(is_indented("?pretty=", {{"User-Agent", "Mozilla/5.0 (X11)"}}));
  EXPECT_FALSE(is_indented("", {{"User-Agent", "kubectl/v1.32.13"}}));
  EXPECT_TRUE(is_indented("", {{"Accept", "application/json;pretty=1"}}));
  EXPECT_EQ(call("GET", config_maps + "/none?pretty=1"s).body.find("{\n  \""), 0U) << "failures too";
  const Answer list = call("GET", "/api/v1/namespaces/default/secrets?pretty=1"s);
  EXPECT_NE(list.body.find("\"items\": []"), std::string::npos) << list.body;
  EXPECT_EQ(call("GET", "/version"s).body.find("{\n  \""), 0U);
  EXPECT_FALSE(list.body.ends_with('\n'));
  for (const char* target : {config_maps, "/api/v1/namespaces/default/configmaps/none", "/apis/apps/v1", "/api"}) {
    EXPECT_TRUE(call("GET", std::string(target)).body.ends_with("}\n")) << target << ", which nobody reads";
  }
}

TEST_F(MediaTypes, AnswersComeInProtobufWhereAClientPrefersIt)
{
  create(config_maps, config_map("a"));
  const std::string type = "application/vnd.kubernetes.protobuf";
  const auto target = std::string(config_maps) + "/a";
  const auto decoded = [](const Answer& answer, const char* kind) {
    EXPECT_EQ(answer.header("Content-Type"), "application/vnd.kubernetes.protobuf");
    return apiserver::protobuf::decode_body(answer.body, "", kind);
  };
  auto wanted = get(target);
  EXPECT_EQ(decoded(read(target, type), "ConfigMap"), wanted);
  EXPECT_EQ(decoded(read(target, type + ", application/json"), "ConfigMap"), wanted);
  EXPECT_EQ(read(target, type + ";q=0.5, application/json").header("Content-Type"), "application/json");
  const auto missing = read(std::string(config_maps) + "/b", type);
  EXPECT_EQ(missing.status, 404U);
  EXPECT_EQ(decoded(missing, "Status").at("reason"), "NotFound");
  // Discovery and tables have no such form.
  EXPECT_EQ(read("/apis", type + ", application/json").header("Content-Type"), "application/json");
  EXPECT_EQ(read(target, type + ";as=Table;g=meta.k8s.io;v=v1").status, 406U);

  auto watched = read(std::string(config_maps) + "?watch=1", type);
  EXPECT_EQ(watched.header("Content-Type"), type + ";stream=watch");
  ASSERT_NE(watched.stream, nullptr);
  std::string frame;
  asio::co_spawn(context, first_piece(*watched.stream, frame), asio::detached);
  context.restart();
  context.poll();
  EXPECT_EQ(apiserver::protobuf::encode_event("ADDED", wanted), frame);
}

TEST_F(MediaTypes, WhatThisServerCannotWriteIsNotAcceptable)
{
  EXPECT_EQ(read(config_maps, "application/vnd.kubernetes.protobuf, application/json").status, 200U);
  EXPECT_EQ(read(config_maps, "application/json;as=Nothing;g=meta.k8s.io;v=v1").status, 406U);
  const auto partial = read(config_maps,
                            "application/vnd.kubernetes.protobuf;as=Table;g=meta.k8s.io;v=v1,"
                            "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json");
  EXPECT_EQ(partial.json.at("kind"), "PartialObjectMetadataList");
}

TEST_F(MediaTypes, WhatIsOfNoQualityComesLast)
{
  const auto answer = [this](const std::string& accept) {
    return call("GET", config_maps, std::string(), Headers{{"Accept", accept}});
  };
  EXPECT_EQ(answer("application/json;q=0, application/yaml").header("Content-Type"), "application/yaml");
  // Last, but better than nothing.
  EXPECT_EQ(answer("application/json;q=0").status, 200U);
}

TEST_F(MediaTypes, KeysThatAreTwiceInYamlAreNamedWithTheirLines)
{
  const std::string body = "metadata:\n  name: a\ndata:\n  k: v\n  k: w\n";
  const auto warned = post_yaml(body);
  EXPECT_EQ(warned.status, 201U);
  EXPECT_EQ(warned.header("Warning"), R"(299 - "line 5: key \"k\" already set in map")");
  EXPECT_EQ(warned.json.at("data").at("k"), "w");
  const auto target = std::string(config_maps) + "?dryRun=All&fieldValidation=";
  EXPECT_EQ(post(target + "Ignore", "application/yaml", body).header("Warning"), "");
  const auto refused = post(target + "Strict", "application/yaml", body + "foo: bar\n");
  EXPECT_EQ(refused.status, 400U);
  EXPECT_EQ(refused.message(),
            "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: strict decoding error: yaml: unmarshal "
            "errors:\n  line 5: key \"k\" already set in map, unknown field \"foo\"");
}

TEST_F(MediaTypes, KeysThatAreTwiceInAnAppliedConfiguration)
{
  const std::string body = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  k: v\n  k: w\n";
  const auto apply = [&](const std::string& query) {
    return call("PATCH", std::string(config_maps) + "/a?fieldManager=m" + query, body,
                Headers{{"Content-Type", "application/apply-patch+yaml"}});
  };
  EXPECT_EQ(apply("").header("Warning"), R"(299 - "line 7: key \"k\" already set in map")");
  EXPECT_EQ(apply("&fieldValidation=Ignore").header("Warning"), "");
  EXPECT_EQ(apply("&fieldValidation=Strict").message(),
            "error strict decoding patch: error converting YAML to JSON: yaml: unmarshal errors:\n  line 7: key "
            "\"k\" already set in map");
}

}  // namespace
}  // namespace kubexx::testing
