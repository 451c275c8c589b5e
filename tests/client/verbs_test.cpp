// SPDX-License-Identifier: Apache-2.0
// The verbs beyond get, list, create, update and delete: what is sent, what comes back, what is refused.
#include <nlohmann/json.hpp>

#include "client_fixture.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/client/logs.hpp"
#include "kubexx/client/scale.hpp"
#include "kubexx/client/table.hpp"

namespace kubexx {
namespace {

using nlohmann::json;
using test::ClientTest;
using test::failure;
using test::web;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using namespace std::chrono_literals;

constexpr const char* ok_status = R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Success"})";

class Verbs : public ClientTest {
protected:
  template <class Call>
  std::string refusal(Call call)
  {
    const auto sent = transport->count();
    try {
      call();
    } catch (const std::invalid_argument& error) {
      EXPECT_EQ(transport->count(), sent) << "it was sent all the same";
      return error.what();
    }
    return "it was not refused";
  }
  std::string header(const char* name) const { return std::string(transport->last().headers.find(name).value_or("")); }
};

TEST_F(Verbs, MetadataOnlyIsAskedForWithAccept)
{
  constexpr const char* partial = R"({"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/v1",
    "metadata":{"name":"a","namespace":"n","uid":"u","labels":{"x":"y"}}})";
  constexpr const char* one = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
  GetOptions get;
  get.metadata_only = true;
  transport->answer(200, partial);
  const auto object = client.get(resources::pods, {"n", "a"}, get);
  EXPECT_EQ(object.label("x"), "y");
  EXPECT_EQ(header("Accept"), one);

  ListOptions list;
  list.metadata_only = true;
  transport->answer(200,
                    std::string(R"({"kind":"PartialObjectMetadataList","metadata":{},"items":[)") + partial + "]}");
  EXPECT_EQ(client.list(resources::pods, list).items.at(0).kind(), "PartialObjectMetadata");
  EXPECT_EQ(header("Accept"), "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1");

  PatchOptions patch;
  patch.metadata_only = true;
  transport->answer(200, partial);
  (void)client.patch(resources::pods, {"n", "a"}, "{}", patch);
  EXPECT_EQ(header("Accept"), one);

  WatchOptions watch;
  watch.metadata_only = true;
  transport->stream({});
  (void)run(client.async_watch(resources::pods, watch));
  EXPECT_EQ(header("Accept"), one);

  // What lacks a spec must not be written as if it had none.
  EXPECT_THAT(refusal([&] { (void)client.update(resources::pods, object); }), HasSubstr("has only metadata"));
}

TEST_F(Verbs, ApplySendsTheObjectAsAnApplyPatchToItsName)
{
  PatchOptions options;
  options.field_manager = "me";
  options.force = true;
  options.dry_run = true;
  transport->answer(200, web).answer(200, web);
  (void)client.apply(resources::deployments, Object::parse(web), options);
  EXPECT_EQ(transport->last().method, "PATCH");
  EXPECT_EQ(header("Content-Type"), "application/apply-patch+yaml");
  EXPECT_EQ(transport->last().target,
            "/apis/apps/v1/namespaces/default/deployments/web?dryRun=All&fieldManager=me&force=true");
  EXPECT_EQ(transport->last().body, Object::parse(web).bytes());
  (void)client.apply(resources::deployments, Object::parse(web), {}, "status");
  EXPECT_THAT(transport->last().target, HasSubstr("/deployments/web/status?fieldManager=kubexx"));

  const auto managed = Object::parse(R"({"metadata":{"name":"a","namespace":"n","managedFields":[{"manager":"x"}]}})",
                                     {.keep_managed_fields = true, .type = nullptr});
  EXPECT_THAT(refusal([&] { (void)client.apply(resources::pods, managed); }), HasSubstr("managedFields"));
  Client::Options anonymous;
  anonymous.field_manager = "";
  const Client nobody(make_runtime(), transport, anonymous);
  EXPECT_THAT(refusal([&] { (void)nobody.apply(resources::pods, Object::parse(web)); }), HasSubstr("field_manager"));
}

TEST_F(Verbs, DeleteCollectionTakesSelectorsAndDeleteOptions)
{
  ListOptions which;
  which.namespace_ = "n";
  which.label_selector = "app=x";
  which.field_selector = "status.phase=Failed";
  DeleteOptions options;
  options.propagation_policy = "Orphan";
  options.dry_run = true;
  transport->answer(200,
                    R"({"kind":"PodList","metadata":{"resourceVersion":"9"},"items":[{"metadata":{"name":"a"}}]})");
  const auto deleted = client.delete_collection(resources::pods, which, options);
  EXPECT_EQ(deleted.items.at(0).kind(), "Pod");
  EXPECT_EQ(transport->last().method, "DELETE");
  EXPECT_EQ(transport->last().target,
            "/api/v1/namespaces/n/pods?labelSelector=app%3Dx&fieldSelector=status.phase%3DFailed&dryRun=All");
  EXPECT_EQ(transport->last().body,
            R"({"kind":"DeleteOptions","apiVersion":"v1","propagationPolicy":"Orphan","dryRun":["All"]})");

  transport->answer(200, ok_status);
  EXPECT_TRUE(run(client.async_delete_collection(resources::pods, which)).items.empty());
  EXPECT_THAT(refusal([&] { (void)client.delete_collection(resources::pods, {}); }), HasSubstr("namespace is empty"));
  transport->answer(403, failure(403, "Forbidden", "no"));
  EXPECT_THAT(error_of([&] { (void)client.delete_collection(resources::pods, which); }),
              HasSubstr("verb \"deletecollection\" on resource \"pods\""));
}

TEST_F(Verbs, OptionsThatContradictEachOtherAreNotSent)
{
  const auto list = [&](auto set) {
    ListOptions options;
    set(options);
    return refusal([&] { (void)client.list(resources::pods, options); });
  };
  EXPECT_THAT(list([](auto& o) { o.resource_version_match = "Exact"; }), HasSubstr("needs a resource_version"));
  EXPECT_THAT(list([](auto& o) { o.resource_version = "5", o.resource_version_match = "Newest"; }),
              HasSubstr("neither \"Exact\" nor \"NotOlderThan\""));
  EXPECT_THAT(list([](auto& o) { o.resource_version = "0", o.resource_version_match = "Exact"; }),
              HasSubstr("cannot be combined with resource_version \"0\""));
  EXPECT_THAT(list([](auto& o) { o.resource_version = "5", o.continue_ = "t"; }), HasSubstr("continue_"));
  EXPECT_THAT(
      list([](auto& o) { o.resource_version = "0", o.resource_version_match = "NotOlderThan", o.continue_ = "t"; }),
      HasSubstr("continue_"));
  EXPECT_THAT(list([](auto& o) { o.limit = -1; }), HasSubstr("limit -1 is negative"));

  const auto create = [&](auto set) {
    WriteOptions options;
    set(options);
    return refusal([&] { (void)client.create(resources::deployments, Object::parse(web), options); });
  };
  EXPECT_THAT(create([](auto& o) { o.field_validation = "strict"; }), HasSubstr("field_validation \"strict\""));
  EXPECT_THAT(create([](auto& o) { o.field_manager = std::string(129, 'x'); }), HasSubstr("longer than 128"));
  EXPECT_THAT(create([](auto& o) { o.field_manager = "a\nb"; }), HasSubstr("not printable"));

  DeleteOptions bad;
  bad.propagation_policy = "background";
  EXPECT_THAT(refusal([&] { client.delete_(resources::pods, {"n", "a"}, bad); }), HasSubstr("\"background\""));
  bad = {};
  bad.grace_period_seconds = -1;
  EXPECT_THAT(refusal([&] { client.evict({"n", "a"}, bad); }), HasSubstr("negative"));
}

TEST_F(Verbs, ADryRunOfADeleteIsSeenInTheQueryToo)
{
  DeleteOptions options;
  options.dry_run = true;
  transport->answer(200, ok_status);
  client.delete_(resources::pods, {"n", "a"}, options);
  EXPECT_EQ(transport->last().target, "/api/v1/namespaces/n/pods/a?dryRun=All");
}

TEST_F(Verbs, ScaleIsReadUpdatedAndPatched)
{
  const std::string answer = R"({"kind":"Scale","apiVersion":"autoscaling/v1","metadata":{"name":"web",
    "namespace":"n","resourceVersion":"7"},"spec":{"replicas":2},"status":{"replicas":1,"selector":"app=web"}})";
  transport->answer(200, answer).answer(200, answer).answer(200, answer);
  auto scale = client.get_scale(resources::deployments, {"n", "web"});
  EXPECT_EQ(transport->last().target, "/apis/apps/v1/namespaces/n/deployments/web/scale");
  EXPECT_EQ(scale.spec.replicas, 2);
  EXPECT_EQ(scale.status.selector, "app=web");

  scale.spec.replicas = 0;
  (void)client.update_scale(resources::deployments, scale);
  EXPECT_EQ(transport->last().method, "PUT");
  EXPECT_THAT(transport->last().target, HasSubstr("/deployments/web/scale?"));
  const auto sent = json::parse(transport->last().body);
  EXPECT_EQ(sent.at("kind"), "Scale");
  EXPECT_EQ(sent.at("apiVersion"), "autoscaling/v1");
  EXPECT_EQ(sent.at("metadata").at("resourceVersion"), "7");
  EXPECT_EQ(sent.value("/spec/replicas"_json_pointer, 0), 0);

  const auto patched =
      run(client.async_patch_scale(resources::deployments, {"n", "web"}, R"({"spec":{"replicas":2}})"));
  EXPECT_EQ(patched.metadata.resourceVersion, "7");
  EXPECT_EQ(header("Content-Type"), "application/merge-patch+json");
}

TEST_F(Verbs, EvictionCarriesTheDeleteOptions)
{
  DeleteOptions options;
  options.grace_period_seconds = 5;
  options.precondition_uid = "u";
  options.dry_run = true;
  transport->answer(201, ok_status);
  client.evict({"n", "a"}, options);
  EXPECT_EQ(transport->last().method, "POST");
  EXPECT_EQ(transport->last().target, "/api/v1/namespaces/n/pods/a/eviction?dryRun=All&fieldManager=kubexx");
  EXPECT_EQ(json::parse(transport->last().body), json::parse(R"({"apiVersion":"policy/v1","kind":"Eviction",
    "metadata":{"name":"a","namespace":"n"},"deleteOptions":{"kind":"DeleteOptions","apiVersion":"v1",
    "gracePeriodSeconds":5,"preconditions":{"uid":"u"},"dryRun":["All"]}})"));
  transport->answer(429, failure(429, "TooManyRequests", "Cannot evict pod as it would violate the budget"));
  try {
    client.evict({"n", "a"});
    FAIL();
  } catch (const ApiError& error) {
    EXPECT_TRUE(is_too_many_requests(error));
    EXPECT_THAT(error.what(), HasSubstr("create pods/eviction \"a\" in namespace \"n\": 429"));
  }
}

TEST_F(Verbs, TokensAreRequestedAndHandedOut)
{
  TokenOptions options;
  options.audiences = {"vault"};
  options.expires_in = 3600s;
  options.bound_api_version = "v1";
  options.bound_kind = "Pod";
  options.bound_name = "a";
  transport
      ->answer(
          201,
          R"({"kind":"TokenRequest","metadata":{},"status":{"token":"SECRET","expirationTimestamp":"2030-01-01T00:00:00Z"}})")
      .answer(201, R"({"kind":"TokenRequest","metadata":{},"status":{}})");
  const auto issued = client.create_token({"n", "robot"}, options);
  EXPECT_EQ(issued.token, "SECRET");
  EXPECT_EQ(issued.expires, "2030-01-01T00:00:00Z");
  EXPECT_EQ(transport->last().target, "/api/v1/namespaces/n/serviceaccounts/robot/token?fieldManager=kubexx");
  EXPECT_EQ(json::parse(transport->last().body).at("spec"),
            json::parse(R"({"audiences":["vault"],"expirationSeconds":3600,
              "boundObjectRef":{"kind":"Pod","apiVersion":"v1","name":"a"}})"));
  EXPECT_THAT(error_of([&] { (void)client.create_token({"n", "robot"}); }), HasSubstr("contains no token"));
}

TEST_F(Verbs, SubresourcesAreUpdatedByName)
{
  transport->answer(200, web);
  (void)client.update_subresource(resources::namespaces, {"", "a"}, "finalize", Object::parse(R"({"spec":{}})"));
  EXPECT_EQ(transport->last().method, "PUT");
  EXPECT_EQ(transport->last().target, "/api/v1/namespaces/a/finalize?fieldManager=kubexx");
  EXPECT_EQ(transport->last().body, R"({"spec":{}})");
}

TEST_F(Verbs, TablesHaveColumnsCellsAndMetadata)
{
  transport->answer(200, R"({"kind":"Table","apiVersion":"meta.k8s.io/v1","metadata":{"resourceVersion":"5",
    "continue":"t","remainingItemCount":3},
    "columnDefinitions":[{"name":"Name","type":"string","format":"name","description":"d","priority":0},
                         {"name":"Age","type":"string","format":"","description":"","priority":1}],
    "rows":[{"cells":["a \"b\"",12],"object":{"kind":"PartialObjectMetadata","metadata":{"name":"a"}}},
            {"cells":[null,true],"object":null}]})");
  ListOptions options;
  options.namespace_ = "n";
  options.limit = 2;
  const auto table = client.list_table(resources::pods, options, IncludeObject::object);
  EXPECT_EQ(header("Accept"), "application/json;as=Table;g=meta.k8s.io;v=v1");
  EXPECT_EQ(transport->last().target, "/api/v1/namespaces/n/pods?limit=2&includeObject=Object");
  ASSERT_EQ(table.columns.size(), 2U);
  EXPECT_EQ(table.columns[0].format, "name");
  EXPECT_EQ(table.columns[1].priority, 1);
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_THAT(table.rows[0].cells, ElementsAre("a \"b\"", "12"));
  EXPECT_EQ(table.rows[0].object.name(), "a");
  EXPECT_THAT(table.rows[1].cells, ElementsAre("", "true"));
  EXPECT_FALSE(table.rows[1].object);
  EXPECT_EQ(table.continue_, "t");
  EXPECT_EQ(table.remaining_item_count, 3);

  transport->answer(200, web);
  EXPECT_THAT(error_of([&] { (void)run(client.async_get_table(resources::pods, {"n", "a"})); }),
              HasSubstr("the server's response is not a table"));
}

TEST_F(Verbs, LogsAreTextAtOnce)
{
  LogOptions options;
  options.container = "main";
  options.previous = true;
  options.timestamps = true;
  options.since = 90s;
  options.tail_lines = 10;
  options.limit_bytes = 1000;
  transport->answer(200, "one\ntwo\n");
  EXPECT_EQ(client.logs({"n", "a"}, options), "one\ntwo\n");
  EXPECT_EQ(transport->last().target,
            "/api/v1/namespaces/n/pods/a/log?container=main&previous=true&sinceSeconds=90&timestamps=true&tailLines=10"
            "&limitBytes=1000");
  EXPECT_EQ(header("Accept-Encoding"), "identity");
  options = {};
  options.follow = true;
  EXPECT_THAT(refusal([&] { (void)client.logs({"n", "a"}, options); }), HasSubstr("stream_logs"));
  options = {};
  options.since = 5s;
  options.since_time = "2030-01-01T00:00:00Z";
  EXPECT_THAT(refusal([&] { (void)client.stream_logs({"n", "a"}, options); }), HasSubstr("are mutually exclusive"));
  options = {};
  options.limit_bytes = 0;
  EXPECT_THAT(refusal([&] { (void)client.logs({"n", "a"}, options); }), HasSubstr("limit_bytes"));
}

TEST_F(Verbs, LogLinesAreTheSameAtAnySplit)
{
  const std::string log = "one\n\nthree\r\nlast without an end";
  for (std::size_t cut = 0; cut <= log.size(); ++cut) {
    std::vector<std::string> pieces;
    if (cut > 0) pieces.push_back(log.substr(0, cut));
    if (cut < log.size()) pieces.push_back(log.substr(cut));
    transport->stream(pieces);
    LogOptions options;
    options.follow = true;
    auto stream = client.stream_logs({"n", "a"}, options);
    std::vector<std::string> lines;
    while (auto line = stream.read_line()) lines.push_back(*line);
    EXPECT_THAT(lines, ElementsAre("one", "", "three\r", "last without an end")) << "cut at " << cut;
  }
  EXPECT_TRUE(transport->last().limits.stream);
  EXPECT_FALSE(transport->last().limits.idle_timeout);
}

TEST_F(Verbs, ALogLineWithoutAnEndIsBounded)
{
  const std::string half(LogStream::longest_line / 2 + 1, 'x');
  transport->stream({half, half, "\nend"});
  auto stream = client.stream_logs({"n", "a"});
  EXPECT_EQ(stream.read_line()->size(), LogStream::longest_line);
  EXPECT_EQ(*stream.read_line(), "xx");
  EXPECT_EQ(*stream.read_line(), "end");
  EXPECT_FALSE(stream.read_line());
}

TEST_F(Verbs, PiecesAndLinesOfALogMayBeMixed)
{
  transport->stream({"one\ntw", "o\nthree"});
  auto stream = client.stream_logs({"n", "a"});
  EXPECT_EQ(*stream.read_line(), "one");
  EXPECT_EQ(stream.read(), "tw");
  EXPECT_EQ(*stream.read_line(), "o");
  EXPECT_EQ(stream.read(), "three");
  EXPECT_EQ(stream.read(), "");
  EXPECT_EQ(stream.read(), "");
}

TEST_F(Verbs, ABrokenLogStreamGivesTheRestOfItsLastLineFirst)
{
  transport->stream({"one\ntw", "o, a log may e"}, TransportErrc::truncated);
  auto stream = client.stream_logs({"n", "a"});
  EXPECT_EQ(*stream.read_line(), "one");
  EXPECT_EQ(*stream.read_line(), "two, a log may e");
  for (int time = 0; time < 2; ++time) {
    EXPECT_THAT(error_of([&] { (void)stream.read_line(); }), HasSubstr("get pods/log \"a\" in namespace \"n\": "));
  }
  transport->stream({"one\ntw"}, TransportErrc::cancelled);
  stream = client.stream_logs({"n", "a"});
  EXPECT_EQ(*stream.read_line(), "one");
  EXPECT_THROW((void)stream.read_line(), TransportError) << "nobody waits for it any more";
  EXPECT_EQ(stream.read(), "tw") << "and it is still there";
}

awaitable<std::size_t> bytes_of(LogStream stream)
{
  std::size_t bytes = 0;
  for (;;) {
    const std::string piece = co_await stream.async_read();
    if (piece.empty()) break;
    bytes += piece.size();
  }
  co_return bytes;
}

TEST_F(Verbs, ABrokenLogStreamIsAnErrorThatNamesTheCall)
{
  transport->stream({"one\n"}, TransportErrc::truncated);
  LogOptions options;
  options.idle_timeout = 5s;
  auto stream = run(client.async_stream_logs({"n", "a"}, options));
  EXPECT_EQ(transport->last().limits.idle_timeout, Duration(5s));
  try {
    (void)run(bytes_of(std::move(stream)));
    FAIL();
  } catch (const TransportError& error) {
    EXPECT_EQ(error.code(), TransportErrc::truncated);
    EXPECT_THAT(error.what(), HasSubstr("get pods/log \"a\" in namespace \"n\""));
  }
  transport->stream({failure(400, "BadRequest", "a container name must be specified")}, {}, 400);
  EXPECT_THAT(error_of([&] { (void)client.stream_logs({"n", "a"}); }), HasSubstr("400 BadRequest: a container name"));
}

TEST_F(Verbs, EveryBlockingVerbTakesItsDeadlineAndStop)
{
  std::stop_source source;
  source.request_stop();
  const auto cancelled = [&](auto call) {
    try {
      call();
    } catch (const TransportError& error) {
      return error.code() == TransportErrc::cancelled;
    }
    return false;
  };
  const auto stopped = [&](auto options) {
    options.stop = source.get_token();
    return options;
  };
  const ObjectKey key{"n", "a"};
  const auto& pods = resources::pods;
  ListOptions in_n;
  in_n.namespace_ = "n";
  const auto object = Object::parse(web);
  EXPECT_TRUE(cancelled([&] { (void)client.list_all(pods, stopped(ListOptions())); }));
  EXPECT_TRUE(cancelled([&] { (void)client.get_table(pods, key, stopped(GetOptions())); }));
  EXPECT_TRUE(cancelled([&] { (void)client.list_table(pods, stopped(ListOptions())); }));
  EXPECT_TRUE(cancelled([&] { (void)client.apply(pods, object, stopped(PatchOptions())); }));
  EXPECT_TRUE(cancelled([&] { (void)client.delete_collection(pods, in_n, stopped(DeleteOptions())); }));
  EXPECT_TRUE(
      cancelled([&] { (void)client.update_subresource(pods, key, "status", object, stopped(WriteOptions())); }));
  EXPECT_TRUE(cancelled([&] { (void)client.get_scale(pods, key, stopped(GetOptions())); }));
  EXPECT_TRUE(cancelled([&] { client.evict(key, stopped(DeleteOptions())); }));
  EXPECT_TRUE(cancelled([&] { (void)client.create_token(key, stopped(TokenOptions())); }));
  EXPECT_TRUE(cancelled([&] { (void)client.logs(key, stopped(LogOptions())); }));
  EXPECT_TRUE(cancelled([&] { (void)client.stream_logs(key, stopped(LogOptions())); }));
  EXPECT_EQ(transport->count(), 0U);

  LogOptions bounded;
  bounded.timeout = 3s;
  transport->answer(200, "x");
  (void)client.logs(key, bounded);
  EXPECT_EQ(transport->last().limits.deadline, clock.now() + 3s);
}

}  // namespace
}  // namespace kubexx
