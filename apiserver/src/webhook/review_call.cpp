// SPDX-License-Identifier: Apache-2.0
#include "webhook/review_call.hpp"

#include "core/text.hpp"
#include "kubexx/apimachinery/yaml.hpp"
#include "kubexx/base/base64.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::size_t longest_quoted = 2048;  // rest.maxUnstructuredResponseTextBytes

std::string without_outer_blanks(const std::string& text)
{
  constexpr const char* blanks = " \t\r\n";
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// errors.NewGenericServerResponse.
std::string words_of_status(unsigned status, const std::string& given)
{
  switch (status) {
    case 400:
      return "the server rejected our request for an unknown reason";
    case 401:
      return "the server has asked for the client to provide credentials";
    case 403:
    case 415:
      return given;
    case 404:
      return "the server could not find the requested resource";
    case 405:
      return "the server does not allow this method on the requested resource";
    case 406:
      return given == "unknown" ? "the server was unable to respond with a content type that the client supports"
                                : given;
    case 409:
      return "the server reported a conflict";
    case 422:
      return "the server rejected our request due to an error in our request";
    case 429:
      return "the server has received too many requests and has asked us to try again later";
    case 503:
      return "the server is currently unable to handle the request";
    case 504:
      return "the server was unable to return a response in the time allotted, but may still be processing the request";
    default:
      if (status >= 500)
        return "an error on the server (" + go_quoted(given) + ") has prevented the request from succeeding";
      return "the server responded with the status code " + std::to_string(status) +
             " but did not return more information";
  }
}

Json parsed_or_null(const std::string& body)
{
  try {
    return parse_json(body, "");
  } catch (const Failure&) {
    return nullptr;
  }
}

std::string problem_of_status(const WebhookAnswer& answer)
{
  const auto body = parsed_or_null(answer.body);
  if (string_at(body, {"kind"}) == "Status" && string_at(body, {"status"}) != "Success") {
    return string_at(body, {"message"});
  }
  const bool text = answer.content_type.empty() || lower(answer.content_type).starts_with("text/");
  return words_of_status(answer.status, text ? without_outer_blanks(answer.body.substr(0, longest_quoted)) : "unknown");
}

/// JSON or, as Go's decoder takes it as well, YAML.
Json parse_answer(const std::string& body)
{
  Json parsed = parsed_or_null(body);
  if (parsed.is_null()) {
    try {
      auto documents = parse_yaml(body);
      if (!documents.empty()) parsed = std::move(documents.front());
    } catch (const std::exception& error) {
      throw WebhookProblem(std::string("couldn't get version/kind; json parse error: ") + error.what());
    }
  }
  if (parsed.is_object()) return parsed;
  throw WebhookProblem("couldn't get version/kind; json parse error: json: cannot unmarshal " +
                       std::string(parsed.is_boolean() ? "bool" : parsed.type_name()) +
                       " into Go value of type struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; Kind "
                       "string \"json:\\\"kind,omitempty\\\"\" }");
}

void check_kind(const Json& answer, const ReviewKind& wanted)
{
  const auto version = string_at(answer, {"apiVersion"});
  const auto kind = string_at(answer, {"kind"});
  const bool known_version = version.empty() || version == wanted.group + "/v1" || version == wanted.group + "/v1beta1";
  if (known_version && (kind.empty() || kind == wanted.kind)) return;
  throw WebhookProblem("no kind " + go_quoted(kind.empty() ? wanted.kind : kind) + " is registered for version " +
                       go_quoted(version.empty() ? wanted.group + "/" + wanted.version : version) +
                       " in scheme \"pkg/runtime/scheme.go:111\"");
}

bool has_service(Server& server, const WebhookService& service)
{
  const Locked locked(server);
  return server.store.collection("/services")->objects.contains(key_of(service.namespace_, service.name));
}

std::string problem_of_address(Server& server, const WebhookService& service)
{
  if (!has_service(server, service)) return "service " + go_quoted(service.name) + " not found";
  return "this server runs no pods and has no address for service " + service.namespace_ + "/" + service.name + ":" +
         std::to_string(service.port) +
         " (HttpWebhookOptions::services of the library, --webhook-service of kubexx-apiserver)";
}

}  // namespace

std::string described(const std::string& api_version, const std::string& kind)
{
  return (api_version.find('/') == std::string::npos ? "/" + api_version : api_version) + ", Kind=" + kind;
}

WebhookTarget WebhookTarget::parse(const Json& client_config)
{
  WebhookTarget target;
  target.url = string_at(client_config, {"url"});
  target.ca_bundle = decode_base64(string_at(client_config, {"caBundle"})).value_or("");
  const auto* service = find(client_config, {"service"});
  if (service == nullptr || !service->is_object()) return target;
  target.service.emplace();
  target.service->namespace_ = string_at(*service, {"namespace"});
  target.service->name = string_at(*service, {"name"});
  target.service->port = static_cast<std::uint16_t>(service->value("port", 443));
  auto path = string_at(*service, {"path"});
  if (!path.starts_with("/")) path.insert(0, "/");
  target.url = "https://" + target.service->name + "." + target.service->namespace_ +
               ".svc:" + std::to_string(target.service->port) + path;
  return target;
}

awaitable<Json> post_review(std::shared_ptr<Server> server, WebhookTarget target, ReviewKind kind, std::string review,
                            Duration timeout, bool tell_timeout)
{
  const auto& options = server->options;
  WebhookCall call;
  call.url = target.url;
  if (tell_timeout) {
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(timeout).count();
    call.url += (call.url.find('?') == std::string::npos ? "?" : "&");
    call.url += "timeout=" + std::to_string(seconds) + "s";
  }
  const auto post = "Post " + go_quoted(call.url) + ": ";
  call.service = target.service;
  call.ca_bundle = target.ca_bundle;
  call.body = std::move(review);
  call.deadline = saturating_add(options.clock->now(), timeout);
  if (!options.webhooks) {
    throw WebhookProblem(post + "this server was made without ApiServer::Options::webhooks and calls nobody");
  }
  const auto answer = co_await options.webhooks->call(std::move(call));
  if (answer.no_address && target.service) throw WebhookProblem(post + problem_of_address(*server, *target.service));
  if (!answer.error.empty()) throw WebhookProblem(post + answer.error);
  if (answer.status < 200 || answer.status > 206) throw WebhookProblem(problem_of_status(answer));
  if (answer.body.empty()) {
    throw WebhookProblem("0-length response with status code: " + std::to_string(answer.status) +
                         " and content type: " + answer.content_type);
  }
  auto parsed = parse_answer(answer.body);
  check_kind(parsed, kind);
  co_return parsed;
}

}  // namespace kubexx::apiserver
