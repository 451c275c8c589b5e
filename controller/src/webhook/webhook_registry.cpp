// SPDX-License-Identifier: Apache-2.0
#include "kubexx/controller/detail/webhook_registry.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "webhook/conversion_service.hpp"
#include "webhook/webhook_checks.hpp"

namespace kubexx::detail {

namespace {

std::string lower(std::string text)
{
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

const char* name_of(WebhookPhase phase)
{
  switch (phase) {
    case WebhookPhase::defaults:
      return "defaults";
    case WebhookPhase::validates:
      return "validates";
    case WebhookPhase::validates_update:
      return "validates_update";
    case WebhookPhase::validates_deletion:
      return "validates_deletion";
  }
  return "";
}

constexpr const char* kPathCharacters = "begin with a slash, and use letters, digits, \"-\", \"_\", \".\" and \"~\"";

// What a path may have without being escaped, as controller-runtime's builder checks it.
bool is_plain_path(const std::string& path)
{
  if (path.size() < 2 || path.front() != '/' || path.find("//") != std::string::npos) return false;
  return std::all_of(path.begin(), path.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' || c == '-' ||
           c == '_' || c == '.' || c == '~';
  });
}

std::string path_of(const WebhookOptions& options, bool mutating, const ResourceType& type)
{
  if (options.path.empty()) {
    std::string path = default_webhook_path(mutating, type);
    if (!options.subresource.empty()) path += "-" + (options.subresource == "*" ? "all" : lower(options.subresource));
    return path;
  }
  if (!is_plain_path(options.path)) {
    throw std::invalid_argument("WebhookOptions::path \"" + options.path + "\": " + kPathCharacters);
  }
  if (options.path == ConversionService::path) {
    throw std::invalid_argument("WebhookOptions::path \"" + options.path + "\" is the path of Webhooks::converts");
  }
  return options.path;
}

}  // namespace

std::string default_webhook_path(bool mutating, const ResourceType& type)
{
  // "*" may not be in the path of a Service.
  const auto part = [](const std::string& text) { return text == "*" ? std::string("all") : text; };
  std::string group = part(type.group);
  std::replace(group.begin(), group.end(), '.', '-');
  const std::string kind = type.kind.empty() ? type.plural : type.kind;
  return (mutating ? "/mutate-" : "/validate-") + group + "-" + part(type.version) + "-" + lower(part(kind));
}

std::set<AdmissionOperation> AdmissionEndpoint::operations() const
{
  if (raw) {
    if (!options.operations.empty()) return options.operations;
    return {AdmissionOperation::create, AdmissionOperation::update};
  }
  std::set<AdmissionOperation> all;
  for (const auto& [phase, handler] : handlers) {
    if (phase == WebhookPhase::defaults || phase == WebhookPhase::validates) all.insert(AdmissionOperation::create);
    if (phase != WebhookPhase::validates_deletion) all.insert(AdmissionOperation::update);
    if (phase == WebhookPhase::validates_deletion) all.insert(AdmissionOperation::remove);
  }
  return all;
}

void WebhookRegistry::add(const ResourceType& type, const WebhookOptions& options, WebhookPhase phase,
                          AdmissionHandler handler)
{
  const bool mutating = phase == WebhookPhase::defaults;
  const std::string path = path_of(options, mutating, type);
  if (!handler) {
    throw std::invalid_argument("webhooks of " + type.kind + ": the function for " + name_of(phase) + " is empty");
  }
  const std::lock_guard lock(mutex_);
  check_open();
  check_free(path);
  auto* endpoint = find(path);
  if (endpoint == nullptr) {
    AdmissionEndpoint made{path, type, options, mutating, {}, false};
    check_webhook(made, endpoints_);
    endpoints_.push_back(std::move(made));
    endpoint = &endpoints_.back();
  }
  if (endpoint->raw || endpoint->mutating != mutating || endpoint->type != type) {
    throw std::invalid_argument("two webhooks have the path " + path +
                                ": give one of them another WebhookOptions::path");
  }
  if (!(endpoint->options == options)) {
    throw std::invalid_argument("two calls of for_<" + type.kind + ">() have different options for the path " + path +
                                ": use the same, or give one of them another WebhookOptions::path");
  }
  for (const auto& [known, unused] : endpoint->handlers) {
    if (known == phase) {
      throw std::invalid_argument(std::string(name_of(phase)) + " was called twice for " + type.kind +
                                  ": a second webhook of the kind needs a WebhookOptions::path");
    }
  }
  endpoint->handlers.emplace_back(phase, std::move(handler));
}

void WebhookRegistry::add_raw(const ResourceType& type, WebhookOptions options, bool mutating, AdmissionHandler handler)
{
  const std::string path = path_of(options, mutating, type);
  if (!handler) throw std::invalid_argument("the webhook " + path + ": the function is empty");
  const std::lock_guard lock(mutex_);
  check_open();
  check_free(path);
  if (find(path) != nullptr) {
    throw std::invalid_argument("two webhooks have the path " + path +
                                ": give one of them another WebhookOptions::path");
  }
  AdmissionEndpoint endpoint{path, type, std::move(options), mutating, {}, true};
  endpoint.handlers.emplace_back(WebhookPhase::defaults, std::move(handler));
  check_webhook(endpoint, endpoints_);
  endpoints_.push_back(std::move(endpoint));
}

void WebhookRegistry::add_path(PathEndpoint endpoint)
{
  const std::string& path = endpoint.path;
  if (!is_plain_path(path)) {
    throw std::invalid_argument("the path \"" + path + "\" of a handler: " + kPathCharacters);
  }
  if (path == ConversionService::path) {
    throw std::invalid_argument("the path \"" + path + "\" of a handler is that of Webhooks::converts");
  }
  const std::lock_guard lock(mutex_);
  check_open();
  check_free(path);
  if (find(path) != nullptr) {
    throw std::invalid_argument("a webhook and a handler have the path " + path + ": give one of them another");
  }
  handlers_.push_back(std::move(endpoint));
}

void WebhookRegistry::add_conversions(Conversions conversions, const ConversionOptions& options)
{
  const auto kinds = conversions.kinds();
  if (kinds.empty()) throw std::invalid_argument("Webhooks::converts: there are no conversions");
  const std::lock_guard lock(mutex_);
  check_open();
  for (const auto& versions : kinds) {
    const ResourceInfo& one = *versions.front().resource;
    for (const auto& served : conversions_) {
      for (const auto& others : served.conversions->kinds()) {
        const ResourceInfo& other = *others.front().resource;
        if (one.group != other.group || one.kind != other.kind) continue;
        throw std::invalid_argument("Webhooks::converts: " + std::string(one.kind) + "." + std::string(one.group) +
                                    " has conversions already");
      }
    }
  }
  for (const auto& versions : kinds) described_.insert(described_.end(), versions.begin(), versions.end());
  conversions_.push_back({std::make_shared<const Conversions>(std::move(conversions)), options});
}

std::vector<ServedConversions> WebhookRegistry::conversions() const
{
  const std::lock_guard lock(mutex_);
  return conversions_;
}

void WebhookRegistry::add_read(const ResourceType& type, bool metadata_only)
{
  const std::lock_guard lock(mutex_);
  check_open();
  for (auto& known : reads_) {
    if (known.type != type) continue;
    known.metadata_only = known.metadata_only && metadata_only;
    return;
  }
  reads_.push_back({type, metadata_only});
}

void WebhookRegistry::describe(const DescribedKind& kind)
{
  const std::lock_guard lock(mutex_);
  described_.push_back(kind);
}

std::vector<DescribedKind> WebhookRegistry::described() const
{
  const std::lock_guard lock(mutex_);
  return described_;
}

std::vector<AdmissionEndpoint> WebhookRegistry::endpoints() const
{
  const std::lock_guard lock(mutex_);
  return endpoints_;
}

std::vector<PathEndpoint> WebhookRegistry::handlers() const
{
  const std::lock_guard lock(mutex_);
  return handlers_;
}

std::vector<WebhookRegistry::Read> WebhookRegistry::reads() const
{
  const std::lock_guard lock(mutex_);
  return reads_;
}

bool WebhookRegistry::empty() const
{
  const std::lock_guard lock(mutex_);
  return endpoints_.empty() && conversions_.empty() && handlers_.empty();
}

void WebhookRegistry::close()
{
  const std::lock_guard lock(mutex_);
  closed_ = true;
}

void WebhookRegistry::check_open() const
{
  if (closed_) throw std::logic_error("webhooks must be declared before the manager starts");
}

AdmissionEndpoint* WebhookRegistry::find(std::string_view path)
{
  for (auto& endpoint : endpoints_) {
    if (endpoint.path == path) return &endpoint;
  }
  return nullptr;
}

void WebhookRegistry::check_free(std::string_view path) const
{
  for (const auto& handler : handlers_) {
    if (handler.path != path) continue;
    throw std::invalid_argument("a handler has the path " + std::string(path) + " already: use another");
  }
}

}  // namespace kubexx::detail
