// SPDX-License-Identifier: Apache-2.0
#include "kubexx/testing/operator_test.hpp"

#include <algorithm>
#include <utility>

#include "failure_text.hpp"
#include "kubexx/apimachinery/human_duration.hpp"
#include "operator_test_impl.hpp"

namespace kubexx::testing {

OperatorTest::OperatorTest(OperatorTestOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}
OperatorTest::~OperatorTest() = default;

void OperatorTest::start()
{
  impl_->start();
}

void OperatorTest::stop()
{
  impl_->stop();
}

void OperatorTest::restart()
{
  impl_->stop();
  impl_->start();
}

void OperatorTest::crash()
{
  impl_->crash();
}

Manager& OperatorTest::manager()
{
  return impl_->manager();
}

Runtime OperatorTest::runtime() const
{
  return impl_->world->runtime();
}

void OperatorTest::keep(std::shared_ptr<void> object)
{
  impl_->kept.push_back(std::move(object));
}

const Client& OperatorTest::user() const noexcept
{
  return impl_->world->user();
}

const Client& OperatorTest::add_cluster(const std::string& name)
{
  return impl_->add_cluster(name);
}

const Client& OperatorTest::user(std::string_view cluster) const
{
  return cluster.empty() ? user() : impl_->cluster(cluster).user;
}

const std::string& OperatorTest::ns() const noexcept
{
  return impl_->world->ns();
}

void OperatorTest::apply(const std::filesystem::path& manifest)
{
  impl_->manifests.apply(manifest);
}

void OperatorTest::apply_text(const std::string& yaml)
{
  impl_->manifests.apply_text(yaml, "text");
}

void OperatorTest::wait_for_object(const ResourceType& type, const ObjectKey& key, std::string_view what,
                                   const std::function<bool(const Object&)>& holds, std::optional<Duration> within)
{
  Object found;
  const auto done = [&] {
    try {
      found = user().get(type, key);
    } catch (const ApiError& error) {
      if (!is_not_found(error)) throw;
      found = {};
    }
    return holds(found);
  };
  const Duration limit = impl_->patience(within);
  if (impl_->run_until(done, limit)) return;
  std::vector<Request> keys{Request(key)};
  if (found) {
    if (const auto owner = found.controller_owner()) {
      keys.emplace_back(Request(ObjectKey{key.namespace_, std::string(owner->name)}));
    }
  }
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  impl_->fail("of " + type.group_resource() + " " + key.to_string() + ", within " + human_duration(limit) + ": " +
                  std::string(what),
              shown_object(found), keys);
}

void OperatorTest::wait_until(std::string_view what, const std::function<bool()>& holds,
                              const std::vector<Request>& keys, std::optional<Duration> within)
{
  const Duration limit = impl_->patience(within);
  if (!impl_->run_until(holds, limit)) {
    impl_->fail("within " + human_duration(limit) + ": " + std::string(what), "", keys);
  }
}

void OperatorTest::expect_always(std::string_view what, const std::function<bool()>& holds, Duration span)
{
  impl_->require_running("expect_always");
  // The simulation skips time in which nothing happens: a timer stops it at times.
  const Runtime runtime = impl_->world->runtime();
  const Duration between = std::max<Duration>(std::chrono::seconds(1), span / 1000);
  Timer timer;
  const std::function<void()> tick = [&] {
    timer = runtime.clock->call_at(saturating_add(runtime.clock->now(), between), tick);
  };
  if (impl_->options.server.is_simulated()) tick();
  std::string after;
  if (impl_->run_until_and_after_writes([&] { return !holds(); }, span, after)) {
    impl_->fail("for " + human_duration(span) + ": " + std::string(what),
                after.empty() ? "" : "it did not hold after " + after, {});
  }
}

void OperatorTest::expect_no_writes(Duration span)
{
  impl_->require_running("expect_no_writes");
  const std::size_t before = impl_->calls->total();
  const auto writes = [&] {
    std::string text;
    for (std::size_t number = before + 1; number <= impl_->calls->total(); ++number) {
      const OperatorCall call = impl_->calls->call(number);
      if (is_write(call.verb) && !impl_->is_of_election(call)) text += call.to_string() + "\n";
    }
    return text;
  };
  if (!impl_->run_until([&] { return !writes().empty(); }, span)) return;
  impl_->fail("for " + human_duration(span) + ": the operator writes nothing", writes(), {});
}

void OperatorTest::run_for(Duration span)
{
  (void)impl_->run_until([] { return false; }, span);
}

std::vector<OperatorCall> OperatorTest::calls() const
{
  return impl_->calls->calls();
}

std::size_t OperatorTest::count(Verb verb, std::string_view resource, std::string_view cluster) const
{
  if (!cluster.empty()) (void)impl_->cluster(cluster);
  const std::size_t calls = impl_->calls->count(verb, resource, cluster);
  if (calls == 0 && verb != Verb::raw) impl_->require_resource("count", resource);
  return calls;
}

void OperatorTest::forget_calls()
{
  impl_->calls->forget();
}

std::vector<std::string> OperatorTest::unused_permissions() const
{
  return impl_->calls->unused();
}

std::string OperatorTest::metrics() const
{
  return impl_->metrics.text();
}

std::string OperatorTest::last_log_lines() const
{
  return impl_->log->text();
}

void OperatorTest::fail_next(Verb verb, std::string_view resource, unsigned status, std::size_t times,
                             std::string_view cluster)
{
  if (status < 400 || status > 599) throw std::invalid_argument("fail_next: the status must be from 400 to 599");
  impl_->add_fault({NamedFault::Kind::answer, verb, std::string(resource), std::string(cluster), status, times});
}

void OperatorTest::lose_answer(Verb verb, std::string_view resource, std::string_view cluster)
{
  impl_->add_fault({NamedFault::Kind::lose_answer, verb, std::string(resource), std::string(cluster), 0, 1});
}

void OperatorTest::drop_watches(std::string_view resource, std::string_view cluster)
{
  if (!cluster.empty()) (void)impl_->cluster(cluster);
  if (impl_->calls->drop_watches(resource, cluster) || resource.empty()) return;
  throw std::invalid_argument("drop_watches: the operator has not watched \"" + std::string(resource) +
                              "\" so far: use the plural, e.g. \"backups\" or \"deployments.apps\"");
}

void OperatorTest::set_reachable(std::string_view cluster, bool reachable)
{
  if (!cluster.empty()) (void)impl_->cluster(cluster);
  impl_->calls->set_reachable(cluster, reachable);
  if (!reachable) impl_->calls->drop_watches({}, cluster);
}

void OperatorTest::crash_before(Verb verb, std::string_view resource, std::string_view cluster)
{
  impl_->add_fault({NamedFault::Kind::crash_before, verb, std::string(resource), std::string(cluster), 0, 1});
}

void OperatorTest::crash_after(Verb verb, std::string_view resource, std::string_view cluster)
{
  impl_->add_fault({NamedFault::Kind::crash_after, verb, std::string(resource), std::string(cluster), 0, 1});
}

void OperatorTest::fail_webhook(WebhookFault fault, std::string_view path, std::size_t times)
{
  impl_->webhook_faults->add(fault, std::string(path), times);
}

HttpResponse OperatorTest::call_webhook(HttpRequest request)
{
  impl_->require_running("call_webhook");
  if (!impl_->options.serve_webhooks)
    throw std::logic_error("call_webhook: OperatorTestOptions::serve_webhooks is false");
  const auto response = std::make_shared<HttpResponse>();
  const auto calling = [&] { return impl_->webhooks.call(impl_->manager(), std::move(request), response); };
  if (!impl_->world->run(calling, impl_->patience({}))) throw std::runtime_error("call_webhook: no response arrives");
  return std::move(*response);
}

void OperatorTest::restart_server(Duration down)
{
  impl_->restart_server(down);
}

Faults* OperatorTest::faults() noexcept
{
  return impl_->world->faults();
}

const std::string& OperatorTest::crash_point() const noexcept
{
  return impl_->crash_point;
}

}  // namespace kubexx::testing
