// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <utility>

#include "dry_run.hpp"
#include "kubexx/controller/kind_cache.hpp"

namespace kubexx {

namespace {

// What has to be known of a call after it was sent.
struct Written {
  Verb verb;
  ResourceType type;
  ObjectKey key;
};

class ReadYourWrites final : public Interceptor {
public:
  explicit ReadYourWrites(std::function<std::vector<KindCache>(const ResourceType&)> find) : find_(std::move(find)) {}

  awaitable<HttpResponse> intercept(ApiCall call, Next next) override
  {
    const bool object = call.subresource.empty() || call.subresource == "status";
    const bool dry = is_dry_run(call);
    if (!is_write(call.verb) || !object || dry) co_return co_await next(std::move(call));
    const Written written{call.verb, call.type, call.key};
    HttpResponse response = co_await next(std::move(call));
    if (response.status >= 200 && response.status < 300) record(written, response.body);
    co_return response;
  }

private:
  void record(const Written& written, const std::string& body) const
  {
    const auto caches = find_(written.type);
    if (caches.empty()) return;
    Object answer;
    try {
      Object::ParseOptions options;
      options.type = &written.type;
      answer = Object::parse(body, options);
    } catch (const ObjectError&) {
      return;  // the caller parses it too, and gets the error
    }
    // A delete is answered with the object while finalizers or a grace period hold it, otherwise with a Status.
    if (answer.kind() != written.type.kind) {
      const auto uid = answer.at("/details/uid").as_string();
      if (written.verb != Verb::delete_ || !uid) return;
      for (const auto& cache : caches) cache.deleted(written.key, *uid);
      return;
    }
    if (written.verb == Verb::delete_ && !answer.is_deleting()) {
      for (const auto& cache : caches) cache.deleted(written.key, answer.uid());
      return;
    }
    for (const auto& cache : caches) cache.wrote(answer);
  }

  const std::function<std::vector<KindCache>(const ResourceType&)> find_;
};

}  // namespace

std::shared_ptr<Interceptor> make_read_your_writes(std::function<std::vector<KindCache>(const ResourceType&)> find)
{
  return std::make_shared<ReadYourWrites>(std::move(find));
}

}  // namespace kubexx
