// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <tuple>

#include "core/json_text.hpp"
#include "core/pretty.hpp"
#include "core/request.hpp"
#include "core/status.hpp"
#include "core/text.hpp"
#include "kubexx/apimachinery/yaml.hpp"
#include "protobuf/encode.hpp"
#include "protobuf/envelope.hpp"

namespace kubexx::apiserver {
namespace {

std::string_view trim(std::string_view text)
{
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

double quality(const MediaType& media)
{
  const auto found = media.parameters.find("q");
  double value = 1;
  if (found == media.parameters.end() || read_number(found->second, value) != nullptr) return 1;
  return value;
}

/// The alternatives of an Accept header, the preferred one first: goautoneg.ParseAccept.
std::vector<MediaType> accepted_types(const Headers& headers)
{
  auto types = parse_media_types(header(headers, "accept"));
  // Of equal ones the first comes first.
  std::vector<std::tuple<double, int, std::size_t>> order;
  for (std::size_t index = 0; index < types.size(); ++index) {
    const auto& type = types[index].type;
    order.emplace_back(-quality(types[index]), type.starts_with("*/") ? 2 : type.ends_with("/*") ? 1 : 0, index);
  }
  std::sort(order.begin(), order.end());
  std::vector<MediaType> sorted;
  sorted.reserve(order.size());
  for (const auto& entry : order) sorted.push_back(std::move(types[std::get<2>(entry)]));
  return sorted;
}

bool matches(const MediaType& media, std::string_view type)
{
  return media.type == type || media.type == "*/*" || media.type == "application/*";
}

/// What the parameters of `media` ask for; nullopt for what no endpoint has.
std::optional<Representation> transformation(const MediaType& media)
{
  const auto parameter = [&](const char* name) {
    const auto found = media.parameters.find(name);
    return found == media.parameters.end() ? std::string() : found->second;
  };
  const auto stream = parameter("stream");
  if (!stream.empty() && stream != "watch") return std::nullopt;
  Representation chosen;
  chosen.pretty = parameter("pretty") == "1";
  const auto as = parameter("as");
  const auto version = parameter("v");
  if (as.empty() && version.empty() && parameter("g").empty()) return chosen;
  if (parameter("g") != "meta.k8s.io" || (version != "v1" && version != "v1beta1")) return std::nullopt;
  chosen.meta_version = version;
  if (as == "Table") {
    chosen.form = Form::table;
  } else if (as == "PartialObjectMetadata" || as == "PartialObjectMetadataList") {
    chosen.form = Form::partial_object;
    chosen.of_list = as == "PartialObjectMetadataList";
  } else {
    return std::nullopt;
  }
  return chosen;
}

bool accepts_protobuf(const Headers& headers)
{
  const auto types = accepted_types(headers);
  return std::any_of(types.begin(), types.end(),
                     [](const MediaType& media) { return media.type == protobuf::media_type; });
}

/// What the routes of built-in kinds (go-restful) refuse before their handlers negotiate.
void check_representations(const Headers& headers, Endpoint endpoint)
{
  const auto types = accepted_types(headers);
  if (types.empty()) return;
  for (const auto& media : types) {
    if (media.spelt == "*/*" || media.spelt == "application/json" || media.spelt == "application/yaml" ||
        media.spelt == protobuf::media_type) {
      return;
    }
  }
  std::string text =
      "406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, "
      "application/vnd.kubernetes.protobuf";
  if (endpoint == Endpoint::list) {
    text += ", application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch";
  }
  throw Failure(406, "NotAcceptable", text, Json::object());
}

/// The first alternative that there is; `custom` objects have no form in protobuf, their metadata does. `as_it_is`: of
/// those that ask for no other form, which a Status does not have.
std::optional<Representation> choose(const Headers& headers, bool custom, bool as_it_is = false)
{
  const auto types = accepted_types(headers);
  if (header(headers, "accept").empty()) return Representation();
  for (const auto& media : types) {
    const bool json = matches(media, "application/json");
    const bool protobuf = media.type == protobuf::media_type;
    if (!json && !protobuf && media.type != "application/yaml") continue;
    auto chosen = transformation(media);
    if (!chosen || (as_it_is && chosen->form != Form::object)) continue;
    if (protobuf && (chosen->form == Form::table || (custom && chosen->form == Form::object))) continue;
    chosen->protobuf = protobuf;
    chosen->yaml = !json && !protobuf;
    return chosen;
  }
  return std::nullopt;
}

}  // namespace

std::vector<MediaType> parse_media_types(std::string_view header_value)
{
  std::vector<MediaType> types;
  for_each_part(header_value, ',', [&](std::string_view part) {
    MediaType type;
    bool first = true;
    for_each_part(part, ';', [&](std::string_view piece) {
      piece = trim(piece);
      if (first) {
        type.type = lower(piece);
        type.spelt = std::string(piece);
        first = false;
        return;
      }
      const auto equals = piece.find('=');
      if (equals == std::string_view::npos) return;
      auto value = trim(piece.substr(equals + 1));
      if (value.size() >= 2 && value.front() == '"' && value.back() == '"') value = value.substr(1, value.size() - 2);
      type.parameters[lower(trim(piece.substr(0, equals)))] = std::string(value);
    });
    if (!type.type.empty()) types.push_back(std::move(type));
  });
  return types;
}

Representation negotiate(const Headers& headers, const Query& query, Endpoint endpoint)
{
  if (endpoint != Endpoint::custom) check_representations(headers, endpoint);
  auto chosen = choose(headers, endpoint == Endpoint::custom);
  if (!chosen) {
    // A client that takes protobuf alone is told what there is; the others get the real server's list.
    std::string accepted = "only the following media types are accepted: application/json, application/yaml";
    if (!accepts_protobuf(headers)) accepted.append(", ").append(protobuf::media_type);
    throw not_acceptable(std::move(accepted));
  }
  chosen->include_object = query.get("includeObject");
  static constexpr std::array<std::string_view, 4> includes{"", "Metadata", "None", "Object"};
  if (chosen->form == Form::table &&
      std::find(includes.begin(), includes.end(), chosen->include_object) == includes.end()) {
    throw bad_request("Unable to convert to Table as requested: includeObject: Invalid value: " +
                      go_quoted(chosen->include_object) + ": must be 'Metadata', 'Object', 'None', or empty");
  }
  return *chosen;
}

void encode_answer(const HttpRequest& request, HttpResponse& response)
{
  const auto type = response.headers.find("content-type");
  if (response.stream || !type || *type != "application/json" || !request.target.starts_with("/api")) return;
  constexpr unsigned first_failure = 400;
  const auto chosen = choose(request.headers, false, response.status >= first_failure);
  if (!chosen || !(chosen->yaml || chosen->protobuf)) {
    if ((chosen && chosen->pretty) || wants_indentation(request)) {
      response.body = indented(response.body);
    } else if (!response.body.ends_with('\n')) {
      response.body += '\n';  // as Go's encoder does
    }
    return;
  }
  if (chosen->protobuf) {
    // Custom objects, and what tells of the API itself, stay JSON.
    auto body = protobuf::encode_body(read_json(response.body));
    if (!body) return;
    response.body = std::move(*body);
    response.headers.set("Content-Type", protobuf::media_type);
    return;
  }
  response.body = to_yaml_text(read_json(response.body));
  response.headers.set("Content-Type", "application/yaml");
}

}  // namespace kubexx::apiserver
