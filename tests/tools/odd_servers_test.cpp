// SPDX-License-Identifier: Apache-2.0
// kubexx, the program, and servers that are none, or none of Kubernetes: one line that says what and where, status 1.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <ostream>

#include "../http/support.hpp"
#include "program_test.hpp"
#include "support/process.hpp"

namespace kubexx::test {
namespace {

namespace fs = std::filesystem;
using support::Outcome;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

struct OddAnswer {
  const char* name;
  std::string bytes;
  const char* error;  ///< the line on standard error; "HOST" stands for the server

  friend std::ostream& operator<<(std::ostream& to, const OddAnswer& answer) { return to << answer.name; }
};

std::string answer(const std::string& status, const std::string& type, const std::string& body, std::size_t missing = 0)
{
  return "HTTP/1.1 " + status + "\r\nContent-Type: " + type +
         "\r\nContent-Length: " + std::to_string(body.size() + missing) + "\r\nConnection: close\r\n\r\n" + body;
}

class KubexxProgram : public ProgramTest {
protected:
  [[nodiscard]] static Outcome at(const std::string& server, std::vector<std::string> words)
  {
    words.insert(words.end(), {"--server", server});
    return run_kubexx(std::move(words));
  }

  static void expect_one_line(const Outcome& outcome, const testing::Matcher<std::string>& line)
  {
    EXPECT_EQ(outcome.exit.code, 1) << support::to_string(outcome.exit);
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, line);
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_THAT(outcome.err, testing::EndsWith("\n"));
  }
};

class KubexxAtAnOddServer : public KubexxProgram, public testing::WithParamInterface<OddAnswer> {};

TEST_P(KubexxAtAnOddServer, EveryCommandEndsWithOneLine)
{
  const ScriptedServer server([bytes = GetParam().bytes](Peer& peer) {
    if (peer.read_until().empty()) return;
    peer.write(bytes);
  });
  const std::string host = "127.0.0.1:" + std::to_string(server.port());
  std::string expected = GetParam().error;
  if (const auto at = expected.find("HOST"); at != std::string::npos) expected.replace(at, 4, host);
  const auto manifest = file("a.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n");
  const std::vector<std::vector<std::string>> commands{
      {"get", "configmaps"},      {"get", "cm", "a", "-o", "yaml"}, {"watch", "cm"}, {"apply", "-f", manifest},
      {"delete", "-f", manifest}, {"patch", "cm", "a", "-p", "{}"}, {"logs", "a"}};
  for (const auto& command : commands) {
    SCOPED_TRACE(command.front());
    expect_one_line(at("http://" + host, command), expected + "\n");
  }
}

INSTANTIATE_TEST_SUITE_P(
    Answers, KubexxAtAnOddServer,
    testing::Values(
        OddAnswer{"Html", answer("200 OK", "text/html", "<html>Welcome</html>"),
                  "error: HOST: get /api: the server's response is not a discovery document: not valid JSON at byte 0: "
                  "expected a value"},
        OddAnswer{"OtherJson", answer("200 OK", "application/json", "[1]"),
                  "error: HOST: get /api: the server's response is not a discovery document: its kind is neither "
                  "APIGroupDiscoveryList nor APIGroupList nor APIVersions"},
        OddAnswer{
            "Half", answer("200 OK", "application/json", R"({"kind":"APIGroupDiscoveryList","items":[)"),
            "error: HOST: get /api: the server's response is not a discovery document: not valid JSON at byte 41 (the "
            "end): expected a value"},
        OddAnswer{"CutOff", answer("200 OK", "application/json", R"({"kind":)", 100),
                  "Unable to connect to the server: get /api: the response of HOST, HTTP status 200, ended before its "
                  "body was complete: End of file"},
        OddAnswer{"NotHttp", "SSH-2.0-OpenSSH_9.2\r\n",
                  "Unable to connect to the server: get /api: HOST did not respond in HTTP/1.1: bad version"},
        OddAnswer{"Unauthorized", answer("401 Unauthorized", "text/html", "<html>log in</html>"),
                  "error: You must be logged in to the server (the server has asked for the client to provide "
                  "credentials)"},
        OddAnswer{"Forbidden", answer("403 Forbidden", "text/html", "<html>no</html>"),
                  "Error from server (Forbidden): <html>no</html>"},
        OddAnswer{"NotFound", answer("404 Not Found", "text/plain", "404 page not found\n"),
                  "Error from server (NotFound): the server could not find the requested resource"},
        OddAnswer{"Elsewhere", answer("302 Found", "text/html", ""),
                  "Error from server (Unknown): the server responded with the status code 302 but did not return more "
                  "information"},
        OddAnswer{"Broken", answer("500 Internal Server Error", "text/plain", "boom"),
                  "Error from server (InternalError): an error on the server (\"boom\") has prevented the request from "
                  "succeeding"},
        OddAnswer{"Unavailable", answer("503 Service Unavailable", "text/html", "<h1>later</h1>"),
                  "Error from server (ServiceUnavailable): the server is currently unable to handle the request"}),
    [](const auto& test) { return test.param.name; });

TEST_F(KubexxProgram, AnEmptyAnswerIsNoDiscoveryDocument)
{
  const ScriptedServer server([](Peer& peer) {
    if (!peer.read_until().empty()) peer.write(answer("200 OK", "application/json", ""));
  });
  const std::string host = "127.0.0.1:" + std::to_string(server.port());
  expect_one_line(at("http://" + host, {"get", "cm"}),
                  AllOf(StartsWith("error: " + host + ": get /api"), HasSubstr("not valid JSON")));
}

TEST_F(KubexxProgram, AVersionThatIsNone)
{
  const ScriptedServer server([](Peer& peer) {
    if (!peer.read_until().empty()) peer.write(answer("200 OK", "text/html", "<html>Welcome</html>"));
  });
  const std::string host = "127.0.0.1:" + std::to_string(server.port());
  const auto outcome = at("http://" + host, {"version"});
  EXPECT_EQ(outcome.exit.code, 1);
  EXPECT_THAT(outcome.out, testing::MatchesRegex("Client Version: v[0-9.]*\n"));
  EXPECT_EQ(outcome.err, "error: unable to parse the server version: /version of " + host + " does not contain one\n");
}

TEST_F(KubexxProgram, NobodyListens)
{
  for (const char* scheme : {"http", "https"}) {
    expect_one_line(at(std::string(scheme) + "://127.0.0.1:1", {"get", "cm"}),
                    "The connection to the server 127.0.0.1:1 was refused - did you specify the right host or port?\n");
  }
}

TEST_F(KubexxProgram, AHostThatNobodyKnows)
{
  // A label of a name has 63 letters at most: no name server is asked.
  const std::string name = std::string(64, 'a') + ".example.com";
  expect_one_line(at("https://" + name, {"get", "cm"}),
                  StartsWith("Unable to connect to the server: get /api: cannot resolve " + name + ": "));
}

TEST_F(KubexxProgram, ACertificateOfAnUnknownAuthority)
{
  SystemRuntime system;
  const CertificateAuthority authority(*system.runtime().clock);
  CertificateRequest wanted;
  wanted.ip_addresses = {"127.0.0.1"};
  const auto leaf = authority.issue(wanted);
  ListenerOptions options;
  options.tls = TlsServerConfig{leaf.cert_pem, leaf.key_pem, authority.cert_pem()};
  const HttpListener listener(system.runtime(), options,
                              [](HttpRequest) -> awaitable<HttpResponse> { co_return HttpResponse(); });
  const std::string host = "127.0.0.1:" + std::to_string(listener.port());
  expect_one_line(at(listener.url(), {"get", "cm"}),
                  AllOf(StartsWith("Unable to connect to the server: get /api: the certificate of " + host),
                        HasSubstr("unknown authority")));
  const auto ca = file("ca.crt", authority.cert_pem());
  expect_one_line(at(listener.url(), {"get", "cm", "--certificate-authority", ca}),
                  StartsWith("error: " + host + ": get /api"));
}

TEST_F(KubexxProgram, PlainHttpWhereTlsIsMeant)
{
  const ScriptedServer server([](Peer& peer) {
    (void)peer.read(1);
    peer.write(answer("400 Bad Request", "text/plain", ""));
    (void)peer.wait_closed();
  });
  const std::string host = "127.0.0.1:" + std::to_string(server.port());
  expect_one_line(at("https://" + host, {"get", "cm"}), "Unable to connect to the server: get /api: " + host +
                                                            " does not speak TLS: is it a plain http:// server?\n");
}

TEST_F(KubexxProgram, AServerThatNeverAnswers)
{
  const ScriptedServer server([](Peer& peer) { (void)peer.wait_closed(); });
  const std::string host = "127.0.0.1:" + std::to_string(server.port());
  for (const char* scheme : {"http", "https"}) {
    expect_one_line(at(std::string(scheme) + "://" + host, {"get", "cm", "--request-timeout=2s"}),
                    AllOf(StartsWith("Unable to connect to the server: get /api: the deadline of a request to " + host),
                          HasSubstr("passed while")));
  }
}

// A proxy announces more of its error page than it sends, and says nothing any more.
TEST_F(KubexxProgram, TheErrorOfAStreamWhoseBodyDoesNotEndIsPrintedAtTheTimeout)
{
  const std::string pods =
      R"({"kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/v2","metadata":{},"items":[{"metadata":{},
      "versions":[{"version":"v1","resources":[{"resource":"pods","scope":"Namespaced","singularResource":"pod",
      "responseKind":{"group":"","version":"v1","kind":"Pod"},"verbs":["get","list","watch"]}]}]}]})";
  const std::string no_groups =
      R"({"kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/v2","metadata":{},"items":[]})";
  const std::string pod = R"({"kind":"Pod","apiVersion":"v1","metadata":{"namespace":"default","name":"a"},
      "spec":{"containers":[{"name":"c"}]}})";
  const std::string aggregated = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
  const ScriptedServer server([&](Peer& peer) {
    const std::string request = peer.read_until();
    if (request.starts_with("GET /api ")) {
      peer.write(answer("200 OK", aggregated, pods));
    } else if (request.starts_with("GET /apis ")) {
      peer.write(answer("200 OK", aggregated, no_groups));
    } else if (request.starts_with("GET /api/v1/namespaces/default/pods/a ")) {
      peer.write(answer("200 OK", "application/json", pod));
    } else if (request.starts_with("GET /api/v1/namespaces/default/pods?") &&
               request.find("watch=") == std::string::npos) {
      peer.write(answer("200 OK", "application/json",
                        R"({"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[]})"));
    } else if (!request.empty()) {
      peer.write(answer("500 Internal Server Error", "text/plain", "the node is", 99));
      (void)peer.wait_closed();
    }
  });
  const std::string host = "http://127.0.0.1:" + std::to_string(server.port());
  const std::string error =
      "Error from server (InternalError): an error on the server (\"the node is\") has prevented the request from "
      "succeeding ";
  expect_one_line(at(host, {"logs", "a", "--request-timeout=2s"}), error + "(get pods a)\n");
  expect_one_line(at(host, {"watch", "pods", "-o", "name", "--request-timeout=2s"}), error + "(get pods)\n");
}

// Whoever saves or deletes everything learns what was left out.
TEST_F(KubexxProgram, AnObjectThatCannotBeReadIsNotLeftOutSilently)
{
  const std::string maps =
      R"({"kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/v2","metadata":{},"items":[{"metadata":{},
      "versions":[{"version":"v1","resources":[{"resource":"configmaps","scope":"Namespaced",
      "singularResource":"configmap","responseKind":{"group":"","version":"v1","kind":"ConfigMap"},
      "verbs":["delete","get","list","watch"]}]}]}]})";
  const std::string no_groups =
      R"({"kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/v2","metadata":{},"items":[]})";
  const std::string good = R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"namespace":"default","name":"good"}})";
  const std::string odd =
      R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"namespace":"default","name":"odd"},"data":{"a":tru}})";
  const std::string list = R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"2"},"items":[)" +
                           good + "," + odd + "]}";
  const std::string aggregated = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
  const ScriptedServer server([&](Peer& peer) {
    const std::string request = peer.read_until();
    if (request.starts_with("GET /api ")) {
      peer.write(answer("200 OK", aggregated, maps));
    } else if (request.starts_with("GET /apis ")) {
      peer.write(answer("200 OK", aggregated, no_groups));
    } else if (request.find("watch=") != std::string::npos) {
      peer.write(
          answer("200 OK", "application/json",
                 R"({"type":"MODIFIED","object":)" + odd + "}\n" + R"({"type":"MODIFIED","object":)" + good + "}\n"));
    } else if (request.starts_with("DELETE ")) {
      peer.write(answer("200 OK", "application/json", R"({"kind":"Status","apiVersion":"v1","status":"Success"})"));
    } else if (!request.empty()) {
      peer.write(answer("200 OK", "application/json", list));
    }
  });
  const std::string host = "http://127.0.0.1:" + std::to_string(server.port());
  const auto complaint = testing::ContainsRegex("left out configmap/odd in namespace default, which cannot be read: ");
  for (const char* output : {"name", "yaml", "json"}) {
    const auto got = at(host, {"get", "configmaps", "-o", output});
    EXPECT_EQ(got.exit.code, 1);
    EXPECT_THAT(got.out, AllOf(HasSubstr("good"), testing::Not(HasSubstr("odd"))));
    EXPECT_THAT(got.err, complaint);
  }
  const auto table = at(host, {"get", "configmaps"});
  EXPECT_EQ(table.exit.code, 1);
  EXPECT_THAT(table.err, complaint);
  const auto deleted = at(host, {"delete", "configmaps", "--all", "--wait=false"});
  EXPECT_EQ(deleted.exit.code, 1);
  EXPECT_THAT(deleted.out, HasSubstr("\"good\" deleted"));
  EXPECT_THAT(deleted.err, complaint);
  const auto watched = at(host, {"get", "configmaps", "-w", "-o", "name", "--request-timeout=2s"});
  EXPECT_EQ(watched.out, "configmap/good\nconfigmap/good\n");
  EXPECT_EQ(std::count(watched.err.begin(), watched.err.end(), '\n'), 2) << watched.err;
  EXPECT_THAT(watched.err, complaint);
}

TEST_F(KubexxProgram, UrlsThatAreNone)
{
  for (const char* server : {"https://[::bad", "ftp://x", "https://"}) {
    expect_one_line(at(server, {"get", "cm"}), StartsWith("error: server URL \"" + std::string(server) + "\": "));
  }
}

}  // namespace
}  // namespace kubexx::test
