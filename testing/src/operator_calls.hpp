// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "kubexx/client/interceptor.hpp"
#include "kubexx/controller/permissions.hpp"
#include "kubexx/testing/operator_test.hpp"

namespace kubexx::testing {

class WatchedStream;

/// A fault that was asked for by name.
struct NamedFault {
  enum class Kind : std::uint8_t { answer, lose_answer, crash_before, crash_after };
  Kind kind = Kind::answer;
  Verb verb = Verb::get;
  std::string resource;  ///< "backups/status", "deployments.apps"
  std::string cluster;   ///< empty: the own one
  unsigned status = 0;   ///< of `answer`
  std::size_t times = 1;

  [[nodiscard]] std::string to_string() const;
};

/// Crashes at the call of this number, counted from 1.
struct CrashAt {
  std::size_t call = 0;
  bool after = false;  ///< when the server has acted
};

/// One life of the operator's process, from its start to its end. Shared with its calls and streams.
struct OperatorLife {
  bool dead = false;  ///< guarded by the mutex of OperatorCalls
};

/// What an OperatorTest knows of, and does to, the calls of its operator through all its lives. Thread safe.
class OperatorCalls {
public:
  /// `on_blocking`: is called for each call of a function that waits for it; what it throws reaches the function.
  OperatorCalls(bool check_permissions, std::function<void()> on_blocking)
      : check_permissions_(check_permissions), on_blocking_(std::move(on_blocking))
  {
  }

  // Asked by the calls themselves.
  /// What becomes of a call.
  struct Fate {
    enum class Kind : std::uint8_t { pass, forbid, unreachable, answer, crash };
    Kind kind = Kind::pass;
    std::size_t number = 0;                         ///< for `answered`
    unsigned status = 0;                            ///< of `answer`
    std::string text;                               ///< of `forbid` and `answer`
    bool lose_answer = false, crash_after = false;  ///< whatever becomes of the call
  };
  /// Throws TransportError when the life has ended.
  [[nodiscard]] Fate begin(const ApiCall& call, OperatorLife& life, const std::string& cluster);
  void answered(std::size_t number, unsigned status);
  /// The process dies. False: it was dead.
  bool kill(OperatorLife& life);
  /// The same because of the call of this number.
  void crash(OperatorLife& life, std::size_t number);
  /// The server may have done what the call of this number, a write, asks for.
  void wrote(std::size_t number) const;
  [[nodiscard]] bool is_dead(const OperatorLife& life) const;
  /// `stream` is the answer to the call of this number.
  void opened(WatchedStream& stream, const OperatorLife& life, std::size_t number);
  void closed(WatchedStream& stream);
  /// The call of this number has its stream, or will have none.
  void ended(std::size_t number) noexcept;

  // Asked by the test.
  void add(NamedFault fault);
  /// Those that have not happened as often as they were asked for.
  [[nodiscard]] std::vector<std::string> pending_faults() const;
  void crash_at(CrashAt point);
  /// Whether a life has ended at that point.
  [[nodiscard]] bool has_crashed_there() const;
  [[nodiscard]] std::size_t total() const;
  /// The call of this number.
  [[nodiscard]] OperatorCall call(std::size_t number) const;
  /// `look` is called after each write, within the call, before its answer reaches the operator; empty: nothing is.
  void on_write(std::function<void(const OperatorCall&)> look);
  /// False: the operator has never opened such a watch.
  bool drop_watches(std::string_view resource, std::string_view cluster);
  /// Whether the operator has called or declared a resource of that name.
  [[nodiscard]] bool knows(std::string_view resource) const;
  void set_reachable(std::string_view cluster, bool reachable);
  void set_all_reachable();
  /// What the operator's roles for a cluster grant by now; calls that were refused and are allowed now count no more.
  void allow(const std::string& cluster, std::vector<RoleGrant> grants);
  [[nodiscard]] std::vector<std::string> undeclared() const;
  [[nodiscard]] std::vector<std::string> unused() const;
  [[nodiscard]] std::vector<OperatorCall> calls() const;
  [[nodiscard]] std::size_t count(Verb verb, std::string_view resource, std::string_view cluster) const;
  void forget();

private:
  struct Undeclared {
    Verb verb = Verb::get;
    ResourceType type;
    std::string subresource, cluster, namespace_, text;
  };
  struct Used {  // by group and resource as in a rule
    Verb verb = Verb::get;
    std::string resource, cluster;
    bool operator==(const Used&) const = default;
  };
  /// Where a role grants it: "" is the whole cluster.
  [[nodiscard]] Namespaces granted_in(Verb verb, const ResourceType& type, std::string_view subresource,
                                      const std::string& cluster) const;
  [[nodiscard]] bool allowed(Verb verb, const ResourceType& type, std::string_view subresource,
                             const std::string& cluster, const std::string& namespace_) const;
  /// What to do about a call that no role grants.
  [[nodiscard]] std::string remedy(Verb verb, const ResourceType& type, std::string_view subresource,
                                   const std::string& cluster) const;

  const bool check_permissions_;
  const std::function<void()> on_blocking_;
  mutable std::mutex mutex_;
  // All guarded by mutex_.
  std::vector<OperatorCall> calls_;
  std::vector<ResourceType> types_;  // of calls_
  std::size_t forgotten_ = 0;        // so many of calls_, from the first
  std::vector<NamedFault> faults_;
  std::optional<CrashAt> crash_at_;
  bool crashed_there_ = false;
  std::function<void(const OperatorCall&)> on_write_;
  std::vector<WatchedStream*> streams_;
  std::map<std::size_t, bool> opening_;  // by number, watches that have no stream yet: whether it breaks off at once
  struct Granted {
    std::string namespace_;
    std::vector<Permissions::Rule> rules;
  };
  std::map<std::string, std::vector<Granted>> granted_;  // by cluster
  std::vector<Undeclared> undeclared_;
  std::vector<Used> used_;  // writes
  std::set<std::string, std::less<>> unreachable_;
};

/// The innermost link of the chain of one life of the operator, on its way to a cluster.
[[nodiscard]] std::shared_ptr<Interceptor> make_call_interceptor(std::shared_ptr<OperatorCalls> calls,
                                                                 std::shared_ptr<OperatorLife> life,
                                                                 std::string cluster = {});

/// "deployments.apps", "backups.example.org/status".
[[nodiscard]] std::string resource_text(const ResourceType& type, std::string_view subresource);

}  // namespace kubexx::testing
