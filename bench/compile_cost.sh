#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# compile_cost.sh [ROUNDS]: what a user's file costs the compiler (CXX, default g++) that includes a header of kubexx and
# uses it: seconds of CPU and the compiler's peak memory, without and with optimisation, medians of ROUNDS (3).
set -euo pipefail
cd "$(dirname "$0")/.."
rounds=${1:-3} cxx=${CXX:-g++}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cat >"$folder/client.cpp" <<'END'
#include <iostream>
#include "kubexx/apimachinery/well_known_resources.hpp"
#include "kubexx/client/client.hpp"
#include "kubexx/client/load_config.hpp"
int main()
{
  kubexx::SystemRuntime system;
  const auto client = kubexx::Client::connect(system.runtime(), kubexx::load_config({}));
  for (const auto& pod : client.list(kubexx::resources::pods).items) std::cout << pod.name() << "\n";
}
END
cat >"$folder/typed.cpp" <<'END'
#include <iostream>
#include "kubexx/types/apps/v1/deployment.hpp"
#include "kubexx/client/load_config.hpp"
#include "kubexx/client/typed.hpp"
int main()
{
  kubexx::SystemRuntime system;
  const auto deployments = kubexx::api<kubexx::appsv1::Deployment>(kubexx::Client::connect(system.runtime(), kubexx::load_config({})));
  auto web = deployments.get({"default", "web"});
  web->spec.replicas = 3;
  web.update();
  std::cout << web->metadata.resourceVersion << "\n";
}
END
cat >"$folder/controller.cpp" <<'END'
#include "kubexx/types/apps/v1/deployment.hpp"
#include "kubexx/client/load_config.hpp"
#include "kubexx/controller.hpp"
kubexx::Result reconcile(kubexx::Context& context, const kubexx::Request& request)
{
  auto web = context.get<kubexx::appsv1::Deployment>(request);
  if (!web || web->spec.replicas == 3) return kubexx::Result::done();
  web->spec.replicas = 3;
  web.patch();
  return kubexx::Result::done();
}
int main()
{
  kubexx::SystemRuntime system;
  kubexx::Manager manager(kubexx::Client::connect(system.runtime(), kubexx::load_config({})));
  manager.controller().for_<kubexx::appsv1::Deployment>().build(reconcile);
  return manager.run();
}
END

# What the generated types cost a unit that includes them: the difference to `plain`.
kinds=(apps/v1/deployment core/v1/config_map core/v1/secret core/v1/service core/v1/pod batch/v1/job networking/v1/ingress
  rbac/v1/role autoscaling/v2/horizontal_pod_autoscaler policy/v1/pod_disruption_budget)
plain='#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/meta.hpp"'
echo "$plain" >"$folder/plain.cpp"
{ echo "$plain"; echo '#include "kubexx/types/apps/v1/deployment.hpp"'; } >"$folder/one_kind.cpp"
{ echo "$plain"; printf '#include "kubexx/types/%s.hpp"\n' "${kinds[@]}"; } >"$folder/ten_kinds.cpp"
{ echo "$plain"; echo '#include "kubexx/types/all.hpp"'; } >"$folder/all_kinds.cpp"
# The same for a unit that reads, copies, edits and writes one.
cat - "$folder/one_kind.cpp" >"$folder/one_used.cpp" <<<"$plain"
cat >>"$folder/one_used.cpp" <<'END'
kubexx::Object use(const kubexx::Object& object)
{
  auto web = object.as<kubexx::appsv1::Deployment>();
  auto other = web;
  other.spec.template_.spec.containers.push_back({.name = "proxy", .image = "envoy"});
  web = std::move(other);
  return object.with(web);
}
END

# A kind of fifty members that is read and written: described by Boost, by KUBEXX_DESCRIBE, and with three facts a member.
types=(std::string std::int64_t 'std::optional<bool>' 'std::vector<std::string>' 'std::map<std::string, std::string>')
facts=('required, min_length(1), max_length(63)' 'minimum(1), maximum(100), description("A number.")'
  'default_value(true), nullable, description("A switch.")' 'list_set, min_items(1), max_items(9)'
  'min_properties(1), max_properties(9), description("A map.")')
members='' names='' stated=''
for ((at = 0; at < 50; at++)); do
  members+="  ${types[at % 5]} m$at{};
"
  names+=", m$at"
  stated+=", (m$at, ${facts[at % 5]})"
done
for form in boost described facts; do
  case $form in
    boost) spec="BOOST_DESCRIBE_STRUCT(Spec, (), (${names#, }))" ;;
    described) spec="KUBEXX_DESCRIBE(Spec, ${names#, });" ;;
    facts) spec="KUBEXX_DESCRIBE(Spec, ${stated#, });" ;;
  esac
  cat - >"$folder/fifty_$form.cpp" <<END
$plain
#include <map>
struct Spec {
$members};
$spec
struct Site {
  static constexpr kubexx::ResourceInfo kubexx_resource{"example.org", "v1", "Site", "sites"};
  kubexx::ObjectMeta metadata;
  Spec spec;
};
BOOST_DESCRIBE_STRUCT(Site, (), (metadata, spec))
kubexx::Object use(const kubexx::Object& object) { return object.with(object.as<Site>()); }
END
done

includes=()
for module in base workqueue http apimachinery types client informer controller; do includes+=("-I$module/include"); done
printf '%-16s %4s %10s %8s\n' "includes" "" "CPU s" "peak MB"
for unit in client typed controller plain one_kind ten_kinds all_kinds one_used fifty_boost fifty_described \
  fifty_facts; do
  for level in -O0 -O2; do
    for ((round = 0; round < rounds; round++)); do
      /usr/bin/time -f '%U %S %M' "$cxx" -std=c++20 "$level" "${includes[@]}" -c "$folder/$unit.cpp" -o /dev/null \
        2>"$folder/cost" || { cat "$folder/cost" >&2; exit 1; }
      tail -1 "$folder/cost" | awk '{ print $1 + $2, $3 / 1024 }'
    done | sort -n | awk -v unit="$unit" -v level="$level" '
      { cpu[NR] = $1; peak[NR] = $2 }
      END { m = int((NR + 1) / 2); printf "%-16s %4s %10.1f %8.0f\n", unit, level, cpu[m], peak[m] }'
  done
done
