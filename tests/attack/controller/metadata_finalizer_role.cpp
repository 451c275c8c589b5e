// SPDX-License-Identifier: Apache-2.0
// Expected (builder.hpp: "Finalizers are written with Verb::patch"): a finalizer on a kind that is watched with
// KindOptions::metadata_only needs no more than the role that --print-rbac prints.
// Happened: such a patch reads the whole object with a GET, which the role did not allow.
// Exit code 0 = holds, 1 = broken.
#include <iostream>
#include <kubexx/controller.hpp>
#include <kubexx/testing/operator_test.hpp>
using namespace kubexx;
using namespace kubexx::testing;
using namespace std::chrono_literals;

struct Bucket {
  static constexpr ResourceInfo kubexx_resource{"example.org", "v1", "Bucket", "buckets"};
  ObjectMeta metadata;
};
BOOST_DESCRIBE_STRUCT(Bucket, (), (metadata))
static const char* kCrd = R"(
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: buckets.example.org}
spec:
  group: example.org
  scope: Namespaced
  names: {kind: Bucket, listKind: BucketList, plural: buckets, singular: bucket}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
)";

static bool holds(bool metadata_only, bool other_finalizer)
{
  std::string roles;
  try {
    OperatorTestOptions o;
    o.setup = [&](Manager& m) {
      auto b = m.controller();
      b.for_<Bucket>({.metadata_only = metadata_only});
      b.writes<Bucket>({Verb::patch}).build([](Context& ctx, const Request& r) {
        auto bucket = ctx.get<Bucket>(r);
        if (!bucket) return Result::done();
        if (!finalize(ctx, bucket, "example.org/bucket", [] {})) return Result::done();
        return Result::done();
      });
      roles = m.roles({.name = "op", .namespace_ = "default"});
    };
    OperatorTest t(std::move(o));
    t.apply_text(kCrd);
    t.start();
    Bucket bucket;
    bucket.metadata.name = "a";
    bucket.metadata.namespace_ = "default";
    if (other_finalizer) bucket.metadata.finalizers = {"example.org/other"};
    api<Bucket>(t.user()).create(bucket);
    t.wait_for<Bucket>(
        {"default", "a"}, "it has the finalizer",
        [&](const auto& b) { return b->metadata.finalizers.size() == (other_finalizer ? 2U : 1U); }, 2min);
    t.stop();
    return true;
  } catch (const std::exception& e) {
    std::cout << std::string(e.what()).substr(0, 250) << "\nroles:\n" << roles << "\n";
    return false;
  }
}

int main()
{
  int bad = 0;
  for (bool other : {false, true}) {
    for (bool metadata_only : {false, true}) {
      const bool ok = holds(metadata_only, other);
      std::cout << (ok ? "ok      " : "BROKEN  ") << (metadata_only ? "only_metadata" : "whole objects")
                << (other ? ", another finalizer there" : "") << "\n";
      if (!ok) bad = 1;
    }
  }
  return bad;
}
