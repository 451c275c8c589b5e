// SPDX-License-Identifier: Apache-2.0
// informer-print as a program: its lines, to the letter, its flags, signals and exits.
#include <gmock/gmock.h>
#include <unistd.h>

#include <csignal>
#include <nlohmann/json.hpp>
#include <sstream>

#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/apiserver/apiserver.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/client/load_config.hpp"
#include "kubexx/http/listener.hpp"
#include "kubexx/testing/scripted_body.hpp"
#include "program_test.hpp"
#include "support/embedded_server.hpp"
#include "support/peer.hpp"
#include "support/yaml.hpp"

namespace sample {
namespace {

using namespace std::chrono_literals;
using namespace kubexx::support;
using kubexx::Client;
using kubexx::Object;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

std::string json_line(const std::string& event, const std::string& key, std::string_view version,
                      std::string_view old_version = "", bool initial = false)
{
  return R"({"event":")" + event + R"(","key":")" + key + R"(","rv":")" + std::string(version) + R"(","oldRv":")" +
         std::string(old_version) + R"(","initial":)" + (initial ? "true" : "false") + R"(,"finalStateUnknown":false})";
}

Object config_map(const std::string& namespace_, const std::string& name, const std::string& app = "web")
{
  return Object::parse(R"({"metadata":{"namespace":")" + namespace_ + R"(","name":")" + name +
                       R"(","labels":{"app":")" + app + R"("}}})");
}

// A server without TLS in this process.
class Listening {
public:
  using Answer = std::function<kubexx::HttpResponse(kubexx::HttpRequest)>;
  Listening(const kubexx::Runtime& runtime, Answer answer, int port = 0)
      : executor_(runtime.executor), answer_(std::move(answer))
  {
    kubexx::ListenerOptions options;
    options.port = static_cast<std::uint16_t>(port);
    const kubexx::HttpHandler handler = [this](kubexx::HttpRequest request) {
      return answered(answer_, std::move(request));
    };
    listener_ = std::make_unique<kubexx::HttpListener>(runtime, options, handler);
  }
  ~Listening()
  {
    kubexx::block_on(executor_, [this] { return listener_->async_stop(); }, "async_stop");
  }
  Listening(const Listening&) = delete;
  Listening& operator=(const Listening&) = delete;
  [[nodiscard]] int port() const { return listener_->port(); }

private:
  static kubexx::awaitable<kubexx::HttpResponse> answered(const Answer& answer, kubexx::HttpRequest request)
  {
    co_return answer(std::move(request));
  }

  const kubexx::asio::any_io_executor executor_;
  const Answer answer_;
  std::unique_ptr<kubexx::HttpListener> listener_;
};

// Scripts for the shell, whose arguments are the program and its own.
constexpr const char* logging = R"(exec "$@" 2>>"$LOG")";
constexpr const char* into_head = R"({ "$@" 2>>"$LOG"; echo $? >"$STATUS"; } | head -n 1)";

class InformerPrint : public ProgramTest {
protected:
  [[nodiscard]] Command program(std::vector<std::string> arguments, const std::string& kubeconfig = {},
                                const std::string& script = logging) const
  {
    std::vector<std::string> argv{"/bin/sh", "-c", script, "sh", INFORMER_PRINT};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    return isolated(argv, {{"KUBECONFIG", kubeconfig}, {"LOG", log_file()}, {"STATUS", folder() / "status"}});
  }
  [[nodiscard]] Process start(std::vector<std::string> arguments, const std::string& kubeconfig) const
  {
    return {program(std::move(arguments), kubeconfig), folder() / "lines"};
  }
  [[nodiscard]] std::string log_file() const { return folder() / "log"; }
  [[nodiscard]] std::string log() const { return read_file(log_file()); }
  [[nodiscard]] bool logs(const std::string& text) const
  {
    return eventually([&] { return log().find(text) != std::string::npos; });
  }
  // Waits for so many; all that are there.
  static std::vector<std::string> lines(const Process& process, std::size_t count)
  {
    std::vector<std::string> found;
    (void)eventually([&] {
      found.clear();
      std::istringstream text(process.output());
      for (std::string line; std::getline(text, line);) found.push_back(line);
      return found.size() >= count;
    });
    return found;
  }
  [[nodiscard]] Client client_of(const EmbeddedServer& server) const
  {
    kubexx::ConfigOptions options;
    options.path = server.kubeconfig();
    return Client::connect(system_.runtime(), kubexx::load_config(options));
  }
  // A kubeconfig for a server without TLS.
  [[nodiscard]] std::string config_of_port(int port) const
  {
    return write("config", kubeconfig("http://127.0.0.1:" + std::to_string(port), "", "    {}\n"));
  }

  kubexx::SystemRuntime system_;
};

TEST_F(InformerPrint, PrintsWhatHappensToTheLetter)
{
  const EmbeddedServer server(KUBEXX_APISERVER, folder());
  const auto client = client_of(server);
  const auto& maps = kubexx::resources::config_maps;
  const auto a = client.create(maps, config_map("default", "a"));
  for (const char* first_list : {"--stream-list", "--no-stream-list"}) {
    SCOPED_TRACE(first_list);
    const auto listed = client.list(maps).resource_version;
    std::filesystem::remove(folder() / "lines");
    Process process = start({"--resource=v1/configmaps", first_list}, server.kubeconfig());
    EXPECT_THAT(lines(process, 2), testing::SizeIs(2)) << log();
    const auto b = client.create(maps, config_map("default", "b"));
    const auto changed = client.patch(maps, b.key(), R"({"data":{"x":"y"}})");
    client.delete_(maps, b.key());
    const auto gone = client.list(maps).resource_version;
    EXPECT_THAT(lines(process, 5),
                ElementsAre(json_line("ADD", "default/a", a.resource_version(), "", true),
                            json_line("SYNCED", "", listed), json_line("ADD", "default/b", b.resource_version()),
                            json_line("UPDATE", "default/b", changed.resource_version(), b.resource_version()),
                            json_line("DELETE", "default/b", gone, changed.resource_version())))
        << log();
    const auto exit = process.stop();
    EXPECT_EQ(exit.code, 0) << to_string(exit) << "\n" << log();
    EXPECT_THAT(lines(process, 5), testing::SizeIs(5)) << "nothing is printed at the end";
  }
}

TEST_F(InformerPrint, WatchesTheNamespacesAndLabelsThatItIsGiven)
{
  const EmbeddedServer server(KUBEXX_APISERVER, folder());
  const auto client = client_of(server);
  const auto& maps = kubexx::resources::config_maps;
  for (const char* name : {"one", "two", "three"}) {
    client.create(kubexx::resources::namespaces,
                  Object::parse(R"({"metadata":{"name":")" + std::string(name) + R"("}})"));
    client.create(maps, config_map(name, "web"));
    client.create(maps, config_map(name, "other", "db"));
  }
  Process process = start({"--resource", "v1/configmaps", "--namespace", "one", "--namespace=two", "--selector",
                           "app=web", "--output", "text"},
                          server.kubeconfig());
  auto found = lines(process, 3);
  ASSERT_THAT(found, testing::SizeIs(3)) << log();
  const auto version = [&](const char* namespace_) {
    return std::string(client.get(maps, {namespace_, "web"}).resource_version());
  };
  const auto one = version("one"), two = version("two");
  EXPECT_THAT(found, UnorderedElementsAre("ADD one/web rv " + one + " initial", "ADD two/web rv " + two + " initial",
                                          testing::StartsWith("SYNCED rv ")));
  EXPECT_THAT(found.back(), testing::StartsWith("SYNCED"));

  // It leaves what is watched: a deletion, at the version of the change.
  client.patch(maps, {"two", "web"}, R"({"metadata":{"labels":{"app":"db"}}})");
  EXPECT_EQ(lines(process, 4).back(), "DELETE two/web rv " + version("two") + " was " + two);
  EXPECT_EQ(process.stop().code, 0);
}

TEST_F(InformerPrint, WaitsForTheServerAndThenForTheDefinition)
{
  kubexx::ApiServer server({.clock = system_.runtime().clock, .random = system_.runtime().random});
  const Client client(system_.runtime(), kubexx::make_in_process_transport(system_.runtime(), server));
  const int port = free_port();
  Process process = start({"--resource=samplecontroller.k8s.io/v1alpha1/foos"}, config_of_port(port));
  EXPECT_TRUE(logs("Connection refused")) << log();

  const Listening::Answer answer = [&server](kubexx::HttpRequest request) { return server.handle(std::move(request)); };
  const Listening listening(system_.runtime(), answer, port);
  EXPECT_TRUE(logs("install its CRD")) << log();
  EXPECT_THAT(lines(process, 0), IsEmpty());
  EXPECT_TRUE(process.running());

  client.create(kubexx::resources::custom_resource_definitions,
                Object::from_json(read_yaml(MANIFESTS "/crd.yaml").at(0)));
  ASSERT_THAT(lines(process, 1), ElementsAre(HasSubstr(R"({"event":"SYNCED","key":"",)"))) << log();
  const auto made = client.create({"samplecontroller.k8s.io", "v1alpha1", "Foo", "foos"},
                                  Object::parse(R"({"metadata":{"namespace":"default","name":"a"},
                                                    "spec":{"deploymentName":"a","replicas":1}})"));
  const auto found = lines(process, 2);
  EXPECT_EQ(found.back(), json_line("ADD", "default/a", made.resource_version())) << log();
  EXPECT_EQ(process.stop().code, 0) << log();
}

std::string json_of(const std::string& name, int version)
{
  return R"({"metadata":{"namespace":"default","name":")" + name + R"(","uid":")" + name + R"(","resourceVersion":")" +
         std::to_string(version) + R"("}})";
}

// A server with a list of version 10; the first watch brings `events` in one piece.
Listening::Answer list_and_burst(std::string items, std::string events)
{
  return [items = std::move(items), events = std::move(events)](const kubexx::HttpRequest& request) {
    kubexx::HttpResponse response;
    response.headers.set("Content-Type", "application/json");
    if (request.target.find("watch=") == std::string::npos) {
      response.body = R"({"metadata":{"resourceVersion":"10"},"items":[)" + items + "]}";
      return response;
    }
    std::vector<std::string> pieces;
    if (request.target.find("resourceVersion=10&") != std::string::npos) pieces.push_back(events);
    response.stream = std::make_unique<kubexx::testing::ScriptedBody>(pieces);
    return response;
  };
}

TEST_F(InformerPrint, NoChangeOfABurstIsSkipped)
{
  constexpr int first = 11, last = 3010;
  std::string burst;
  std::vector<std::string> expected{json_line("ADD", "default/a", "9", "", true), json_line("SYNCED", "", "10")};
  for (int version = first; version <= last; ++version) {
    burst += R"({"type":"MODIFIED","object":)" + json_of("a", version) + "}\n";
    expected.push_back(json_line("UPDATE", "default/a", std::to_string(version),
                                 version == first ? "9" : std::to_string(version - 1)));
  }
  const Listening listening(system_.runtime(), list_and_burst(json_of("a", 9), burst));
  const auto config = config_of_port(listening.port());
  Process process = start({"--resource=v1/configmaps", "--no-stream-list"}, config);
  const auto found = lines(process, expected.size());
  ASSERT_EQ(found.size(), expected.size()) << log();
  for (std::size_t at = 0; at < expected.size(); ++at) ASSERT_EQ(found[at], expected[at]) << "line " << at;
  EXPECT_EQ(process.stop().code, 0) << log();

  const auto read_one = run(program({"--resource=v1/configmaps", "--no-stream-list"}, config, into_head), {}, 20s);
  EXPECT_EQ(read_one.out, expected[0] + "\n");
  EXPECT_EQ(read_file(folder() / "status"), "1\n") << "the reader went in the middle";
}

// Also when what comes after the list is there before the list is printed.
TEST_F(InformerPrint, SyncedIsBetweenTheListAndTheRest)
{
  constexpr int listed = 5000, more = 100;
  std::string items, burst;
  for (int number = 0; number < listed; ++number) {
    items += (number == 0 ? "" : ",") + json_of("listed-" + std::to_string(number), 9);
  }
  for (int number = 0; number < more; ++number) {
    burst += R"({"type":"ADDED","object":)" + json_of("more-" + std::to_string(number), 11 + number) + "}\n";
  }
  const Listening listening(system_.runtime(), list_and_burst(items, burst));
  Process process = start({"--resource=v1/configmaps", "--no-stream-list"}, config_of_port(listening.port()));
  const auto found = lines(process, listed + 1 + more);
  ASSERT_EQ(found.size(), static_cast<std::size_t>(listed + 1 + more)) << log();
  for (std::size_t at = 0; at < listed; ++at) ASSERT_THAT(found[at], HasSubstr(R"("initial":true)")) << "line " << at;
  EXPECT_EQ(found[listed], json_line("SYNCED", "", "10"));
  for (int number = 0; number < more; ++number) {
    ASSERT_EQ(found[static_cast<std::size_t>(listed + 1 + number)],
              json_line("ADD", "default/more-" + std::to_string(number), std::to_string(11 + number)));
  }
  EXPECT_EQ(process.stop().code, 0) << log();
}

TEST_F(InformerPrint, ASignalEndsItWhileTheServerDoesNotAnswer)
{
  std::uint16_t port = 0;
  const int listening = kubexx::test::listen_on_loopback(8, port);
  for (const int number : {SIGTERM, SIGINT}) {
    std::filesystem::remove(log_file());
    Process process = start({"--resource=v1/configmaps"}, config_of_port(port));
    const kubexx::test::Peer connected(::accept(listening, nullptr, nullptr));
    process.signal(number);
    const auto exit = process.wait(20s);
    ASSERT_TRUE(exit) << "it still runs\n" << log();
    EXPECT_EQ(exit->code, 0) << to_string(*exit) << log();
    EXPECT_EQ(process.output(), "");
  }
  ::close(listening);
}

TEST_F(InformerPrint, WithoutAReaderItEndsWith1)
{
  const EmbeddedServer server(KUBEXX_APISERVER, folder());
  const auto made = client_of(server).create(kubexx::resources::config_maps, config_map("default", "a"));
  const auto read_one = run(program({"--resource=v1/configmaps"}, server.kubeconfig(), into_head), {}, 20s);
  EXPECT_EQ(read_one.out, json_line("ADD", "default/a", made.resource_version(), "", true) + "\n");
  EXPECT_EQ(read_file(folder() / "status"), "1\n") << log();
  EXPECT_THAT(log(), testing::EndsWith("informer-print: cannot write to standard output: Broken pipe\n"));

  const auto closed = run(program({"--resource=v1/configmaps"}, server.kubeconfig(), R"(exec "$@" >&-)"), {}, 20s);
  EXPECT_EQ(closed.exit.code, 1);
  EXPECT_EQ(closed.err, "informer-print: standard output is closed\n");
}

TEST_F(InformerPrint, WrongFlagsEndItWith2)
{
  const std::string map = "--resource=v1/configmaps";
  for (const std::vector<std::string>& flags : {std::vector<std::string>{"--resource"},
                                                {"--resource=configmaps"},
                                                {"--resource=v1/ConfigMaps"},
                                                {map, "--namespace="},
                                                {map, "--selector=app=("},
                                                {map, "--field-selector=nothing"},
                                                {map, "--output=yaml"},
                                                {map, "--log-format=xml"},
                                                {map, "--no-such-flag"}}) {
    const auto outcome = run(program(flags, {}, "exec \"$@\""), {}, 20s);
    EXPECT_EQ(outcome.exit.code, 2) << flags.back() << outcome.all();
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, HasSubstr(flags.back().substr(0, flags.back().find('='))));
  }
  EXPECT_EQ(run(program({}, {}, "exec \"$@\""), {}, 20s).exit.code, 2);
}

TEST_F(InformerPrint, WithoutAConfigurationItEndsWith1)
{
  const auto missing = (folder() / "missing").string();
  const auto outcome = run(program({"--resource=v1/configmaps", "--kubeconfig", missing}, {}, "exec \"$@\""), {}, 20s);
  EXPECT_EQ(outcome.exit.code, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, AllOf(testing::StartsWith("informer-print: "), HasSubstr(missing)));
}

TEST_F(InformerPrint, HelpNamesEveryFlagAndExit)
{
  const auto outcome = run(program({"--help"}), {}, 20s);
  EXPECT_EQ(outcome.exit.code, 0);
  for (const char* text : {"--resource", "--namespace", "--selector", "--field-selector", "--output", "--stream-list",
                           "--no-stream-list", "--kubeconfig", "--context", "--log-format", "-v", "--version",
                           "Exit codes: 0 stopped, 1 ", "2 invalid flags", "KUBECONFIG", "SIGTERM"}) {
    EXPECT_THAT(outcome.out, HasSubstr(text));
  }
  EXPECT_THAT(run(program({"--version"}), {}, 20s).out, testing::MatchesRegex("informer-print [0-9.]+\n"));
}

}  // namespace
}  // namespace sample
