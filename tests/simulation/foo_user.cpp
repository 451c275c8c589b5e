// SPDX-License-Identifier: Apache-2.0
#include "foo_user.hpp"

#include "foo.hpp"
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "words.hpp"

namespace kubexx::simulation {

namespace {

constexpr std::uint64_t kFoos = 5;

std::string foo_text(const std::string& name, const std::string& replicas)
{
  return R"({"apiVersion":"samplecontroller.k8s.io/v1alpha1","kind":"Foo","metadata":{"namespace":"default","name":")" +
         name + R"("},"spec":{"deploymentName":")" + name + R"(-web","replicas":)" + replicas + "}}";
}

}  // namespace

std::string FooUser::draw(Random& random)
{
  const std::string name = "foo-" + std::to_string(random.below(kFoos));
  const auto number = [&](std::uint64_t first, std::uint64_t count) {
    return std::to_string(first + random.below(count));
  };
  switch (random.below(16)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
      return "create " + name + " " + number(1, 10);
    case 5:
    case 6:
    case 7:
      return "scale " + name + " " + number(1, 10);
    case 8:
      return "delete " + name;
    case 9:
      return "recreate " + name + " " + number(1, 10);
    case 10:
      return "delete-deployment " + name;
    case 11:
      return "scale-deployment " + name + " " + number(0, 12);
    case 12:
      return "annotate-deployment " + name + " " + number(0, 100);
    default:
      return "report-available " + name + " " + number(0, 11);
  }
}

std::string FooUser::make(std::string_view edit)
{
  const auto words = words_of(edit);
  if (words.size() < 2) unknown_edit(edit);
  const std::string& what = words[0];
  const ResourceType& foos = resource_of<sample::Foo>();
  const ObjectKey foo{"default", words[1]};
  const ObjectKey deployment{"default", words[1] + "-web"};
  const bool needs_number = what != "delete" && what != "delete-deployment";
  if (needs_number && words.size() != 3) unknown_edit(edit);
  const std::string number = needs_number ? words[2] : std::string();

  const auto create = [&] { client_.create(foos, Object::parse(foo_text(foo.name, number))); };
  const auto patch_deployment = [&](const std::string& patch, std::string_view subresource = {}) {
    return attempt([&] { client_.patch(resources::deployments, deployment, patch, {}, subresource); });
  };
  if (what == "create") return attempt(create);
  if (what == "scale") {
    return attempt([&] { client_.patch(foos, foo, R"({"spec":{"replicas":)" + number + "}}"); });
  }
  if (what == "delete") return attempt([&] { client_.delete_(foos, foo); });
  if (what == "recreate") {
    std::string refused = attempt([&] { client_.delete_(foos, foo); });
    return refused + attempt(create);
  }
  if (what == "delete-deployment") return attempt([&] { client_.delete_(resources::deployments, deployment); });
  if (what == "scale-deployment") return patch_deployment(R"({"spec":{"replicas":)" + number + "}}");
  if (what == "annotate-deployment") {
    return patch_deployment(R"({"metadata":{"annotations":{"edited":")" + number + R"("}}})");
  }
  if (what == "report-available") {
    return patch_deployment(R"({"status":{"replicas":)" + number + R"(,"readyReplicas":)" + number +
                                R"(,"availableReplicas":)" + number + "}}",
                            "status");
  }
  unknown_edit(edit);
}

}  // namespace kubexx::simulation
