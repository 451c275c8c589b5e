// SPDX-License-Identifier: Apache-2.0
// No text that a caller hands in leads a request to another resource or adds a parameter to it.
#include <algorithm>
#include <set>

#include "client_fixture.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/client/logs.hpp"
#include "kubexx/client/scale.hpp"
#include "kubexx/client/table.hpp"
#include "kubexx/http/url.hpp"

namespace kubexx {
namespace {

using test::ClientTest;
using test::web;
using ::testing::HasSubstr;

/// A request's target as a server takes it apart.
struct Target {
  std::vector<std::string> segments;
  std::multimap<std::string, std::string> query;
};

Target taken_apart(const std::string& target)
{
  Target result;
  const auto question = target.find('?');
  const auto each = [](std::string_view text, char separator, auto use) {
    while (true) {
      const auto end = text.find(separator);
      use(text.substr(0, end));
      if (end == std::string_view::npos) return;
      text.remove_prefix(end + 1);
    }
  };
  each(std::string_view(target).substr(1, question == std::string::npos ? question : question - 1), '/',
       [&](std::string_view part) { result.segments.push_back(percent_decode(part)); });
  if (question == std::string::npos) return result;
  each(std::string_view(target).substr(question + 1), '&', [&](std::string_view part) {
    const auto equals = part.find('=');
    result.query.emplace(percent_decode(part.substr(0, equals)), percent_decode(part.substr(equals + 1)));
  });
  return result;
}

const std::vector<std::string> hostile = {
    "..",
    ".",
    "../../secrets/root",
    "a/../b",
    "a/b",
    "/etc",
    "a%2f..%2fb",
    "%2e%2e",
    "%",
    "a?dryRun=All",
    "a?limit=1&continue=x",
    "a#fragment",
    "a&fieldManager=root",
    "a=b",
    "a;b",
    "a\\..\\b",
    "a b",
    "a+b",
    "a\r\nHost: evil",
    "a\nb",
    std::string("a\0b", 3),
    "ü",
    "\xff\xfe",
    "a:b@c",
    "http://evil/",
    "//evil/x",
    "status",
    "{}",
    "\"<>|^`",
    std::string(5000, 'x'),
};

class Safety : public ClientTest {
protected:
  Safety()
  {
    // Whatever is sent is answered with something that every verb takes.
    for (int i = 0; i < 2000; ++i) {
      transport->then([](const testing::ScriptedRequest& request) {
        HttpResponse response;
        response.body = R"({"kind":"Status","metadata":{"name":"x"},"items":[],"status":{"token":"t"}})";
        if (request.limits.stream)
          response.stream = std::make_unique<testing::ScriptedBody>(std::vector<std::string>{});
        return response;
      });
    }
  }
  /// Makes `call`; its target when it was sent, nullopt when it was refused.
  template <class Call>
  std::optional<Target> sent(Call call)
  {
    const auto before = transport->count();
    try {
      call();
    } catch (const std::invalid_argument&) {
      EXPECT_EQ(transport->count(), before) << "refused, but sent all the same";
      return std::nullopt;
    } catch (const ObjectError&) {
      // The answer does not matter here.
    }
    EXPECT_EQ(transport->count(), before + 1);
    const std::string& target = transport->last().target;
    for (const char c : target) {
      EXPECT_TRUE(static_cast<unsigned char>(c) > ' ' && static_cast<unsigned char>(c) < 0x7f) << target;
    }
    EXPECT_EQ(target.find('#'), std::string::npos) << target;
    return taken_apart(target);
  }
  static std::vector<std::string> below(std::vector<std::string> more)
  {
    more.insert(more.begin(), {"api", "v1", "namespaces"});
    return more;
  }
};

TEST_F(Safety, AHostileNameIsRefusedOrStaysOneSegment)
{
  int refused = 0;
  for (const auto& name : hostile) {
    SCOPED_TRACE(name.substr(0, 40));
    const ObjectKey key{"n", name};
    const auto& pods = resources::pods;
    const std::vector<std::function<void()>> calls = {
        [&] { (void)client.get(pods, key); },
        [&] { (void)client.get_table(pods, key); },
        [&] { (void)client.patch(pods, key, "{}"); },
        [&] { client.delete_(pods, key); },
    };
    for (const auto& call : calls) {
      const auto target = sent(call);
      if (!target) {
        ++refused;
        continue;
      }
      EXPECT_EQ(target->segments, below({"n", "pods", name}));
      for (const auto& [parameter, value] : target->query) EXPECT_EQ(parameter, "fieldManager");
    }
    const std::vector<std::pair<std::string, std::function<void()>>> subresources = {
        {"log", [&] { (void)client.logs(key); }},
        {"log", [&] { (void)client.stream_logs(key); }},
        {"eviction", [&] { client.evict(key); }},
        {"scale", [&] { (void)client.get_scale(pods, key); }},
        {"scale", [&] { (void)client.get_subresource_table(pods, key, "scale"); }},
        {"status", [&] { (void)client.patch(pods, key, "{}", {}, "status"); }},
        {"x", [&] { (void)client.create_subresource(pods, key, "x", Object::parse(web)); }},
        {"x", [&] { (void)client.update_subresource(pods, key, "x", Object::parse(web)); }},
    };
    for (const auto& [subresource, call] : subresources) {
      if (const auto target = sent(call)) {
        EXPECT_EQ(target->segments, below({"n", "pods", name, subresource}));
      }
    }
    if (const auto target = sent([&] { (void)client.create_token(key); })) {
      EXPECT_EQ(target->segments, below({"n", "serviceaccounts", name, "token"}));
    }
  }
  EXPECT_EQ(refused, 4 * 12) << "., .., whatever holds '/' or '%', and what is not UTF-8";
}

TEST_F(Safety, AHostileNamespaceIsRefusedOrStaysOneSegment)
{
  for (const auto& name : hostile) {
    SCOPED_TRACE(name.substr(0, 40));
    ListOptions options;
    options.namespace_ = name;
    WatchOptions watch;
    watch.namespace_ = name;
    const std::vector<std::function<void()>> calls = {
        [&] { (void)client.list(resources::pods, options); },
        [&] { (void)client.list_table(resources::pods, options); },
        [&] { (void)client.delete_collection(resources::pods, options); },
        [&] { (void)run(client.async_watch(resources::pods, watch)); },
    };
    for (const auto& call : calls) {
      if (const auto target = sent(call)) {
        EXPECT_EQ(target->segments, below({name, "pods"}));
      }
    }
    if (const auto target = sent([&] { (void)client.get(resources::pods, {name, "a"}); })) {
      EXPECT_EQ(target->segments, below({name, "pods", "a"}));
    }
  }
}

TEST_F(Safety, AHostileSubresourceIsRefusedOrStaysOneSegment)
{
  for (const auto& name : hostile) {
    SCOPED_TRACE(name.substr(0, 40));
    if (const auto target = sent([&] { (void)client.get_subresource(resources::pods, {"n", "a"}, name); })) {
      EXPECT_EQ(target->segments, below({"n", "pods", "a", name}));
      EXPECT_TRUE(target->query.empty());
    }
  }
}

TEST_F(Safety, AHostileTypeIsRefusedOrStaysInItsPlace)
{
  for (const auto& name : hostile) {
    SCOPED_TRACE(name.substr(0, 40));
    const auto list = [&](const ResourceType& type) { return sent([&] { (void)client.list(type); }); };
    if (const auto target = list({name, "v1", "X", "xs"})) {
      EXPECT_EQ(target->segments, (std::vector<std::string>{"apis", name, "v1", "xs"}));
    }
    if (const auto target = list({"g", name, "X", "xs"})) {
      EXPECT_EQ(target->segments, (std::vector<std::string>{"apis", "g", name, "xs"}));
    }
    if (const auto target = list({"g", "v1", "X", name})) {
      EXPECT_EQ(target->segments, (std::vector<std::string>{"apis", "g", "v1", name}));
    }
  }
}

TEST_F(Safety, ASubresourceOfANamespaceIsNoResourceInsideIt)
{
  const ObjectKey key{"", "prod"};
  for (const char* inside : {"secrets", "pods", "configmaps"}) {
    EXPECT_FALSE(sent([&] { (void)client.get_subresource(resources::namespaces, key, inside); })) << inside;
    EXPECT_FALSE(sent([&] { (void)client.patch(resources::namespaces, key, "{}", {}, inside); })) << inside;
    EXPECT_FALSE(sent([&] { (void)client.create_subresource(resources::namespaces, key, inside, Object::parse(web)); }))
        << inside;
  }
  EXPECT_TRUE(sent([&] { (void)client.get_subresource(resources::namespaces, key, "status"); }));
  // /api/v1/watch/… is an old form of the verb.
  EXPECT_FALSE(sent([&] { (void)client.get({"", "v1", "Watch", "watch", Scope::cluster}, {"", "pods"}); }));
}

TEST_F(Safety, HostileParametersStayValuesOfTheirOwn)
{
  for (const auto& text : hostile) {
    SCOPED_TRACE(text.substr(0, 40));
    const auto expect_only = [&](const std::optional<Target>& target, std::set<std::string> names,
                                 std::vector<std::string> path) {
      if (!target) return;  // refused
      EXPECT_EQ(target->segments, path);
      for (const auto& [name, value] : target->query) {
        EXPECT_EQ(names.erase(name), 1U) << name << " was added";
        if (name != "limit" && name != "fieldManager" && name != "dryRun") {
          EXPECT_EQ(value, text);
        }
      }
    };
    ListOptions list;
    list.label_selector = text;
    list.field_selector = text;
    list.continue_ = text;
    expect_only(sent([&] { (void)client.list(resources::nodes, list); }),
                {"labelSelector", "fieldSelector", "continue"}, {"api", "v1", "nodes"});
    list = {};
    list.resource_version = text;
    expect_only(sent([&] { (void)client.list(resources::nodes, list); }), {"resourceVersion"}, {"api", "v1", "nodes"});
    GetOptions get;
    get.resource_version = text;
    expect_only(sent([&] { (void)client.get(resources::nodes, {"", "a"}, get); }), {"resourceVersion"},
                {"api", "v1", "nodes", "a"});
    LogOptions log;
    log.container = text;
    log.since_time = text;
    expect_only(sent([&] { (void)client.logs({"n", "a"}, log); }), {"container", "sinceTime"},
                below({"n", "pods", "a", "log"}));
    WriteOptions write;
    write.field_manager = text;
    const auto target = sent([&] { (void)client.create(resources::deployments, Object::parse(web), write); });
    if (target) {
      ASSERT_EQ(target->query.size(), 1U);
      EXPECT_EQ(target->query.begin()->second, text);
    }
  }
}

}  // namespace
}  // namespace kubexx
