// SPDX-License-Identifier: Apache-2.0
#include "recording_side.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>
#include <cctype>
#include <chrono>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <utility>

#include "kubexx/apiserver/http_webhooks.hpp"
#include "kubexx/http/client_transport.hpp"
#include "kubexx/http/compression.hpp"

namespace kubexx::e2e {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

/// What a real server answers while it has not yet noticed a definition, or begins to serve it.
bool is_early(unsigned status)
{
  return status == 404 || status == 409 || status == 429;
}

bool has_awaited(const Step& step, const std::string& text)
{
  if (step.awaits.empty()) return true;
  const auto body = json::parse(text, nullptr, false);
  for (const auto& [place, value] : step.awaits) {
    const json::json_pointer pointer(place);
    if (!body.is_object() || !body.contains(pointer) || body.at(pointer) != value) return false;
  }
  return true;
}

/// Without what HTTP itself writes, and what the embedded server does not have: objects of priority and fairness, parts
/// of documents, and times of documents, which have fingerprints in ETag.
bool is_compared(const std::string& header)
{
  constexpr std::array<std::string_view, 8> others{"accept-ranges",
                                                   "connection",
                                                   "content-length",
                                                   "date",
                                                   "last-modified",
                                                   "transfer-encoding",
                                                   "x-kubernetes-pf-flowschema-uid",
                                                   "x-kubernetes-pf-prioritylevel-uid"};
  return std::find(others.begin(), others.end(), header) == others.end();
}

/// A real server renews Leases all the time, and tells a watch of others by one more bookmark, if it happens to be one
/// second later: of bookmarks that follow each other the first is left.
std::string without_repeated_bookmarks(const std::string& text)
{
  constexpr std::string_view bookmark = R"({"type":"BOOKMARK")";
  std::string kept;
  bool after_bookmark = false;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size() - 1) + 1;
    const auto line = std::string_view(text).substr(at, end - at);
    const bool is_bookmark = line.starts_with(bookmark);
    if (!is_bookmark || !after_bookmark) kept += line;
    after_bookmark = is_bookmark;
    at = end;
  }
  return kept;
}

std::string shortened(const json& answer)
{
  constexpr std::size_t enough = 600;
  const auto body = answer.value("body", json());
  auto text = body.is_object() && body.contains("message") ? body.at("message").dump()
                                                           : body.dump(-1, ' ', false, json::error_handler_t::replace);
  if (text.size() > enough) text = text.substr(0, enough) + "…";
  return answer.at("status").dump() + " " + text;
}

}  // namespace

ApiServer::Options embedded_options(Random& random)
{
  ApiServer::Options options;
  options.clock = runtime().clock;
  options.random = &random;
  options.authorization = ApiServer::Authorization::rbac;
  options.webhooks = make_http_webhook_caller(runtime());
  options.issuer = "https://kubernetes.default.svc";
  options.tokens[admin_token] = {"e2e-admin", "1", {"system:masters"}};
  options.tokens[powerless_token] = {"nobody-special", "2", {""}};
  return options;
}

/// Remembers the headers of an answer, before its encoding is undone.
class HeaderNotes final : public Transport {
public:
  explicit HeaderNotes(std::shared_ptr<Transport> inner) : inner_(std::move(inner)) {}

  awaitable<HttpResponse> exchange(HttpRequest request, ExchangeLimits limits) override
  {
    auto response = co_await inner_->exchange(std::move(request), std::move(limits));
    noted_ = response.headers;
    co_return response;
  }
  [[nodiscard]] bool completes_inline() const noexcept override { return inner_->completes_inline(); }
  [[nodiscard]] const Headers& noted() const noexcept { return noted_; }

private:
  const std::shared_ptr<Transport> inner_;
  Headers noted_;
};

fs::path recordings_folder()
{
  return fs::path(KUBEXX_E2E_SOURCE_DIR) / "recordings";
}

std::shared_ptr<Transport> transport_to(const PlaneFiles& files)
{
  const auto config = admin_config(files);
  const auto colon = config.server.rfind(':');
  const auto host = config.server.find("//") + 2;
  ClientTransportOptions options;
  options.host = config.server.substr(host, colon - host);
  options.port = static_cast<std::uint16_t>(std::stoul(config.server.substr(colon + 1)));
  options.tls = TlsClientConfig{};
  options.tls->ca_pem = read_file(files.ca());
  return make_client_transport(runtime(), options);
}

Side::Side(std::shared_ptr<Transport> transport, bool real)
    : notes_(std::make_shared<HeaderNotes>(std::move(transport))),
      transport_(make_decompressing(notes_)),
      real_(real),
      hooks_(runtime())
{
}

void Side::begin(const std::string& namespace_, const Recording& recording)
{
  hooks_.answer_with(recording.webhooks);
  values_ = {
      {"ns", namespace_}, {"hook", hooks_.url()}, {"ca", hooks_.ca_bundle()}, {"large", std::string(140'000, 'x')}};
  values_.insert(recording.values.begin(), recording.values.end());
  normaliser_ = Normaliser();
  created_.clear();
  const json object{{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", {{"name", namespace_}}}};
  const auto answer = send("POST", "/api/v1/namespaces", {{"Content-Type", "application/json"}}, object.dump());
  if (answer.status != 201) throw std::runtime_error("the namespace of the case: " + answer.body);
}

HttpResponse Side::send_until_ready(const Step& step, const std::string& target)
{
  Headers headers;
  for (const auto& [name, value] : step.headers) headers.add(name, fill_in(value, values_));
  auto attempt = [&, number = 0]() mutable {
    values_["attempt"] = std::to_string(++number);
    return send(step.method, target, headers, fill_in(step.body, values_));
  };
  auto response = attempt();
  // Definitions come and go some time after the request, in a real server, and so do permissions.
  const auto too_early = [&step](const HttpResponse& answered) {
    return (step.patient && is_early(answered.status)) || (step.until != 0 && answered.status != step.until) ||
           !has_awaited(step, answered.body);
  };
  for (int left = 100; too_early(response) && left > 0; --left) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    response = attempt();
  }
  return response;
}

void Side::save(const Step& step, const json& body, const Headers& headers)
{
  constexpr std::string_view header_mark = "header ";
  for (const auto& [name, place] : step.save) {
    if (place.starts_with(header_mark)) {
      values_[name] = headers.find(place.substr(header_mark.size())).value_or("");
      continue;
    }
    const json::json_pointer pointer(place);
    if (!body.is_object() || !body.contains(pointer)) continue;
    const auto& value = body.at(pointer);
    values_[name] = value.is_string() ? value.get<std::string>() : value.dump();
  }
}

json Side::take(const Step& step, std::size_t number)
{
  values_["step"] = std::to_string(number);
  normaliser_.begin_step(number);
  const auto target = fill_in(step.target, values_);
  const auto response = send_until_ready(step, target);
  const auto headers = notes_->noted();
  const auto body = json::parse(response.body, nullptr, false);
  save(step, body, headers);
  if (step.method == "POST" && response.status == 201) note_created(target, body);
  json answer{{"status", response.status}};
  if (!step.head_only) {
    const auto text = without_hook(response.body);
    answer["body"] = normaliser_.body(real_ ? without_repeated_bookmarks(text) : text);
  }
  answer["headers"] = headers_of(headers);
  auto all = hooks_.take();
  // Several validating webhooks are asked at once; of streams there are no others.
  const auto is_stream = [](const json& asked) {
    return asked.at("review").value(json::json_pointer("/request/operation"), "") == "CONNECT";
  };
  if (std::all_of(all.begin(), all.end(), is_stream)) {
    std::sort(all.begin(), all.end(), [](const json& a, const json& b) { return a.at("path") < b.at("path"); });
  }
  for (auto& asked : all) {
    // When a real server converts depends on its watch cache.
    if (asked.at("review").at("kind") != "ConversionReview") answer["asked"].push_back(review_of(std::move(asked)));
  }
  const bool configures = step.method != "GET" && target.find("webhookconfigurations") != std::string::npos;
  if (real_ && configures && response.status < 300) wait_for_webhooks(target);
  return answer;
}

void Side::end()
{
  for (const auto& path : created_) remove(path);
  remove("/api/v1/namespaces/" + values_.at("ns"));
}

/// By their names in lower case.
json Side::headers_of(const Headers& all)
{
  json known = json::object();
  for (const auto& [given, value] : all) {
    auto name = given;
    for (auto& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (!is_compared(name)) continue;
    const bool own = name == "etag" || name == "audit-id";
    known[name].push_back(own ? "<" + name + ">" : normaliser_.text(without_hook(value)));
  }
  return known;
}

HttpResponse Side::send(const std::string& method, const std::string& target, const Headers& headers,
                        const std::string& body)
{
  HttpRequest request;
  request.method = method;
  request.target = target;
  request.headers = headers;
  if (!request.headers.find("Accept-Encoding")) request.headers.add("Accept-Encoding", "identity");
  if (!request.headers.find("User-Agent")) request.headers.add("User-Agent", "recordings/1");
  const auto authorization = request.headers.find("Authorization");
  if (!authorization) {
    request.headers.add("Authorization", std::string("Bearer ") + admin_token);
  } else if (*authorization == "none") {
    request.headers.erase("Authorization");
  }
  if (!real_) request.headers.add("Kubexx-Garbage-Later", "true");
  request.body = body;
  ExchangeLimits limits;
  limits.deadline = runtime().clock->now() + std::chrono::seconds(60);
  return asio::co_spawn(runtime().executor, transport_->exchange(std::move(request), limits), asio::use_future).get();
}

/// Each side has a webhook server of its own.
std::string Side::without_hook(std::string text) const
{
  for (const auto& [what, with] : {std::pair(hooks_.url(), "<hook>"), std::pair(hooks_.url().substr(8), "<hook>"),
                                   std::pair(hooks_.ca_bundle(), "<ca>")}) {
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
      text.replace(at, what.size(), with);
    }
  }
  return text;
}

/// What a webhook was asked. The two sides have users of their own.
json Side::review_of(json asked)
{
  auto& request = asked["review"]["request"];
  if (request.contains("userInfo")) {
    request["userInfo"].erase("uid");
    request["userInfo"]["username"] = "<user>";
  }
  return normaliser_.body(without_hook(asked.dump()));
}

/// A real server hears of configurations some time later, in order. When it calls a new one, it knows the others.
void Side::wait_for_webhooks(const std::string& target)
{
  const bool mutating = target.find("mutatingwebhookconfigurations") != std::string::npos;
  const auto id = "sync-" + std::to_string(++syncs_) + "-" + values_.at("ns");
  const std::string plural = mutating ? "mutatingwebhookconfigurations" : "validatingwebhookconfigurations";
  const auto path = "/apis/admissionregistration.k8s.io/v1/" + plural;
  const json rule{{"operations", {"CREATE"}}, {"apiGroups", {""}}, {"apiVersions", {"v1"}}, {"resources", {"pods"}}};
  const json webhook{{"name", "sync.kubexx.io"},
                     {"clientConfig", {{"url", values_.at("hook") + "/sync/" + id}, {"caBundle", values_.at("ca")}}},
                     {"rules", {rule}},
                     {"objectSelector", {{"matchLabels", {{"sync", id}}}}},
                     {"sideEffects", "None"},
                     {"admissionReviewVersions", {"v1"}}};
  const json configuration{{"metadata", {{"name", id}}}, {"webhooks", {webhook}}};
  const Headers is_json{{"Content-Type", "application/json"}};
  const auto created = send("POST", path, is_json, configuration.dump());
  if (created.status != 201) throw std::runtime_error("cannot wait for webhooks: " + created.body);
  const json container{{"name", "a"}, {"image", "a"}};
  const json probe{{"metadata", {{"name", "probe"}, {"labels", {{"sync", id}}}}},
                   {"spec", {{"containers", {container}}}}};
  for (int left = 200; !hooks_.was_called("/sync/" + id) && left > 0; --left) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    send("POST", "/api/v1/namespaces/" + values_.at("ns") + "/pods?dryRun=All", is_json, probe.dump());
  }
  remove(path + "/" + id);
  (void)hooks_.take();
}

/// Objects outside of the case's namespace do not go with it.
void Side::note_created(const std::string& target, const json& body)
{
  const auto path = target.substr(0, target.find('?'));
  if (path.find("/namespaces/") != std::string::npos || !body.is_object()) return;
  if (const auto name = body.value(json::json_pointer("/metadata/name"), ""); !name.empty()) {
    created_.push_back(path + "/" + name);
  }
}

void Side::remove(const std::string& path)
{
  send("PATCH", path, {{"Content-Type", "application/merge-patch+json"}}, R"({"metadata":{"finalizers":null}})");
  send("DELETE", path + "?gracePeriodSeconds=0", {}, {});
}

std::string describe_difference(const json& real, const json& embedded)
{
  if (real.at("status") != embedded.at("status")) {
    return "\n  real     " + shortened(real) + "\n  embedded " + shortened(embedded);
  }
  std::string text;
  for (const auto& line : value_differences(real, embedded)) text += "\n  " + line;
  return text;
}

}  // namespace kubexx::e2e
