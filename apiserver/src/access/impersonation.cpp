// SPDX-License-Identifier: Apache-2.0
#include "access/impersonation.hpp"

#include <algorithm>
#include <array>

#include "access/access.hpp"
#include "core/lists.hpp"
#include "core/text.hpp"
#include "validation/names.hpp"

namespace kubexx::apiserver {
namespace {

constexpr std::string_view extra_prefix = "impersonate-extra-";
constexpr const char* authentication_group = "authentication.k8s.io";
constexpr std::string_view node_prefix = "system:node:";
constexpr std::size_t many_checks = 4;  // from here on one for all is tried first
constexpr std::size_t most_remembered = 10000;

enum class Mode { associated_node, arbitrary_node, service_account, user_info, legacy };

const char* word(Mode mode)
{
  static constexpr std::array<const char*, 5> words{"associated-node", "arbitrary-node", "serviceaccount", "user-info",
                                                    ""};
  return words.at(static_cast<std::size_t>(mode));
}

std::string go_syntax(const std::vector<std::string>& list)
{
  if (list.empty()) return "[]string(nil)";
  std::string text;
  for (const auto& item : list) text += (text.empty() ? "" : ", ") + go_quoted(item);
  return "[]string{" + text + "}";
}

/// As fmt.Sprintf("%#v") shows it.
std::string go_syntax(const User& user)
{
  std::string extra;
  for (const auto& [key, values] : user.extra) {
    extra += (extra.empty() ? "" : ", ") + go_quoted(key) + ":" + go_syntax(values);
  }
  return "&user.DefaultInfo{Name:" + go_quoted(user.name) + ", UID:" + go_quoted(user.uid) +
         ", Groups:" + go_syntax(user.groups) + ", Extra:map[string][]string" +
         (user.extra.empty() ? "(nil)" : "{" + extra + "}") + "}";
}

bool name_alone(const User& user)
{
  return user.uid.empty() && user.groups.empty() && user.extra.empty();
}

std::optional<std::string> node_of(std::string_view user)
{
  if (!user.starts_with(node_prefix)) return std::nullopt;
  const auto name = user.substr(node_prefix.size());
  if (!dns_subdomain_problem(name).empty()) return std::nullopt;
  return std::string(name);
}

bool is_associated(const User& requestor, const std::string& node)
{
  if (!account_of(requestor.name)) return false;
  const auto found = requestor.extra.find("authentication.kubernetes.io/node-name");
  return found != requestor.extra.end() && found->second.size() == 1 && found->second.front() == node;
}

bool applies(Mode mode, const User& requestor, const User& wanted)
{
  const auto node = node_of(wanted.name);
  switch (mode) {
    case Mode::associated_node:
      return name_alone(wanted) && node && is_associated(requestor, *node);
    case Mode::arbitrary_node:
      return name_alone(wanted) && node;
    case Mode::service_account:
      return name_alone(wanted) && account_of(wanted.name);
    case Mode::user_info:
      return !node && !account_of(wanted.name);
    case Mode::legacy:
      return true;
  }
  return false;
}

std::string extra_problem(const User& wanted)
{
  for (const auto& [key, values] : wanted.extra) {
    if (key.empty()) return "impersonating the empty string key in extra is not allowed";
    const auto invalid = [&](std::string_view value, const std::string& problem) {
      return "impersonating an invalid key in extra is not allowed: " +
             invalid_value("extra.key", std::string(value), problem).text();
    };
    const auto slash = key.find('/');
    if (slash == std::string::npos || slash == 0 || slash + 1 == key.size()) {
      return invalid(key, R"(must be a domain-prefixed path (such as "acme.io/foo"))");
    }
    if (auto problem = dns_subdomain_problem(key.substr(0, slash)); !problem.empty()) {
      return invalid(key.substr(0, slash), problem);
    }
    if (contains(values, "")) return "impersonating the empty string value in extra is not allowed";
  }
  return "";
}

/// The checks of one mode: a permission for each thing that is impersonated.
class Check {
public:
  Check(Server& server, const User& requestor, const User& wanted, Mode mode)
      : server_(server), wanted_(wanted), mode_(mode), attributes_(requestor)
  {
    attributes_.verb = constrained() ? std::string("impersonate:") + word(mode) : "impersonate";
  }

  [[nodiscard]] User run(const Attributes& request)
  {
    if (constrained()) {
      auto on = request;
      on.verb = std::string("impersonate-on:") + word(mode_) + ":" + request.verb;
      authorize(server_, on);
    }
    User user = wanted_;
    check_name(user);
    if (!wanted_.uid.empty()) need(authentication_group, "uids", "", wanted_.uid);
    check_groups();
    check_extra();
    if (user.name == anonymous_user) {
      add(user, unauthenticated_users);
    } else if (!contains(user.groups, unauthenticated_users)) {
      add(user, authenticated_users);
    }
    return user;
  }

private:
  [[nodiscard]] bool constrained() const { return mode_ != Mode::legacy; }
  /// The group of users, groups, nodes and service accounts.
  [[nodiscard]] const char* group() const { return constrained() ? authentication_group : ""; }

  static void add(User& user, const char* group)
  {
    if (!contains(user.groups, group)) user.groups.emplace_back(group);
  }
  void set(const char* group, const char* resource, const std::string& subresource, const std::string& name)
  {
    attributes_.group = group;
    attributes_.resource = resource;
    attributes_.subresource = subresource;
    attributes_.name = name;
  }
  void need(const char* group, const char* resource, const std::string& subresource, const std::string& name)
  {
    set(group, resource, subresource, name);
    authorize(server_, attributes_);
  }
  [[nodiscard]] bool may_all(const char* group, const char* resource, const std::string& subresource)
  {
    set(group, resource, subresource, "*");
    return decide(server_, attributes_).allowed;
  }

  void check_name(User& user)
  {
    if (const auto node = node_of(wanted_.name); node && constrained()) {
      user.groups = {"system:nodes"};
      // What is remembered of an associated node is true of all of them upstream, and so is the permission.
      return need(group(), "nodes", "", mode_ == Mode::associated_node ? "*" : *node);
    }
    const auto account = account_of(wanted_.name);
    if (!account) return need(group(), "users", "", wanted_.name);
    if (wanted_.groups.empty()) user.groups = account_groups(account->first);
    attributes_.namespace_ = account->first;
    need(group(), "serviceaccounts", "", account->second);
    attributes_.namespace_.clear();
  }

  void check_groups()
  {
    const auto& groups = wanted_.groups;
    if (constrained()) {
      set(group(), "groups", "", "");
      if (contains(groups, "")) throw refusal(attributes_, "impersonating the empty string group is not allowed");
      if (contains(groups, superusers)) {
        attributes_.name = superusers;
        throw refusal(attributes_, "impersonating the system:masters group is not allowed");
      }
      if (groups.size() >= many_checks && may_all(group(), "groups", "")) return;
    }
    for (const auto& name : groups) need(group(), "groups", "", name);
  }

  void check_extra()
  {
    if (wanted_.extra.empty()) return;
    if (constrained()) {
      set(authentication_group, "userextras", "", "");
      if (const auto problem = extra_problem(wanted_); !problem.empty()) throw refusal(attributes_, problem);
      std::size_t count = 0;
      for (const auto& [key, values] : wanted_.extra) count += values.size();
      if (std::max(count, wanted_.extra.size()) >= many_checks && may_all(authentication_group, "userextras", "*")) {
        return;
      }
    }
    for (const auto& [key, values] : wanted_.extra) {
      for (const auto& value : values) need(authentication_group, "userextras", key, value);
    }
  }

  Server& server_;
  const User& wanted_;
  const Mode mode_;
  Attributes attributes_;
};

/// The mode that was good for this requestor the last time is tried first, and its refusal is the one that is told.
std::vector<Mode> modes_for(Server& server, const User& requestor)
{
  std::vector<Mode> modes{Mode::associated_node, Mode::arbitrary_node, Mode::service_account, Mode::user_info,
                          Mode::legacy};
  const Locked locked(server);
  const auto last = server.impersonation_modes.find(requestor.name);
  if (last == server.impersonation_modes.end()) return modes;
  const auto at = std::find(modes.begin(), modes.end(), static_cast<Mode>(last->second));
  std::rotate(modes.begin(), at, at + 1);
  return modes;
}

void remember(Server& server, const User& requestor, Mode mode)
{
  const Locked locked(server);
  auto& modes = server.impersonation_modes;
  if (modes.size() >= most_remembered) modes.clear();
  modes.insert_or_assign(requestor.name, static_cast<int>(mode));
}

}  // namespace

std::optional<User> wanted_user(const Headers& headers)
{
  User user;
  bool anything = false;
  for (const auto& [name, value] : headers) {
    const auto key = lower(name);
    if (key == "impersonate-user") {
      if (user.name.empty()) user.name = value;
    } else if (key == "impersonate-uid") {
      if (user.uid.empty()) user.uid = value;
      anything = anything || !value.empty();
    } else if (key == "impersonate-group") {
      user.groups.push_back(value);
      anything = true;
    } else if (key.starts_with(extra_prefix)) {
      const auto escaped = key.substr(extra_prefix.size());
      user.extra[percent_decode(escaped, false).value_or(escaped)].push_back(value);
      anything = true;
    }
  }
  if (!user.name.empty()) return user;
  if (anything) {
    throw bad_request("requested " + go_syntax(user) + " without impersonating a user name").by_authorizer();
  }
  return std::nullopt;
}

User impersonate(Server& server, const User& requestor, const User& wanted, const Attributes& request)
{
  std::optional<Failure> first;
  for (const auto mode : modes_for(server, requestor)) {
    if (!applies(mode, requestor, wanted)) continue;
    try {
      auto user = Check(server, requestor, wanted, mode).run(request);
      remember(server, requestor, mode);
      return user;
    } catch (const Failure& refused) {
      if (!first) first = refused;
    }
  }
  throw Failure(*first);  // the legacy mode applies to everybody
}

}  // namespace kubexx::apiserver
