// SPDX-License-Identifier: Apache-2.0
// kubectl delete (k8s.io/kubectl, pkg/cmd/delete): the same requests and words. What is left out: --raw and
// --interactive. It waits by asking for the object, not by a watch: that needs no right to list and watch.
#include <algorithm>
#include <chrono>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "changes.hpp"
#include "command.hpp"
#include "errors.hpp"
#include "get.hpp"
#include "kubexx/apimachinery/error.hpp"
#include "kubexx/client/interceptor.hpp"
#include "kubexx/client/pages.hpp"
#include "output.hpp"
#include "targets.hpp"
#include "words.hpp"

namespace kubexx::cli {
namespace {

using std::chrono::milliseconds;

struct DeleteFlags {
  TargetQuery query;
  ChangeFlags change;
  std::string cascade = "background";
  std::int64_t grace_period = -1;
  bool now = false;
  bool force = false;
  bool ignore_not_found = false;
  bool wait = true;
  std::string timeout = "0s";
};

void add_options(CommandLine command, DeleteFlags& options)
{
  TargetQuery& query = options.query;
  query.all_of_kind = false;
  query.live_labels = false;
  command.add_option("TARGETS", query.args, "TYPE[,TYPE...] [NAME...] or TYPE/NAME...").type_name("");
  add_file_flags(command, query, "with the objects to delete");
  command.add_option("-l,--selector", query.label_selector, "Label selector; with -f for the labels of the manifests")
      .type_name("SELECTOR");
  command.add_option("--field-selector", query.field_selector, "Field selector; not with -f").type_name("SELECTOR");
  command.add_flag("--all", query.select_all, "Delete all objects of the types");
  command.add_flag("-A,--all-namespaces", query.all_namespaces, "In all namespaces");
  add_change_flags(command, options.change);
  command.get_option("--output").description("name");
  command.add_option("--cascade", options.cascade, "How to delete dependents: background, orphan or foreground")
      .type_name("HOW")
      .optional_value("background");
  command
      .add_option("--grace-period", options.grace_period,
                  "Seconds to terminate gracefully; negative: the default of the kind")
      .type_name("SECONDS");
  command.add_flag("--now", options.now, "Use a grace period of one second");
  command.add_flag("--force", options.force, "Delete immediately, without waiting for confirmation");
  command.add_flag("--ignore-not-found", options.ignore_not_found, "Do not fail if an object does not exist");
  command.add_flag("--wait", options.wait, "Wait until the objects are gone; =false: do not wait");
  command.add_option("--timeout", options.timeout, "How long to wait; 0: a week").type_name("DURATION");
}

std::string policy_of(const std::string& cascade)
{
  if (const auto boolean = go_bool(cascade)) {
    const char* const instead = *boolean ? "background" : "orphan";
    write_err("warning: --cascade=" + cascade +
              " is deprecated (boolean value) and can be replaced with --cascade=" + instead + ".\n");
    return *boolean ? "Background" : "Orphan";
  }
  if (cascade == "background") return "Background";
  if (cascade == "orphan") return "Orphan";
  if (cascade == "foreground") return "Foreground";
  throw CommandError("invalid cascade value (" + cascade + R"(). Must be "background", "foreground", or "orphan")");
}

std::int64_t grace_period_of(const DeleteFlags& flags)
{
  auto seconds = flags.grace_period;
  if (flags.now) {
    if (seconds != -1) throw CommandError("--now and --grace-period cannot be specified together");
    seconds = 1;
  }
  if (seconds == 0 && !flags.force) seconds = 1;
  if (flags.force && seconds < 0) seconds = 0;
  return seconds;
}

/// Remembers the uid of what the last deletion hit.
class UidReader final : public Interceptor {
public:
  awaitable<HttpResponse> intercept(ApiCall call, Next next) override { return next(std::move(call)); }
  void written(const WriteReceipt& receipt) noexcept override
  {
    const std::lock_guard lock(mutex_);
    uid_ = receipt.uid;
  }
  std::string take()
  {
    const std::lock_guard lock(mutex_);
    return std::exchange(uid_, {});
  }

private:
  std::mutex mutex_;
  std::string uid_;
};

struct Deleted {
  ResourceType type;
  ObjectKey key;
  std::string uid;
};

/// Until nothing of that uid is there; what may not be asked for is not waited for.
void wait_for(const Client& client, const Deleted& deleted, std::chrono::steady_clock::time_point deadline)
{
  constexpr milliseconds longest_pause{1000};
  for (milliseconds pause{50};; pause = std::min(pause * 2, longest_pause)) {
    try {
      const Object found = client.get(deleted.type, deleted.key);
      if (!deleted.uid.empty() && found.uid() != deleted.uid) return;
    } catch (const ApiError& error) {
      if (is_not_found(error) || is_forbidden(error) || error.code() == 405) return;
      throw;
    }
    if (std::chrono::steady_clock::now() >= deadline) {
      throw CommandError("timed out waiting for the condition on " + deleted.type.plural + "/" + deleted.key.name);
    }
    std::this_thread::sleep_for(pause);
  }
}

class Deleter {
public:
  Deleter(Session& session, const DeleteFlags& flags, DryRun dry_run, std::int64_t grace_period, std::string policy)
      : session_(session), flags_(flags), dry_run_(dry_run)
  {
    warn_cluster_scope_ = session.namespace_is_explicit() && !flags.query.all_namespaces;
    options_.propagation_policy = std::move(policy);
    if (grace_period >= 0) options_.grace_period_seconds = grace_period;
    options_.dry_run = dry_run == DryRun::server;
    word_ = with_dry_run(grace_period == 0 ? "force deleted" : "deleted", dry_run);
  }

  void remove(const Target& target)
  {
    const ResourceType& type = target.resource.type;
    if (warn_cluster_scope_ && !type.namespaced()) {
      write_err("Warning: deleting cluster-scoped resources, not scoped to the provided namespace\n");
      warn_cluster_scope_ = false;
    }
    ++found_;
    deleted_.push_back({type, target.key(), {}});
    if (dry_run_ == DryRun::client) return report(target);
    if (!client_) client_ = session_.client().with_interceptor(uids_);
    try {
      if (target.name.empty()) throw CommandError("resource name may not be empty");
      client_->delete_(type, target.key(), options_);
    } catch (const std::exception&) {
      std::rethrow_exception(with_source("deleting", target.source, std::current_exception()));
    }
    deleted_.back().uid = uids_->take();
    report(target);
  }

  /// All that the selectors of the command choose.
  void remove_all(const Target& target)
  {
    GetFlags listing;
    listing.query = flags_.query;
    listing.query.all_namespaces = target.namespace_.empty();
    ObjectList list;
    try {
      list = session_.client().pages(target.resource.type, list_options_of(listing, target)).collect();
    } catch (const ApiError& error) {
      std::rethrow_exception(with_context(error, listing, target));
    }
    std::vector<std::exception_ptr> errors;
    add_unreadable(errors, list.unreadable);
    for (const auto& object : list.items) {
      Target one;
      one.resource = target.resource;
      one.namespace_ = object.namespace_();
      one.name = object.name();
      try {
        remove(one);
      } catch (const std::exception&) {
        errors.push_back(std::current_exception());
      }
    }
    throw_collected(std::move(errors));
  }

  void finish(Duration timeout)
  {
    if (found_ == 0) return write_out("No resources found\n");
    flush_out();
    if (!flags_.wait || dry_run_ != DryRun::none) return;
    constexpr std::chrono::hours a_week{168};
    const auto deadline = std::chrono::steady_clock::now() + (timeout == Duration::zero() ? Duration(a_week) : timeout);
    for (const auto& deleted : deleted_) wait_for(session_.client(), deleted, deadline);
  }

private:
  void report(const Target& target)
  {
    std::string kind = target.resource.type.kind;
    std::transform(kind.begin(), kind.end(), kind.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    if (!target.resource.type.group.empty()) kind += "." + target.resource.type.group;
    if (flags_.change.output == "name") {
      write_out(kind + "/" + target.name + "\n");
    } else {
      write_out(kind + " \"" + target.name + "\" " + word_ + "\n");
    }
    flush_out();
  }

  Session& session_;
  const DeleteFlags& flags_;
  const DryRun dry_run_;
  bool warn_cluster_scope_ = false;
  DeleteOptions options_;
  std::string word_;
  std::shared_ptr<UidReader> uids_ = std::make_shared<UidReader>();
  std::optional<Client> client_;
  std::size_t found_ = 0;
  std::vector<Deleted> deleted_;
};

void check(const DeleteFlags& flags, std::int64_t grace_period)
{
  const TargetQuery& query = flags.query;
  if (query.select_all && !(query.label_selector.empty() && query.field_selector.empty())) {
    throw CommandError("setting 'all' parameter but found a non empty selector. ");
  }
  if (!flags.change.output.empty() && flags.change.output != "name") {
    throw CommandError("unexpected -o output mode: " + flags.change.output + ". We only support '-o name'");
  }
  if (grace_period == 0 && flags.force) {
    write_err(
        "Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated. "
        "The resource may continue to run on the cluster indefinitely.\n");
  } else if (grace_period > 0 && flags.force) {
    throw CommandError("--force and --grace-period greater than 0 cannot be specified together");
  }
}

void run(Session& session, const DeleteFlags& flags)
{
  auto policy = policy_of(flags.cascade);
  const auto timeout = duration_of("--timeout", flags.timeout);
  const auto grace_period = grace_period_of(flags);
  const auto dry_run = parse_dry_run(flags.change.dry_run);
  const Targets targets = find_targets(session, flags.query);
  check(flags, grace_period);
  Deleter deleter(session, flags, dry_run, grace_period, std::move(policy));
  std::vector<std::exception_ptr> errors = targets.errors;
  for (const auto& target : targets.found) {
    try {
      const bool chosen_by_selector = targets.from == Targets::From::selection;
      chosen_by_selector ? deleter.remove_all(target) : deleter.remove(target);
    } catch (const std::exception&) {
      errors.push_back(std::current_exception());
    }
  }
  GetFlags ignoring;
  ignoring.ignore_not_found =
      flags.ignore_not_found || targets.from == Targets::From::selection || !flags.query.label_selector.empty();
  throw_collected(without_not_found(ignoring, std::move(errors)));
  deleter.finish(timeout);
}

}  // namespace

void add_delete(Commands& commands)
{
  commands.add<DeleteFlags>("delete", "Delete objects by name, selector or manifest", add_options, run);
}

}  // namespace kubexx::cli
