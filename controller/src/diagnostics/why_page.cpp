// SPDX-License-Identifier: Apache-2.0
#include "diagnostics/why_page.hpp"

#include <map>
#include <stdexcept>
#include <string>

#include "kubexx/http/url.hpp"

namespace kubexx {

namespace {

constexpr const char* kUsage =
    "/debug/why?key=namespace/name, and controller=, cluster=, format=json or text; key=name for an object without "
    "a namespace\n";

// Throws std::invalid_argument.
std::map<std::string, std::string, std::less<>> parameters_of(std::string_view query)
{
  std::map<std::string, std::string, std::less<>> parameters;
  while (!query.empty()) {
    const std::string_view one = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), one.size() + 1));
    if (one.empty()) continue;
    const std::size_t equals = one.find('=');
    if (equals == std::string_view::npos) throw std::invalid_argument("a parameter without a value");
    parameters[percent_decode(one.substr(0, equals))] = percent_decode(one.substr(equals + 1));
  }
  return parameters;
}

Request request_of(const std::string& key, const std::string& cluster)
{
  const std::size_t slash = key.find('/');
  if (slash == std::string::npos) return {cluster, ObjectKey{"", key}};
  return {cluster, ObjectKey{key.substr(0, slash), key.substr(slash + 1)}};
}

}  // namespace

HttpResponse answer_why(const DebugPages& pages, std::string_view query)
{
  std::map<std::string, std::string, std::less<>> parameters;
  try {
    parameters = parameters_of(query);
  } catch (const std::invalid_argument& error) {
    return plain_response(400, std::string(error.what()) + "; usage:\n" + kUsage);
  }
  for (const auto& [name, value] : parameters) {
    if (name != "key" && name != "controller" && name != "cluster" && name != "format") {
      return plain_response(400, "there is no parameter \"" + name + "\"; usage:\n" + kUsage);
    }
  }
  const std::string& format = parameters["format"];
  if (parameters["key"].empty() || (!format.empty() && format != "json" && format != "text")) {
    return plain_response(400, std::string("usage:\n") + kUsage);
  }
  const Request key = request_of(parameters["key"], parameters["cluster"]);
  const std::vector<Explanation> explanations = pages.why(key, parameters["controller"]);
  if (explanations.empty()) return plain_response(404, "no such controller\n");
  if (format == "text") return plain_response(200, to_text(explanations));
  return plain_response(200, to_json(explanations), "application/json");
}

}  // namespace kubexx
