// SPDX-License-Identifier: Apache-2.0
#include "context/served_kind.hpp"

#include <chrono>
#include <exception>
#include <utility>

#include "kubexx/apimachinery/error.hpp"
#include "kubexx/apimachinery/object.hpp"

namespace kubexx {

namespace {

constexpr Duration kFresh = std::chrono::seconds(1);
constexpr Duration kStale = std::chrono::minutes(1);
constexpr Duration kTimeout = std::chrono::seconds(2);

std::string path_of(const ResourceType& type)
{
  return (type.group.empty() ? "/api/" : "/apis/" + type.group + "/") + type.version;
}

// Whether an APIResourceList names the plural.
bool lists(const std::string& text, const std::string& plural)
{
  const Object list = Object::parse(text);
  for (auto resource = list.at("/resources").children(); resource.next();) {
    if (resource.value().at("/name").as_string() == plural) return true;
  }
  return false;
}

awaitable<std::optional<bool>> ask(Client client, ResourceType type)
{
  CallOptions options;
  options.timeout = kTimeout;
  std::exception_ptr failure;
  std::optional<bool> served;
  try {
    const std::string text = co_await client.async_get_raw(path_of(type), std::move(options));
    served = lists(text, type.plural);
  } catch (const ApiError& error) {
    // Where discovery is forbidden, the watch's own 404 must do.
    if (is_not_found(error) || is_forbidden(error)) served = false;
  } catch (const std::exception&) {
    // It is not known.
  }
  co_return served;
}

}  // namespace

ServedKind::ServedKind(Client client, ResourceType type) : client_(std::move(client)), type_(std::move(type)) {}

awaitable<void> ServedKind::look(std::shared_ptr<ServedKind> self)
{
  const Clock& clock = *self->client_.runtime().clock;
  OneShot ended;
  std::optional<OneShot> other;
  {
    const std::lock_guard lock(self->mutex_);
    if (self->looking_) {
      other = self->looking_;
    } else if (self->is_fresh()) {
      co_return;
    } else {
      self->looking_ = ended;
      self->since_ = clock.now();
    }
  }
  if (other) {
    co_await other->wait();
    co_return;
  }
  const std::optional<bool> served = co_await ask(self->client_, self->type_);
  {
    const std::lock_guard lock(self->mutex_);
    if (served) {
      self->served_ = served;
      self->answered_ = clock.now();
    }
    self->failed_ = !served;
    self->looking_.reset();
  }
  ended.fire();
}

void ServedKind::look_later()
{
  {
    const std::lock_guard lock(mutex_);
    if (looking_ || is_fresh()) return;
  }
  spawn(client_.runtime().executor, look(shared_from_this()));
}

std::optional<bool> ServedKind::served() const
{
  const SteadyTime now = client_.runtime().clock->now();
  const std::lock_guard lock(mutex_);
  if (failed_ && now - answered_ > kStale) return std::nullopt;
  return served_;
}

bool ServedKind::is_fresh() const
{
  return since_ && client_.runtime().clock->now() - *since_ < kFresh;
}

}  // namespace kubexx
