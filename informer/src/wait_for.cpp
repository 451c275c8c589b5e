// SPDX-License-Identifier: Apache-2.0
#include "kubexx/informer/wait_for.hpp"

#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>

#include "kubexx/apimachinery/error.hpp"
#include "kubexx/apimachinery/meta_duration.hpp"
#include "kubexx/informer/informer.hpp"

namespace kubexx {

namespace {

/// One wait: shared by the coroutine that waits and the handler that looks.
class Wait {
public:
  explicit Wait(ObjectCondition condition) : condition_(std::move(condition)) {}

  /// Checks a state; an empty one does not exist. Thread safe.
  void look(const Object& state)
  {
    const std::lock_guard lock(mutex_);
    if (over_) return;
    last_ = state;
    looked_ = true;
    try {
      over_ = condition_(state);
    } catch (...) {
      error_ = std::current_exception();
      over_ = true;
    }
    if (over_) end_.fire();
  }
  [[nodiscard]] bool over() const
  {
    const std::lock_guard lock(mutex_);
    return over_;
  }
  /// The state that met the condition; throws what the condition threw. After `over`.
  [[nodiscard]] Object result() const
  {
    const std::lock_guard lock(mutex_);
    if (error_) std::rethrow_exception(error_);
    return last_;
  }
  [[nodiscard]] std::string last() const
  {
    const std::lock_guard lock(mutex_);
    if (!looked_) return "its state is not known";
    if (!last_) return "it does not exist";
    return "it has version " + std::string(last_.resource_version());
  }
  /// Fired when the wait is over, at the timeout, or by the stop token.
  [[nodiscard]] const OneShot& end() const noexcept { return end_; }

private:
  const ObjectCondition condition_;
  const OneShot end_;
  mutable std::mutex mutex_;
  bool over_ = false;         // guarded by mutex_
  bool looked_ = false;       // guarded by mutex_; at a state
  Object last_;               // guarded by mutex_
  std::exception_ptr error_;  // guarded by mutex_; thrown by condition_
};

/// The first read. Throws what is forbidden or unknown before anything waits. Nullopt when the server did not answer;
/// the watch tries that again.
awaitable<std::optional<Object>> read(Client client, ResourceType type, ObjectKey key, WaitOptions options)
{
  GetOptions get;
  get.timeout = options.timeout;
  get.stop = options.stop;
  try {
    co_return co_await client.async_get(std::move(type), std::move(key), std::move(get));
  } catch (const ApiError& error) {
    if (error.retryable()) co_return std::nullopt;
    // A server that does not know the kind answers 404 without the name of an object.
    if (!is_not_found(error) || error.status().name.empty()) throw;
  } catch (const TransportError& error) {
    if (!error.retryable() && !options.stop.stop_requested()) throw;
    co_return std::nullopt;
  }
  co_return Object();
}

SharedInformer informer_of(const Client& client, const ResourceType& type, const ObjectKey& key)
{
  InformerOptions options;
  if (!key.namespace_.empty()) options.namespaces = {key.namespace_};
  options.field_selector = "metadata.name=" + key.name;
  options.keep_managed_fields = true;
  options.stream_list = false;  // one object
  options.name = "wait";
  return SharedInformer(client, type, std::move(options));
}

EventHandler handler_of(const std::shared_ptr<Wait>& wait, const SharedInformer& informer)
{
  EventHandler handler;
  handler.name = "wait";
  handler.on_event = [wait](const ObjectEvent& event) {
    for (const Transition& one : event.transitions) {
      wait->look(one.type == Transition::Type::deleted ? Object() : one.object);
    }
  };
  // The registration keeps the informer while this can be called.
  handler.on_caught_up = [wait, store = &informer.store()] {
    if (store->size() == 0) wait->look(Object());
  };
  return handler;
}

[[noreturn]] void throw_late(const ResourceType& type, const ObjectKey& key, const WaitOptions& options,
                             const std::string& last, const std::string& error)
{
  const std::string what = "waiting for " + type.group_resource() + " " + key.to_string();
  if (options.stop.stop_requested()) throw TransportError(TransportErrc::cancelled, what + " was stopped");
  throw TransportError(TransportErrc::timeout, what + ": the condition was not met within " +
                                                   MetaDuration(*options.timeout).to_string() + "; " + last +
                                                   (error.empty() ? "" : "; its watch fails: " + error));
}

}  // namespace

awaitable<Object> async_wait_for(Client client, ResourceType type, ObjectKey key, ObjectCondition condition,
                                 WaitOptions options)
{
  if (!condition) throw std::invalid_argument("wait_for: the condition is not set");
  const Runtime& runtime = client.runtime();
  const SteadyTime end = options.timeout ? saturating_add(runtime.clock->now(), *options.timeout) : SteadyTime::max();
  const auto wait = std::make_shared<Wait>(std::move(condition));
  const std::optional<Object> first = co_await read(client, type, key, options);
  if (first) wait->look(*first);
  if (wait->over()) co_return wait->result();

  const SharedInformer informer = informer_of(client, type, key);
  {
    const std::unique_ptr<HandlerRegistration> registration = informer.add_handler(handler_of(wait, informer));
    std::function<void()> fire = [wake = wait->end()] { wake.fire(); };
    Timer timer;
    if (options.timeout) timer = runtime.clock->call_at(end, fire);
    const std::stop_callback stopped(options.stop, fire);
    informer.start();
    co_await wait->end().wait();
  }
  const std::string error = informer.status().last_error;
  informer.request_stop();
  if (!wait->over()) throw_late(type, key, options, wait->last(), error);
  co_return wait->result();
}

Object wait_for(const Client& client, const ResourceType& type, const ObjectKey& key, ObjectCondition condition,
                WaitOptions options)
{
  const Runtime& runtime = client.runtime();
  const std::optional<Duration> timeout = options.timeout;
  auto work = [client, type, key, condition = std::move(condition), options = std::move(options)] {
    return async_wait_for(client, type, key, condition, options);
  };
  constexpr const char* verb = "async_wait_for";
  if (!timeout) return block_on(runtime.executor, std::move(work), verb);
  const SteadyTime end = saturating_add(runtime.clock->now(), *timeout);
  return block_on(runtime.executor, std::move(work), verb, *runtime.clock, end);
}

}  // namespace kubexx
