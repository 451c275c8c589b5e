// SPDX-License-Identifier: Apache-2.0
// Expected: a described member with a non-empty default (initializer or FieldTraits::default_value) that the program
// clears
//   (string "" / vector {} / map {} / optional reset) is what the next reader sees: from(v).as<T>() == v,
//   o.with(v).as<T>() == v (describe.hpp: with() "changes what the type knows"; only "the default" may be left out
//   where the original lacks it).
// Observed: the cleared value is left out (or deleted from the original), so it reads back as the default again:
//   allow list {} becomes {"*"}; Typed::changed() says true, but the write restores the default for every reader.
//   (applied_object does send it: the two writers disagree.) Exit 0: holds, 1: broken.
#include <cstdio>
#include <nlohmann/json.hpp>
#include "kubexx/apimachinery/apply_fields.hpp"
#include "kubexx/client/typed.hpp"
using namespace kubexx;
struct Spec {
  std::string schedule = "@daily";
  std::vector<std::string> allowed{"*"};
  std::optional<int> retries = 3;
  bool on = true;
};
BOOST_DESCRIBE_STRUCT(Spec, (), (schedule, allowed, retries, on))
struct Job {
  static constexpr ResourceInfo kubexx_resource{"example.com", "v1", "Job", "jobs"};
  ObjectMeta metadata;
  Spec spec;
};
BOOST_DESCRIBE_STRUCT(Job, (), (metadata, spec))
int bad = 0;
void show(const char* what, const Object& o)
{
  const Job j = o.as<Job>();
  const bool ok = j.spec.schedule.empty() && j.spec.allowed.empty() && !j.spec.retries && !j.spec.on;
  bad += !ok;
  std::printf("%s %-34s spec=%s -> schedule=\"%s\" allowed=%zu retries=%d on=%d\n", ok ? "holds " : "BROKEN", what,
              std::string(o.at("/spec").bytes()).c_str(), j.spec.schedule.c_str(), j.spec.allowed.size(),
              j.spec.retries.value_or(-1), j.spec.on);
}
int main()
{
  Job j;
  j.metadata.name = "a";
  j.spec.schedule.clear();
  j.spec.allowed.clear();
  j.spec.retries.reset();
  j.spec.on = false;
  show("Object::from (create)", Object::from(j));
  show("with, original lacks them", Object::parse(R"({"metadata":{"name":"a"},"spec":{}})").with(j));
  show("with, original has others",
       Object::parse(R"({"metadata":{"name":"a"},"spec":{"schedule":"x","allowed":["b"],"retries":5,"on":true}})")
           .with(j));
  std::printf("       applied_object: %s\n", std::string(applied_object(j).bytes()).c_str());
  return bad != 0;
}
