// SPDX-License-Identifier: Apache-2.0
// The facts of KUBEXX_CRD. What all versions share is stated in the one that is stored.
#include <utility>

#include "facts.hpp"
#include "json_access.hpp"
#include "literals.hpp"

namespace kubexx::cli::types {
namespace {

using nlohmann::json;

std::string lower(std::string text)
{
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

/// Arguments of a fact, and designated ones in braces behind them.
class Arguments {
public:
  Arguments& add(const std::string& code)
  {
    plain_ += (plain_.empty() ? "" : ", ") + code;
    return *this;
  }
  Arguments& option(const std::string& name, const std::string& code)
  {
    options_ += (options_.empty() ? "." : ", .") + name + " = " + code;
    return *this;
  }
  [[nodiscard]] Fact fact(const std::string& name) const
  {
    const std::string options = options_.empty() ? "" : (plain_.empty() ? "{" : ", {") + options_ + "}";
    return {name + "(" + plain_ + options + ")"};
  }

private:
  std::string plain_, options_;
};

Fact fact_of_column(const json& column)
{
  Arguments arguments;
  arguments.add(literal(text_in(column, "name"))).add(literal(text_in(column, "type")));
  arguments.add(literal(text_in(column, "jsonPath")));
  const json priority = column.is_object() ? column.value("priority", json()) : json();
  if (priority.is_number_integer() && priority != 0) arguments.option("priority", priority.dump());
  const auto format = text_in(column, "format");
  if (!format.empty()) arguments.option("format", literal(format));
  const auto description = text_in(column, "description");
  if (!description.empty()) arguments.option("description", literal(description));
  return arguments.fact("column");
}

/// Nothing for a webhook that is not complete.
void add_conversion(const json& conversion, Facts& facts)
{
  if (text_in(conversion, "strategy") != "Webhook") return;
  const json webhook = object_in(conversion, "webhook");
  const json config = object_in(webhook, "clientConfig");
  const json service = object_in(config, "service");
  std::string review_versions;
  for (const json& version : list_in(webhook, "conversionReviewVersions")) {
    if (version.is_string()) review_versions += (review_versions.empty() ? "" : ",") + version.get<std::string>();
  }
  const std::string url = text_in(config, "url");
  const std::string name = text_in(service, "name");
  const std::string space = text_in(service, "namespace");
  if (review_versions.empty() || (!url.starts_with("https://") && (name.empty() || space.empty()))) return;
  Arguments arguments;
  if (url.empty()) {
    arguments.add(literal(space)).add(literal(name));
    const std::string path = text_in(service, "path");
    if (path != "/convert") arguments.option("path", literal(path.starts_with('/') ? path : ""));
    const json port = service.value("port", json());
    if (port.is_number_integer() && port >= 1 && port <= 65535 && port != 443) arguments.option("port", port.dump());
  } else {
    arguments.add(literal(url));
  }
  const std::string bundle = text_in(config, "caBundle");
  if (!bundle.empty()) arguments.option("ca_bundle", literal(bundle));
  if (review_versions != "v1") arguments.option("review_versions", literal(review_versions));
  facts.push_back(arguments.fact(url.empty() ? "conversion_webhook" : "conversion_webhook_url"));
}

/// Names, labels, annotations and the conversion.
void add_shared(const json& crd, Facts& facts)
{
  const json spec = object_in(crd, "spec");
  const json names = object_in(spec, "names");
  const std::string kind = text_in(names, "kind");
  const std::string singular = text_in(names, "singular");
  if (!singular.empty() && singular != lower(kind)) facts.push_back(fact_of_text("singular", singular));
  const std::string list_kind = text_in(names, "listKind");
  if (!list_kind.empty() && list_kind != kind + "List") facts.push_back(fact_of_text("list_kind", list_kind));
  for (const json& name : list_in(names, "shortNames")) {
    if (name.is_string()) facts.push_back(fact_of_text("short_name", name.get<std::string>()));
  }
  for (const json& name : list_in(names, "categories")) {
    if (name.is_string()) facts.push_back(fact_of_text("category", name.get<std::string>()));
  }
  const json metadata = object_in(crd, "metadata");
  for (const auto& [what, fact] : {std::pair{"annotations", "annotation"}, std::pair{"labels", "label"}}) {
    const json texts = object_in(metadata, what);
    for (const auto& [key, value] : texts.items()) {
      // kubectl apply keeps the whole CRD in an annotation.
      if (!value.is_string() || key == "kubectl.kubernetes.io/last-applied-configuration") continue;
      facts.push_back(Arguments().add(literal(key)).add(literal(value.get<std::string>())).fact(fact));
    }
  }
  add_conversion(object_in(spec, "conversion"), facts);
}

}  // namespace

Facts kind_facts_of(const json& crd, const json& version, bool has_status_member)
{
  Facts facts;
  const bool stored = version.value("storage", json()) == json(true);
  if (stored) add_shared(crd, facts);
  for (const json& column : list_in(version, "additionalPrinterColumns")) facts.push_back(fact_of_column(column));
  const json subresources = object_in(version, "subresources");
  if (subresources.contains("status") && !has_status_member) facts.push_back({"status"});
  if (subresources.contains("scale")) {
    const json scale = object_in(subresources, "scale");
    Arguments arguments;
    arguments.add(literal(text_in(scale, "specReplicasPath"))).add(literal(text_in(scale, "statusReplicasPath")));
    const std::string selector = text_in(scale, "labelSelectorPath");
    if (!selector.empty()) arguments.add(literal(selector));
    facts.push_back(arguments.fact("scale"));
  }
  for (const json& field : list_in(version, "selectableFields")) {
    facts.push_back(fact_of_text("selectable_field", text_in(field, "jsonPath")));
  }
  if (version.value("deprecated", json()) == json(true)) {
    const std::string warning = text_in(version, "deprecationWarning");
    facts.push_back({"deprecated(" + (warning.empty() ? "" : literal(warning)) + ")"});
  }
  if (version.value("served", json()) != json(true)) facts.push_back({"not_served"});
  if (!stored) facts.push_back({"not_stored"});
  return facts;
}

}  // namespace kubexx::cli::types
