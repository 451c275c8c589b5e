// SPDX-License-Identifier: Apache-2.0
#include "server_answers.hpp"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "kubexx/apimachinery/object.hpp"
#include "kubexx/http/read_some.hpp"
#include "output.hpp"
#include "words.hpp"

namespace kubexx::cli {
namespace {

using nlohmann::json;

constexpr std::size_t longest_text = 2048;

std::string& host_of_server()
{
  static std::string host;
  return host;
}

bool is_text(const HttpResponse& response)
{
  const auto type = response.headers.find("Content-Type");
  return !type || type->empty() || type->starts_with("text/");
}

std::string trimmed(std::string_view text)
{
  constexpr std::string_view space = " \t\n\r\v\f";
  const auto begin = text.find_first_not_of(space);
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(space) - begin + 1));
}

struct Generic {
  std::string reason = "Unknown";
  std::string message;
};

/// NewGenericServerResponse of k8s.io/apimachinery, without what the request was about.
Generic generic_of(unsigned code, const std::string& method, const std::string& said)
{
  switch (code) {
    case 400:
      return {"BadRequest", "the server rejected our request for an unknown reason"};
    case 401:
      return {"Unauthorized", "the server has asked for the client to provide credentials"};
    case 403:
      return {"Forbidden", said};
    case 404:
      return {"NotFound", "the server could not find the requested resource"};
    case 405:
      return {"MethodNotAllowed", "the server does not allow this method on the requested resource"};
    case 406:
      return {"NotAcceptable", said.empty() || said == "unknown"
                                   ? "the server was unable to respond with a content type that the client supports"
                                   : said};
    case 409:
      return {method == "POST" ? "AlreadyExists" : "Conflict", "the server reported a conflict"};
    case 415:
      return {"UnsupportedMediaType", said};
    case 422:
      return {"Invalid", "the server rejected our request due to an error in our request"};
    case 429:
      return {"TooManyRequests", "the server has received too many requests and has asked us to try again later"};
    case 503:
      return {"ServiceUnavailable", "the server is currently unable to handle the request"};
    case 504:
      return {"Timeout",
              "the server was unable to return a response in the time allotted, but may still be processing the "
              "request"};
    default:
      break;
  }
  if (code >= 500) {
    return {"InternalError",
            "an error on the server (" + in_quotes(said) + ") has prevented the request from succeeding"};
  }
  return {"Unknown",
          "the server responded with the status code " + std::to_string(code) + " but did not return more information"};
}

bool is_status(const std::string& body)
{
  try {
    return Object::parse(body).kind() == "Status";
  } catch (const ObjectError&) {
    return false;
  }
}

std::string status_for(const ApiCall& call, const std::string& method, const HttpResponse& response)
{
  const std::string said = is_text(response) ? trimmed(response.body.substr(0, longest_text)) : "unknown";
  auto [reason, message] = generic_of(response.status, method, said);
  std::string verb = method;
  std::transform(verb.begin(), verb.end(), verb.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
  json details = json::object();
  if (call.verb != Verb::raw) {
    message += " (" + verb + " " + call.type.group_resource();
    if (!call.key.name.empty()) message += " " + call.key.name;
    message += ")";
    details = {{"name", call.key.name}, {"group", call.type.group}, {"kind", call.type.plural}};
  }
  details["causes"] = json::array({{{"reason", "UnexpectedServerResponse"}, {"message", said}}});
  const json status{{"kind", "Status"}, {"apiVersion", "v1"}, {"status", "Failure"},    {"message", message},
                    {"reason", reason}, {"details", details}, {"code", response.status}};
  return status.dump(-1, ' ', false, json::error_handler_t::replace);
}

class AnswerReader final : public Interceptor {
public:
  explicit AnswerReader(bool keeps_status) : keeps_status_(keeps_status) {}

  awaitable<HttpResponse> intercept(ApiCall call, Next next) override
  {
    ApiCall about;
    about.verb = call.verb;
    about.type = call.type;
    about.key = call.key;
    const std::string method = call.request.method;
    HttpResponse response = co_await next(std::move(call));
    if (response.status >= 200 && response.status <= 206) co_return response;
    if (const auto stream = std::move(response.stream)) response.body = co_await read_some(stream.get(), longest_text);
    if (!keeps_status_ || !is_status(response.body)) {
      response.body = status_for(about, method, response);
      response.headers.set("Content-Type", "application/json");
    }
    co_return response;
  }

private:
  const bool keeps_status_;
};

class RequestPrinter final : public Interceptor {
public:
  RequestPrinter(int verbosity, std::string server) : verbosity_(verbosity), server_(std::move(server)) {}

  awaitable<HttpResponse> intercept(ApiCall call, Next next) override
  {
    const std::string line = call.request.method + " " + server_ + call.request.target;
    std::string text;
    if (verbosity_ >= 7) {
      text += line + "\nRequest Headers:\n";
      for (const auto& [name, value] : call.request.headers) {
        const bool secret = same_token(name, "Authorization") || same_token(name, "Proxy-Authorization");
        text += "    " + name + ": " + (secret ? "REDACTED" : value) + "\n";
      }
    }
    if (verbosity_ >= 8 && !call.request.body.empty()) text += "Request Body: " + call.request.body + "\n";
    if (!text.empty()) write_err(text);
    const auto start = std::chrono::steady_clock::now();
    HttpResponse response = co_await next(std::move(call));
    const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
    write_err(line + " " + std::to_string(response.status) + " in " + std::to_string(spent.count()) +
              " milliseconds\n");
    if (verbosity_ >= 8 && !response.stream) write_err("Response Body: " + response.body + "\n");
    co_return response;
  }

private:
  const int verbosity_;
  const std::string server_;
};

}  // namespace

void set_contacted_host(std::string host)
{
  host_of_server() = std::move(host);
}

const std::string& contacted_host()
{
  return host_of_server();
}

std::shared_ptr<Interceptor> make_answer_reader()
{
  return std::make_shared<AnswerReader>(true);
}

std::shared_ptr<Interceptor> make_blunt_answer_reader()
{
  return std::make_shared<AnswerReader>(false);
}

std::shared_ptr<Interceptor> make_request_printer(int verbosity, std::string server)
{
  return std::make_shared<RequestPrinter>(verbosity, std::move(server));
}

}  // namespace kubexx::cli
