// SPDX-License-Identifier: Apache-2.0
// No credential comes out: not in an error, a log, a warning, a metric, a dump of the configuration or what a user's
// interceptor sees, whatever fails and whatever the server, a proxy or a plugin repeats of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>
#include <filesystem>
#include <fstream>
#include <functional>
#include <mutex>
#include <set>

#include "http/support.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/base/asio.hpp"
#include "kubexx/base/base64.hpp"
#include "kubexx/base/process.hpp"
#include "kubexx/base/system_clock.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/client/load_config.hpp"
#include "kubexx/client/logs.hpp"
#include "kubexx/http/certificate_authority.hpp"
#include "kubexx/http/listener.hpp"
#include "kubexx/testing/recording_log.hpp"
#include "kubexx/testing/recording_metrics.hpp"
#include "kubexx/testing/scripted_body.hpp"

namespace kubexx {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
namespace fs = std::filesystem;

constexpr const char* token = "SECRET-token-1234567890";
constexpr const char* file_token = "SECRET-file-token-1234567890";
constexpr const char* exec_token = "SECRET-exec-token-1234567890";
// Spelled in another way in JSON, in HTML and in a URL.
constexpr const char* password = "SECRET\"pass<wo&rd>'\\ 1";
constexpr const char* basic_field = "dXNlcjpTRUNSRVQicGFzczx3byZyZD4nXCAx";  // user:password in base64
constexpr const char* proxy_password = "SECRET-proxy-password";
constexpr const char* proxy_field = "cHJveHktdXNlcjpTRUNSRVQtcHJveHktcGFzc3dvcmQ=";
constexpr const char* key_marker = "U0VDUkVUS0VZU0VDUkVUS0VZ";

/// What may be found nowhere. SECRET is in every credential; the rest are the spellings without it.
void expect_clean(const std::string& text, const std::string& what)
{
  for (const char* marker : {"SECRET", "pass<wo", "pass&lt;wo", "pass\\u003cwo", "pass%3Cwo", basic_field, proxy_field,
                             key_marker, "PRIVATE KEY", "U0VDUkVU"}) {
    EXPECT_THAT(text, Not(HasSubstr(marker))) << what;
  }
}

/// A user's interceptor that writes down whatever it sees. Thread safe.
class Curious final : public Interceptor {
public:
  awaitable<HttpResponse> intercept(ApiCall call, Next next) override
  {
    note(call.request.target + "\n" + call.request.body + "\n", call.request.headers);
    HttpResponse response = co_await next(std::move(call));
    note(response.body, response.headers);
    co_return response;
  }
  std::string text() const
  {
    const std::lock_guard lock(mutex_);
    return text_;
  }

private:
  void note(const std::string& text, const Headers& headers)
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [name, value] : headers) text_ += name + ": " + value + "\n";
    text_ += text + "\n";
  }
  mutable std::mutex mutex_;
  std::string text_;  // guarded by mutex_
};

/// Says what a test wants it to say of a request.
class EchoServer {
public:
  using Answer = std::function<HttpResponse(const HttpRequest&, const std::string& authorization)>;
  void answer_with(Answer answer)
  {
    const std::lock_guard lock(mutex_);
    answer_ = std::move(answer);
  }
  HttpResponse answer(const HttpRequest& request)
  {
    const std::lock_guard lock(mutex_);
    const std::string authorization(request.headers.find("Authorization").value_or(""));
    seen_.insert(authorization);
    return answer_(request, authorization);
  }
  std::set<std::string> seen() const
  {
    const std::lock_guard lock(mutex_);
    return seen_;
  }

private:
  mutable std::mutex mutex_;
  Answer answer_;               // guarded by mutex_
  std::set<std::string> seen_;  // guarded by mutex_; Authorization fields
};

awaitable<HttpResponse> answer_of(EchoServer* server, HttpRequest request)
{
  co_return server->answer(request);
}

std::string replaced(std::string text, const std::vector<std::pair<std::string, std::string>>& by)
{
  for (const auto& [from, to] : by) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
      text.replace(at, from.size(), to);
    }
  }
  return text;
}
std::string in_json(const std::string& text)
{
  return replaced(text, {{"\\", "\\\\"}, {"\"", "\\\""}});
}
/// As Go writes JSON.
std::string in_go_json(const std::string& text)
{
  return replaced(in_json(text), {{"<", "\\u003c"}, {">", "\\u003e"}, {"&", "\\u0026"}});
}
std::string in_html(const std::string& text)
{
  return replaced(text, {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&#34;"}, {"'", "&#39;"}});
}
/// As most others than Go write it.
std::string in_plain_html(const std::string& text)
{
  return replaced(text, {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}});
}
std::string in_url(const std::string& text)
{
  return replaced(text, {{"%", "%25"},
                         {"\"", "%22"},
                         {"&", "%26"},
                         {"<", "%3C"},
                         {">", "%3E"},
                         {"'", "%27"},
                         {"\\", "%5C"},
                         {" ", "%20"}});
}

class Secrets : public ::testing::Test {
protected:
  Secrets()
  {
    root = fs::path(::testing::TempDir()) /
           (std::string("kubexx-secrets-") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(root);
    fs::create_directories(root);
    CertificateRequest request;
    request.common_name = "server";
    request.ip_addresses = {"127.0.0.1"};
    const auto issued = authority.issue(request);
    ListenerOptions options;
    options.tls = TlsServerConfig{issued.cert_pem, issued.key_pem, ""};
    const HttpHandler handler = [this](HttpRequest asked) { return answer_of(&server, std::move(asked)); };
    listener = std::make_unique<HttpListener>(runtime(), options, handler);
    base.server = listener->url();
    base.ca_pem = authority.cert_pem();
    base.namespace_ = "default";
    base.source = "test";
  }
  ~Secrets() override
  {
    block_on(system.runtime().executor, [this] { return listener->async_stop(); }, "async_stop");
    listener.reset();
    system.stop();
    fs::remove_all(root);
    expect_clean(log->text(), "the log");
    for (const auto& series : metrics.series()) expect_clean(series, "the metrics");
    expect_clean(curious->text(), "what an interceptor sees");
  }
  Runtime runtime() { return system.runtime(); }

  std::string write(const std::string& name, const std::string& content)
  {
    std::ofstream(root / name) << content;
    return (root / name).string();
  }

  /// The configurations with one kind of credential each.
  std::vector<std::pair<std::string, ClientConfig>> all_kinds()
  {
    std::vector<std::pair<std::string, ClientConfig>> kinds;
    const auto kind = [&](const char* name) -> ClientConfig& { return kinds.emplace_back(name, base).second; };
    kind("token").token = token;
    kind("tokenFile").token_file = write("token", std::string(file_token) + "\n");
    auto& basic = kind("basic");
    basic.username = "user";
    basic.password = password;
    kind("exec").exec = plugin(std::string("echo '{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication."
                                           "k8s.io/v1\",\"status\":{\"token\":\"") +
                               exec_token + "\"}}'");
    return kinds;
  }
  static ExecConfig plugin(const std::string& script)
  {
    ExecConfig exec;
    exec.api_version = "client.authentication.k8s.io/v1";
    exec.command = "/bin/sh";
    exec.args = {"-c", script};
    exec.env = {{"PLUGIN_PASSWORD", "SECRET-environment"}};
    exec.interaction = ExecInteraction::never;
    exec.place = "test";
    return exec;
  }

  Client connect(const ClientConfig& config)
  {
    expect_clean(config.summary() + config.explain(), "summary and explain");
    Client::Options options;
    options.interceptors = {curious};
    options.on_warning = [this](const ApiWarning& warning, std::string_view call) {
      expect_clean(warning.text + warning.agent + std::string(call), "a warning");
      const std::lock_guard lock(warnings_mutex);
      ++warnings;
    };
    return Client::connect(runtime(), config, options);
  }

  /// All that an error says.
  static std::string error_of(const std::function<void()>& call)
  {
    try {
      call();
    } catch (const ApiError& error) {
      const Status& status = error.status();
      std::string all = std::string(error.what()) + "\n" + status.reason + "\n" + status.message + "\n" + status.name +
                        "\n" + status.group + "\n" + status.kind + "\n" + status.uid + "\n" + status.continue_;
      for (const auto& cause : status.causes) all += "\n" + cause.reason + "\n" + cause.message + "\n" + cause.field;
      return all;
    } catch (const std::exception& error) {
      return error.what();
    }
    return "";
  }

  /// Makes every kind of call; each must fail and say nothing secret.
  void expect_clean_errors(const ClientConfig& config, const std::string& what)
  {
    const Client client = connect(config);
    const auto map = Object::parse(
        R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"default"},"data":{"k":"v"}})");
    const auto watch = [&] {
      auto stream =
          asio::co_spawn(runtime().executor, client.async_watch(resources::config_maps), asio::use_future).get();
      for (;;) {
        if (!asio::co_spawn(runtime().executor, next_of(stream.get()), asio::use_future).get()) return;
      }
    };
    const ObjectKey key{"default", "a"};
    const std::vector<std::pair<const char*, std::function<void()>>> calls = {
        {"get", [&] { (void)client.get(resources::config_maps, key); }},
        {"list", [&] { (void)client.list(resources::config_maps); }},
        {"create", [&] { (void)client.create(resources::config_maps, map); }},
        {"update", [&] { (void)client.update(resources::config_maps, map); }},
        {"patch", [&] { (void)client.patch(resources::config_maps, key, "{}"); }},
        {"delete", [&] { client.delete_(resources::config_maps, key); }},
        {"raw", [&] { (void)client.get_raw("/readyz?secret=SECRET"); }},
        {"logs", [&] { (void)client.stream_logs(key); }},
        {"watch", watch}};
    for (const auto& [name, call] : calls) {
      if (std::string_view(name) == "raw") continue;  // the interceptor may see its own caller's query
      const std::string error = error_of(call);
      EXPECT_FALSE(error.empty()) << what << ": " << name << " succeeded";
      expect_clean(error, what + ": " + name);
    }
    // The caller's own query is the request's, which interceptors see; errors do not show it.
    const Client plain = Client::connect(runtime(), config);
    expect_clean(error_of([&] { (void)plain.get_raw("/readyz?secret=SECRET"); }), what + ": raw");
  }
  static awaitable<bool> next_of(WatchStream* stream)
  {
    const auto event = co_await stream->async_next();
    co_return event.has_value();
  }

  std::shared_ptr<testing::RecordingLog> log = std::make_shared<testing::RecordingLog>();
  testing::RecordingMetrics metrics;
  SystemRuntime system{[this] {
    SystemRuntime::Options options;
    options.log = Log(log);
    options.metrics = &metrics;
    return options;
  }()};
  SystemClock clock;
  CertificateAuthority authority{clock};
  EchoServer server;
  std::unique_ptr<HttpListener> listener;
  std::shared_ptr<Curious> curious = std::make_shared<Curious>();
  std::mutex warnings_mutex;
  int warnings = 0;
  fs::path root;
  ClientConfig base;
};

std::string credential_of(const std::string& authorization)
{
  if (authorization.starts_with("Bearer ")) return authorization.substr(7);
  return authorization.find(basic_field) != std::string::npos ? password : authorization;
}

TEST_F(Secrets, WhatTheServerRepeatsInAStatus)
{
  for (const unsigned code : {400U, 401U, 403U, 404U, 409U, 410U, 422U, 429U, 500U, 503U}) {
    server.answer_with([code](const HttpRequest&, const std::string& authorization) {
      const std::string both = in_json(authorization + " is " + credential_of(authorization));
      HttpResponse response;
      response.status = code;
      response.headers.add("Content-Type", "application/json");
      response.body = R"({"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Odd","message":"no: )" + both +
                      R"(","details":{"name":")" + both + R"(","kind":")" + both + R"(","uid":")" + both +
                      R"(","causes":[{"reason":")" + both + R"(","message":")" + both + R"(","field":")" + both +
                      R"("}]},"code":)" + std::to_string(code) + "}";
      return response;
    });
    for (const auto& [name, config] : all_kinds()) expect_clean_errors(config, name + " " + std::to_string(code));
  }
  EXPECT_THAT(server.seen(),
              ::testing::UnorderedElementsAre("Bearer " + std::string(token), "Bearer " + std::string(file_token),
                                              "Bearer " + std::string(exec_token), "Basic " + std::string(basic_field)))
      << "otherwise there was nothing to hide";
}

TEST_F(Secrets, WhatAPageRepeats)
{
  for (const unsigned code : {400U, 401U, 403U, 500U, 502U}) {
    server.answer_with([code](const HttpRequest& request, const std::string& authorization) {
      HttpResponse response;
      response.status = code;
      response.headers.add("Content-Type", "text/html");
      const std::string credential = credential_of(authorization);
      const std::string body = "<html><h1>Oh</h1><pre>" + in_html(authorization + " " + credential) +
                               "</pre><a href='/?" + in_url(credential) + "'>" + in_plain_html(credential) +
                               "</a><script>'" + in_go_json(credential) + "'</script>" + authorization + "<!-- " +
                               credential + " --></html>";
      // A watch's error may come in pieces.
      if (request.target.find("watch=") != std::string::npos) {
        response.stream =
            std::make_unique<testing::ScriptedBody>(std::vector<std::string>{body.substr(0, 40), body.substr(40)});
      } else {
        response.body = body;
      }
      return response;
    });
    for (const auto& [name, config] : all_kinds()) expect_clean_errors(config, name + " " + std::to_string(code));
  }
}

TEST_F(Secrets, APageThatIsCutWithinACredential)
{
  constexpr std::size_t shown = 2048;  // of a page in an error
  server.answer_with([](const HttpRequest& request, const std::string& authorization) {
    const std::string credential = credential_of(authorization);
    const std::string body = std::string(shown - credential.size() + 2, '.') + credential + " and more";
    HttpResponse response;
    response.status = 502;
    response.headers.add("Content-Type", "text/plain");
    if (request.target.find("watch=") != std::string::npos) {
      response.stream =
          std::make_unique<testing::ScriptedBody>(std::vector<std::string>{body.substr(0, shown), body.substr(shown)});
    } else {
      response.body = body;
    }
    return response;
  });
  for (const auto& [name, config] : all_kinds()) expect_clean_errors(config, name);
}

TEST_F(Secrets, WhatHeadersAndWarningsRepeat)
{
  for (const unsigned code : {200U, 403U}) {
    server.answer_with([code](const HttpRequest&, const std::string& authorization) {
      const std::string both = in_json(authorization + " " + credential_of(authorization));
      HttpResponse response;
      response.status = code;
      response.headers.add("Warning", "299 - \"you sent " + both + "\"");
      response.headers.add("X-Debug", authorization);
      response.headers.add("Retry-After", credential_of(authorization));
      response.body = R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"default"}})";
      return response;
    });
    for (const auto& [name, config] : all_kinds()) {
      const Client client = connect(config);
      const std::string error = error_of([&] { (void)client.get(resources::config_maps, {"default", "a"}); });
      EXPECT_EQ(error.empty(), code == 200U);
      expect_clean(error, name);
      // The default handler logs.
      (void)error_of([&] { (void)Client::connect(runtime(), config).get(resources::config_maps, {"default", "a"}); });
    }
  }
  EXPECT_GE(warnings, 8) << "otherwise there was nothing to hide";
  EXPECT_THAT(log->text(), HasSubstr("you sent"));
}

TEST_F(Secrets, WhatAStreamRepeats)
{
  server.answer_with([](const HttpRequest&, const std::string& authorization) {
    const std::string both = in_json(authorization + " " + credential_of(authorization));
    HttpResponse response;
    response.stream = std::make_unique<testing::ScriptedBody>(
        std::vector<std::string>{R"({"type":")" + both + R"(","object":{"metadata":{"name":"a"}}})" + "\n",
                                 R"({"type":"ERROR","object":{"kind":"Status","code":410,"reason":"Gone","message":")" +
                                     both + R"(","details":{"causes":[{"reason":")" + both + R"(","message":")" + both +
                                     R"(","field":")" + both + "\"}]}}}\n"});
    return response;
  });
  for (const auto& [name, config] : all_kinds()) {
    const Client client = connect(config);
    const std::string error = error_of([&] {
      auto stream =
          asio::co_spawn(runtime().executor, client.async_watch(resources::config_maps), asio::use_future).get();
      (void)asio::co_spawn(runtime().executor, next_of(stream.get()), asio::use_future).get();
    });
    EXPECT_THAT(error, HasSubstr("410 Gone"));
    expect_clean(error, name);
  }
  EXPECT_THAT(log->text(), HasSubstr("a watch event cannot be decoded"));
}

TEST_F(Secrets, TheAnswerThatWasAskedForIsLeftAlone)
{
  server.answer_with([](const HttpRequest&, const std::string&) {
    HttpResponse response;
    response.body =
        std::string(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"t":")") + token + "\"}}";
    return response;
  });
  auto config = base;
  config.token = token;
  const auto got = Client::connect(runtime(), config).get(resources::config_maps, {"default", "a"});
  EXPECT_EQ(got.at("/data/t").as_string(), token) << "data is not for us to change";
}

TEST_F(Secrets, WhereARedirectLeads)
{
  for (const unsigned code : {301U, 302U, 303U, 307U, 308U}) {
    server.answer_with([code](const HttpRequest&, const std::string&) {
      HttpResponse response;
      response.status = code;
      const std::string to = "https://login.example:8443/SECRET-path?ticket=SECRET-ticket#SECRET";
      response.headers.add("Location", to);
      response.body = "<a href=\"" + to + "\">Found</a>.";
      return response;
    });
    auto config = base;
    config.token = token;
    const Client client = Client::connect(runtime(), config);  // an interceptor may follow the redirect: it sees it
    const auto error = error_of([&] { (void)client.get(resources::config_maps, {"default", "a"}); });
    expect_clean(error, std::to_string(code));
    EXPECT_THAT(error, HasSubstr("https://login.example:8443"));
    expect_clean(
        error_of([&] {
          auto stream =
              asio::co_spawn(runtime().executor, client.async_watch(resources::config_maps), asio::use_future).get();
        }),
        "watch");
  }
  EXPECT_EQ(server.seen().size(), 1U);
  for (const char* odd :
       {"/SECRET-path", "SECRET", "", "https://", "//h/SECRET", "https://SECRET@", "https://a b/SECRET"}) {
    server.answer_with([odd](const HttpRequest&, const std::string&) {
      HttpResponse response;
      response.status = 302;
      response.headers.add("Location", odd);
      return response;
    });
    auto config = base;
    config.token = token;
    expect_clean(
        error_of([&] { (void)Client::connect(runtime(), config).get(resources::config_maps, {"default", "a"}); }), odd);
  }
}

TEST_F(Secrets, WhatAProxyRepeats)
{
  test::ScriptedServer proxy([](test::Peer& peer) {
    const std::string head = peer.read_until();
    const std::string body = "<pre>" + head + " " + proxy_password + "</pre>";
    const auto at = head.find("Proxy-Authorization: ");
    peer.write("HTTP/1.1 403 Forbidden\r\nX-Debug: " +
               (at == std::string::npos ? "" : head.substr(at, head.find("\r\n", at) - at)) +
               "\r\nConnection: close\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    EXPECT_THAT(head, HasSubstr(proxy_field)) << "otherwise there was nothing to hide";
  });
  auto config = base;
  config.token = token;
  config.proxy_url = std::string("http://proxy-user:") + proxy_password + "@127.0.0.1:" + std::to_string(proxy.port());
  for (const char* to : {"https://api.example:6443", "http://api.example:8080"}) {
    config.server = to;
    const Client client = connect(config);
    for (int round = 0; round < 2; ++round) {
      const auto error = error_of([&] { (void)client.get(resources::config_maps, {"default", "a"}); });
      EXPECT_THAT(error, HasSubstr("403")) << to;
      expect_clean(error, to);
    }
  }
}

TEST_F(Secrets, WhatAPluginComplains)
{
  // In files, so that they are not among the plugin's arguments, too.
  const std::string answer = write("answer", "{\"status\":{\"token\":\"SECRET-half-an-answer\"}}");
  const std::string others_token = write("jwt", "eyJTRUNSRVQiOiJTRUNSRVQifQ.U0VDUkVUU0VDUkVU.U0VDUkVU");
  const std::vector<std::string> scripts = {
      "echo \"login with $PLUGIN_PASSWORD failed\" >&2; exit 3",
      "echo refused SECRET-in-the-script >&2; exit 3",
      "echo option --password=$1 >&2; exit 3",
      "echo \"wrong pin ${2#*=}\" >&2; exit 3",
      "echo \"wrong words $3\" >&2; exit 3",
      "tee /dev/stderr < '" + answer + "'; exit 4",
      "echo bad token $(cat '" + others_token + "') >&2; exit 5",
      "echo SECRET-as-the-answer",
      "echo '{\"kind\":\"ExecCredential\",\"apiVersion\":\"SECRET-version\",\"status\":{\"token\":\"SECRET\"}}'",
      "echo SECRET-words >&2; kill -9 $$"};
  for (const std::string& script : scripts) {
    auto config = base;
    config.exec = plugin(script);
    config.exec->args.insert(config.exec->args.end(), {"sh", "SECRET-argument", "--pin=SECRET7", "a b SECRET c"});
    const Client client = connect(config);
    const auto error = error_of([&] { (void)client.get(resources::config_maps, {"default", "a"}); });
    EXPECT_THAT(error, HasSubstr("the credential plugin /bin/sh"));
    expect_clean(error, script);
  }
  auto config = base;
  config.exec = plugin("");
  config.exec->command = "no-such-plugin --token SECRET-in-the-command";
  const auto error = error_of([&] { (void)connect(config).get(resources::config_maps, {"default", "a"}); });
  EXPECT_THAT(error, HasSubstr("no-such-plugin … was not found"));
  expect_clean(error, "the command");
}

TEST_F(Secrets, APluginThatRepeatsWhatItGaveBefore)
{
  server.answer_with([](const HttpRequest&, const std::string&) {
    HttpResponse response;
    response.status = 401;
    return response;
  });
  auto config = base;
  config.exec = plugin("cd '" + root.string() +
                       "'; if test -e once; then echo the token $(cat once) has expired >&2; exit 1; fi; "
                       "sed -n 's/.*token\":\"\\([^\"]*\\)\".*/\\1/p' answer > once; cat answer");
  write(
      "answer",
      R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":{"token":"SECRET-short-lived"}})");
  const Client client = connect(config);
  for (int round = 0; round < 2; ++round) {
    expect_clean(error_of([&] { (void)client.get(resources::config_maps, {"default", "a"}); }), "expired");
  }
  EXPECT_THAT(log->text(), HasSubstr("the token *** has expired"));
}

TEST_F(Secrets, WhatCannotBeReached)
{
  ClientConfig config = base;
  const auto fails = [&](const char* what) {
    const auto error = error_of([&] { (void)connect(config).get(resources::config_maps, {"default", "a"}); });
    EXPECT_FALSE(error.empty()) << what;
    expect_clean(error, what);
  };
  config.token = token;
  config.username = "user";
  config.password = password;
  config.proxy_url.clear();
  const CertificateAuthority other(clock, "other");
  config.ca_pem = other.cert_pem();
  fails("another authority");
  config.ca_pem = base.ca_pem;
  config.tls_server_name = "elsewhere";
  fails("another name");
  config.tls_server_name.clear();
  config.server = "https://127.0.0.1:1";
  fails("refused");
  config.server = "https://does-not-exist.invalid";
  fails("no such name");
  config.proxy_url = std::string("http://u:") + proxy_password + "@127.0.0.1:1";
  fails("a proxy that refuses");
  config.proxy_url = std::string("socks5://u:") + proxy_password + "@127.0.0.1:1";
  fails("a SOCKS proxy that refuses");
  for (const char* bad : {"ftp://u:SECRET@p", "http://u:SECRET@p:x", "http://u:SECRET@", "http://u:SEC RET@p"}) {
    config.proxy_url = bad;
    fails(bad);
  }
  config.proxy_url.clear();
  for (const char* bad : {"https://u:SECRET@h", "https://h?token=SECRET", "https://h#SECRET", "https://u:SECRET/x@h",
                          "https://u:SECRET?x@h", "ftp://u:SECRET@h", "https://u:SECRET@h:x", "https://u:SECRET@[::1",
                          "https://u:SECRET#@h"}) {
    config.server = bad;
    const auto error = error_of([&] { (void)Client::connect(runtime(), config); });
    EXPECT_FALSE(error.empty()) << bad;
    expect_clean(error, bad);
  }
  config = base;
  config.token_file = (root / "missing").string();
  fails("no token file");
  config.token_file = write("two-lines", "SECRET\nSECRET");
  fails("a token file of two lines");
  config.token_file.clear();
  config.cert_pem = "-----BEGIN CERTIFICATE-----\nSECRET\n-----END CERTIFICATE-----\n";
  config.key_pem = std::string("-----BEGIN PRIVATE KEY-----\n") + key_marker + "\n-----END PRIVATE KEY-----\n";
  fails("a broken certificate");
  CertificateRequest who;
  who.common_name = "someone";
  who.server = false;
  config.cert_pem = authority.issue(who).cert_pem;
  fails("a broken key");
  config.key_pem = other.issue(who).key_pem;
  fails("another's key");
}

TEST_F(Secrets, KubeconfigsWithASecretInTheWrongPlace)
{
  const std::string key_in_base64 = std::string("LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0t") + key_marker;
  const std::string good_cluster = "server: 'https://h'";
  const std::vector<std::pair<std::string, std::string>> places = {
      {"server: 'https://u:SEC@RET/SECRET@h'", ""},
      {"server: 'https://u:SECRET/SECRET@h'", ""},
      {"server: 'https://u:SECRET?SECRET@h'", ""},
      {"server: 'https://u:SECRET#SECRET@h'", ""},
      {"server: 'https://u:SECRET%zz@h'", ""},
      {"server: [SECRET]", ""},
      {"server: 'https://h', proxy-url: 'SECRET'", ""},
      {"server: 'https://h', proxy-url: 'http://u:SECRET@h:SECRET'", ""},
      {"server: 'https://h', certificate-authority-data: 'SECRET!'", ""},
      {"server: 'https://h', certificate-authority-data: 'U0VDUkVU'", ""},
      {"server: 'https://h', certificate-authority: \"-----BEGIN SECRET\"", ""},
      {"server: 'https://h', insecure-skip-tls-verify: SECRET", ""},
      {good_cluster, "token: [SECRET]"},
      {good_cluster, "token: {SECRET: SECRET}"},
      {good_cluster, "token: \"SECRET\\nSECRET\""},
      {good_cluster, "token: *SECRET"},
      {good_cluster, "password: \"\\SECRET\""},
      {good_cluster, "password: 'SECRET"},
      {good_cluster, "password: SECRET: SECRET: ["},
      {good_cluster, "password: %SECRET"},
      {good_cluster, "password: @SECRET"},
      {good_cluster, "password: SECRET"},
      {good_cluster, "token: SECRET, username: u, password: SECRET"},
      {good_cluster, "tokenFile: eyJTRUNSRVQiOiJTRUNSRVQifQ.U0VDUkVUU0VDUkVU.U0VDUkVU"},
      {good_cluster, "tokenFile: SECRET-token-without-an-end"},
      {good_cluster, "client-key: '" + key_in_base64 + "', client-certificate-data: U0VDUkVU"},
      {good_cluster, "client-certificate: '" + key_in_base64 + "'"},
      {good_cluster, "client-certificate-data: " + key_in_base64 + ", client-key-data: " + key_in_base64},
      {good_cluster, "exec: SECRET"},
      {good_cluster, "exec: {command: x, apiVersion: SECRET}"},
      {good_cluster, "exec: {command: x, apiVersion: client.authentication.k8s.io/v1, interactiveMode: SECRET}"},
      {good_cluster, "exec: {command: x, apiVersion: client.authentication.k8s.io/v1, args: SECRET}"},
      {good_cluster,
       "exec: {command: x, apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, env: [SECRET]}"},
      {good_cluster,
       "exec: {command: x, apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, env: [{value: "
       "SECRET}]}"},
      {good_cluster, "auth-provider: {name: SECRET, config: {access-token: SECRET}}"},
      {good_cluster, "as-uid: SECRET"},
  };
  for (const auto& [cluster, user] : places) {
    const auto path = write("config", "current-context: c\nclusters:\n- name: k\n  cluster: {" + cluster +
                                          "}\nusers:\n- name: u\n  user: {" + user +
                                          "}\ncontexts:\n- name: c\n  context: {cluster: k, user: u}\n");
    const auto error = error_of([&] { (void)load_kubeconfig(path); });
    EXPECT_FALSE(error.empty()) << cluster << " " << user;
    expect_clean(error, cluster + " " + user);
  }
}

TEST_F(Secrets, AKubeconfigsSecretsAreInNoDump)
{
  const auto path =
      write("config",
            std::string(
                "current-context: c\nclusters:\n- name: k\n  cluster:\n    server: https://u:SECRET-url@h/p?q=SECRET\n"
                "    proxy-url: http://proxy-user:") +
                proxy_password + "@proxy:3128\nusers:\n- name: u\n  user:\n    token: " + token +
                "\n    as: someone\n    as-user-extra: {scopes: [SECRET-scope]}\n    exec:\n      command: x --t "
                "SECRET\n      apiVersion: "
                "client.authentication.k8s.io/v1\n      interactiveMode: Never\n      args: [SECRET-arg]\n      env: "
                "[{name: P, "
                "value: SECRET-env}]\ncontexts:\n- name: c\n  context: {cluster: k, user: u}\n");
  const auto config = load_kubeconfig(path);
  EXPECT_EQ(config.token, token);
  const std::string shown = config.summary() + config.explain();
  expect_clean(shown, "summary and explain");
  EXPECT_THAT(shown, HasSubstr("someone")) << "who is impersonated is no secret";
  (void)Client::connect(runtime(), config);
  EXPECT_THAT(log->text(), HasSubstr("configuration")) << "its warnings";

  // What the token kept from being used.
  CertificateRequest who;
  who.common_name = "someone";
  who.server = false;
  const auto issued = authority.issue(who);
  const auto others =
      write("other-config", std::string("current-context: c\nclusters:\n- {name: k, cluster: {server: 'https://h'}}\n"
                                        "users:\n- name: u\n  user:\n    username: user\n    password: ") +
                                proxy_password + "\n    client-certificate-data: " + encode_base64(issued.cert_pem) +
                                "\n    client-key-data: " + encode_base64(issued.key_pem) +
                                "\ncontexts:\n- {name: c, context: {cluster: k, user: u}}\n");
  const auto with_others = load_kubeconfig(others);
  EXPECT_EQ(with_others.password, proxy_password);
  EXPECT_EQ(with_others.key_pem, issued.key_pem);
  const std::string shown_of_others = with_others.summary() + with_others.explain();
  expect_clean(shown_of_others, "password and client key");
  EXPECT_THAT(shown_of_others, ::testing::AllOf(HasSubstr("password"), HasSubstr("client-key"),
                                                Not(HasSubstr(issued.key_pem.substr(30, 20)))));

  // A proxy of the environment.
  ConfigOptions options;
  options.path = others;
  options.environment = [](std::string_view name) -> std::optional<std::string> {
    if (name != "HTTPS_PROXY") return std::nullopt;
    return std::string("http://proxy-user:") + proxy_password + "@proxy:3128";
  };
  const auto through_proxy = load_config(options);
  EXPECT_THAT(through_proxy.proxy_url, HasSubstr(proxy_password));
  EXPECT_THAT(through_proxy.explain(), HasSubstr("http://proxy:3128"));
  expect_clean(through_proxy.summary() + through_proxy.explain(), "a proxy of the environment");

  // The exec plugin alone, so that it is used and named.
  const auto exec_only = write("exec-config",
                               "current-context: c\nclusters:\n- {name: k, cluster: {server: 'https://h'}}\nusers:\n- "
                               "name: u\n  user: {exec: {command: "
                               "'x --t SECRET', apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, "
                               "args: [SECRET]}}\ncontexts:\n"
                               "- {name: c, context: {cluster: k, user: u}}\n");
  const auto with_exec = load_kubeconfig(exec_only);
  ASSERT_TRUE(with_exec.exec);
  expect_clean(with_exec.summary() + with_exec.explain(), "exec");
  EXPECT_THAT(with_exec.summary(), HasSubstr("credential plugin x …"));
}

/// What an interceptor adds by itself is as secret.
class OwnToken final : public Interceptor {
public:
  awaitable<HttpResponse> intercept(ApiCall call, Next next) override
  {
    call.request.headers.set("Authorization", std::string("Bearer ") + token);
    co_return co_await next(std::move(call));
  }
};

TEST_F(Secrets, InterceptorsSeeNoCredentialButTheirOwn)
{
  server.answer_with([](const HttpRequest&, const std::string& authorization) {
    HttpResponse response;
    response.status = 403;
    response.body = authorization;
    return response;
  });
  Client::Options options;
  options.interceptors = {curious, std::make_shared<OwnToken>()};
  const Client client = Client::connect(runtime(), base, options);
  expect_clean(error_of([&] { (void)client.get(resources::config_maps, {"default", "a"}); }), "own");
  EXPECT_THAT(server.seen(), ::testing::ElementsAre("Bearer " + std::string(token)));
  for (const auto& [name, config] : all_kinds()) {
    expect_clean(error_of([&] { (void)connect(config).get(resources::config_maps, {"default", "a"}); }), name);
  }
  EXPECT_THAT(curious->text(), HasSubstr("User-Agent"));
}

}  // namespace
}  // namespace kubexx
