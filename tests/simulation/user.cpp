// SPDX-License-Identifier: Apache-2.0
#include "user.hpp"

#include <functional>

#include "kubexx/client/resources.hpp"
#include "world.hpp"

namespace kubexx::simulation {

namespace {

constexpr std::uint64_t kFoos = 5;

std::string foo_text(const std::string& name, std::uint64_t replicas)
{
  return R"({"apiVersion":"samplecontroller.k8s.io/v1alpha1","kind":"Foo","metadata":{"namespace":"default","name":")" +
         name + R"("},"spec":{"deploymentName":")" + name + R"(-web","replicas":)" + std::to_string(replicas) + "}}";
}

// What was asked of an object that is not there, or is there already, changes nothing.
std::string attempt(const std::string& what, const std::function<void()>& call)
{
  try {
    call();
    return what;
  } catch (const ApiError& error) {
    if (is_not_found(error) || is_already_exists(error)) return what + ": " + std::string(error.reason());
    throw;
  }
}

}  // namespace

std::string User::some_foo()
{
  return "foo-" + std::to_string(random_.below(kFoos));
}

std::string User::edit()
{
  const std::string name = some_foo();
  switch (random_.below(16)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
      return create_foo(name);
    case 5:
    case 6:
    case 7:
      return scale_foo(name);
    case 8:
      return delete_foo(name);
    case 9:
      return recreate_foo(name);
    case 10:
      return delete_deployment(name);
    case 11:
      return scale_deployment(name);
    case 12:
      return label_deployment(name);
    default:
      return report_available(name);
  }
}

std::string User::create_foo(const std::string& name)
{
  const std::uint64_t replicas = 1 + random_.below(10);
  return attempt("create " + name, [&] { client_.create(foo_type(), Object::parse(foo_text(name, replicas))); });
}

std::string User::scale_foo(const std::string& name)
{
  const std::string patch = R"({"spec":{"replicas":)" + std::to_string(1 + random_.below(10)) + "}}";
  return attempt("scale " + name, [&] { client_.patch(foo_type(), {"default", name}, patch); });
}

std::string User::delete_foo(const std::string& name)
{
  return attempt("delete " + name, [&] { client_.delete_(foo_type(), {"default", name}); });
}

std::string User::recreate_foo(const std::string& name)
{
  std::string done = delete_foo(name);
  return done.append(", ").append(create_foo(name));
}

std::string User::delete_deployment(const std::string& name)
{
  return attempt("delete deployment of " + name,
                 [&] { client_.delete_(resources::deployments, {"default", name + "-web"}); });
}

std::string User::scale_deployment(const std::string& name)
{
  const std::string patch = R"({"spec":{"replicas":)" + std::to_string(random_.below(12)) + "}}";
  return attempt("scale deployment of " + name,
                 [&] { client_.patch(resources::deployments, {"default", name + "-web"}, patch); });
}

std::string User::label_deployment(const std::string& name)
{
  const std::string patch =
      R"({"metadata":{"annotations":{"edited":")" + std::to_string(random_.below(100)) + R"("}}})";
  return attempt("annotate deployment of " + name,
                 [&] { client_.patch(resources::deployments, {"default", name + "-web"}, patch); });
}

std::string User::report_available(const std::string& name)
{
  const std::string available = std::to_string(random_.below(11));
  const std::string patch = R"({"status":{"replicas":)" + available + R"(,"availableReplicas":)" + available + "}}";
  return attempt("report available of " + name,
                 [&] { client_.patch(resources::deployments, {"default", name + "-web"}, patch, {}, "status"); });
}

}  // namespace kubexx::simulation
