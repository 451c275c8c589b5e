// SPDX-License-Identifier: Apache-2.0
#include "etcd.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "kubexx/base/base64.hpp"
#include "real_server.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;

std::string revision_of(const std::string& answer)
{
  return json::parse(answer).at("header").at("revision").get<std::string>();
}

}  // namespace

Etcd::Etcd(int port)
{
  ClientTransportOptions options;
  options.host = "127.0.0.1";
  options.port = static_cast<std::uint16_t>(port);
  transport_ = make_client_transport(runtime(), options);
}

void Etcd::compact(const std::string& revision)
{
  (void)post("/v3/kv/compaction", json{{"revision", revision}, {"physical", true}}.dump());
}

std::string Etcd::remove(std::string_view key)
{
  const std::string answer = post("/v3/kv/deleterange", json{{"key", encode_base64(key)}}.dump());
  if (json::parse(answer).value("deleted", "0") != "1") throw std::runtime_error("etcd has no " + std::string(key));
  return revision_of(answer);
}

std::string Etcd::revision()
{
  return revision_of(post("/v3/kv/range", json{{"key", encode_base64("/")}}.dump()));
}

std::string Etcd::post(const std::string& path, const std::string& body)
{
  HttpRequest request;
  request.method = "POST";
  request.target = path;
  request.headers.set("Content-Type", "application/json");
  request.body = body;
  const auto answer =
      asio::co_spawn(runtime().executor, transport_->exchange(std::move(request), {}), asio::use_future).get();
  if (answer.status != 200) throw std::runtime_error("etcd: " + path + ": " + answer.body);
  return answer.body;
}

}  // namespace kubexx::e2e
