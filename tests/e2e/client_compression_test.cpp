// SPDX-License-Identifier: Apache-2.0
// A real kube-apiserver compresses what is large: a list at once, a streaming list in many members.
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "kubexx/http/client_transport.hpp"
#include "kubexx/http/compression.hpp"
#include "kubexx/http/url.hpp"
#include "real_server.hpp"

namespace kubexx::e2e {
namespace {

class Compressed : public RealServer {
protected:
  void SetUp() override
  {
    RealServer::SetUp();
    if (IsSkipped()) return;
    const ClientConfig config = admin_config(plane().files);
    const ServerUrl url = parse_server_url(config.server);
    ClientTransportOptions options;
    options.host = url.host;
    options.port = url.port;
    options.tls = TlsClientConfig{config.ca_pem, {}, {}, false, {}};
    wire_ = make_client_transport(runtime(), std::move(options));
  }

  HttpResponse get(Transport& transport, const std::string& target, bool stream = false, const char* encoding = nullptr)
  {
    HttpRequest request;
    request.target = target;
    request.headers.add("Authorization", std::string("Bearer ") + admin_token);
    request.headers.add("Accept", "application/json");
    if (encoding != nullptr) request.headers.add("Accept-Encoding", encoding);
    ExchangeLimits limits;
    limits.stream = stream;
    limits.deadline = runtime().clock->now() + std::chrono::seconds(60);
    limits.idle_timeout = std::chrono::seconds(30);
    return asio::co_spawn(runtime().executor, transport.exchange(std::move(request), std::move(limits)),
                          asio::use_future)
        .get();
  }
  static std::string read_all(BodyStream& stream)
  {
    std::string all;
    for (;;) {
      const auto piece = asio::co_spawn(runtime().executor, stream.read(), asio::use_future).get();
      if (piece.empty()) return all;
      all += piece;
    }
  }
  void create_large(int count)
  {
    for (int index = 0; index < count; ++index) {
      (void)admin().create(config_maps(), config_map(ns(), "large-" + std::to_string(index), std::string(20'000, 'x')));
    }
  }

  std::shared_ptr<Transport> wire_;
};

TEST_F(Compressed, AListIsTheSameAndSmallerOnTheWire)
{
  create_large(10);
  // Other tests' objects move the version of a list meanwhile.
  ListOptions here;
  here.namespace_ = ns();
  const auto version = admin().list(config_maps(), here).resource_version;
  const std::string target =
      "/api/v1/namespaces/" + ns() + "/configmaps?resourceVersionMatch=Exact&resourceVersion=" + version;
  const auto plain = get(*wire_, target, false, "identity");
  const auto packed = get(*wire_, target, false, "gzip");
  ASSERT_EQ(packed.headers.find("Content-Encoding"), "gzip") << "the server does not compress: nothing is proven";
  EXPECT_LT(packed.body.size() * 10, plain.body.size());
  const auto decoded = get(*make_decompressing(wire_), target);
  EXPECT_EQ(decoded.body, plain.body);
  EXPECT_FALSE(decoded.headers.find("Content-Encoding"));
}

TEST_F(Compressed, AStreamingListMayComeInMembers)
{
  create_large(10);
  const std::string target = "/api/v1/namespaces/" + ns() +
                             "/configmaps?watch=true&sendInitialEvents=true&allowWatchBookmarks=true"
                             "&resourceVersionMatch=NotOlderThan&timeoutSeconds=1";
  auto response = get(*make_decompressing(wire_), target, true);
  ASSERT_EQ(response.status, 200U);
  const std::string events = read_all(*response.stream);
  std::size_t added = 0;
  for (std::size_t begin = 0, end = 0; (end = events.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const auto event = nlohmann::json::parse(events.substr(begin, end - begin));
    added += event["type"] == "ADDED" && event["object"]["metadata"]["name"].get<std::string>().starts_with("large-");
  }
  EXPECT_EQ(added, 10U);
  EXPECT_EQ(events.back(), '\n');
}

TEST_F(Compressed, ClientsReadItWithoutKnowing)
{
  create_large(10);
  ListOptions options;
  options.namespace_ = ns();
  std::size_t large = 0;
  for (const auto& item : admin().list(config_maps(), options).items) large += item.name().starts_with("large-");
  EXPECT_EQ(large, 10U);
}

}  // namespace
}  // namespace kubexx::e2e
