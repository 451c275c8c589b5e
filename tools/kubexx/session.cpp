// SPDX-License-Identifier: Apache-2.0
#include "session.hpp"

#include <chrono>
#include <memory>
#include <mutex>
#include <set>
#include <utility>

#include "errors.hpp"
#include "kubexx/client/load_config.hpp"
#include "kubexx/client/rest_mapper.hpp"
#include "output.hpp"
#include "server_answers.hpp"

namespace kubexx::cli {
namespace {

/// As long as anyone waits: kubectl has no deadline of its own.
constexpr std::chrono::hours no_deadline{24 * 365};

/// "host:port" of a URL, as it stands there.
std::string host_of(const std::string& url)
{
  const auto scheme = url.find("://");
  const auto begin = scheme == std::string::npos ? 0 : scheme + 3;
  return url.substr(begin, url.find_first_of("/?#", begin) - begin);
}

/// Each text once, as kubectl prints them.
WarningHandler warning_printer()
{
  struct Seen {
    std::mutex mutex;
    std::set<std::string> texts;
  };
  return [seen = std::make_shared<Seen>()](const ApiWarning& warning, std::string_view /*call*/) {
    const std::lock_guard lock(seen->mutex);
    if (seen->texts.insert(warning.text).second) write_err("Warning: " + warning.text + "\n");
  };
}

}  // namespace

const ClientConfig& Session::config()
{
  if (!config_) config_ = config_of(flags_);
  return *config_;
}

const Client& Session::client()
{
  if (client_) return *client_;
  const ClientConfig& found = config();
  set_contacted_host(host_of(found.server));
  Client::Options options;
  options.user_agent = "kubexx/" KUBEXX_VERSION;
  options.field_manager = "kubexx";
  options.timeout = request_timeout_of(flags_).value_or(no_deadline);
  options.default_namespace = namespace_();
  options.on_warning = warning_printer();
  options.interceptors.push_back(make_answer_reader());
  if (flags_.verbosity >= 6) options.interceptors.push_back(make_request_printer(flags_.verbosity, found.server));
  client_ = Client::connect(runtime_.runtime(), found, std::move(options));
  return *client_;
}

std::string Session::namespace_()
{
  if (!flags_.namespace_.empty()) return flags_.namespace_;
  const std::string& of_context = config().namespace_;
  return of_context.empty() ? "default" : of_context;
}

Client Session::discovery_client()
{
  return client().with_interceptor(make_blunt_answer_reader());
}

const Discovery& Session::discovery()
{
  if (discovery_) return *discovery_;
  CallOptions options;
  options.timeout = request_timeout_of(flags_);
  try {
    discovery_ = discover(discovery_client(), options);
  } catch (const ObjectError& error) {
    throw CommandError(contacted_host() + ": " + error.what());
  }
  return *discovery_;
}

const ApiResource& Session::resource(std::string_view argument)
{
  if (const auto* found = find_resource(discovery(), argument)) return *found;
  for (const auto& failure : discovery().failures) {
    write_err("couldn't get resource list for " + failure.group + "/" + failure.version + ": " + failure.problem +
              "\n");
  }
  throw CommandError("the server doesn't have a resource type \"" +
                     std::string(argument.substr(0, argument.find('.'))) + "\"");
}

const ApiResource* Session::kind(std::string_view api_version, std::string_view kind)
{
  const auto slash = api_version.find('/');
  const auto group = slash == std::string_view::npos ? std::string_view() : api_version.substr(0, slash);
  const auto version = slash == std::string_view::npos ? api_version : api_version.substr(slash + 1);
  return find_kind(discovery(), group, kind, version);
}

}  // namespace kubexx::cli
