#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What the compiler says about a mistake in KUBEXX_DESCRIBE. Usage: check_mistakes.sh COMPILER SOURCE_DIRECTORY
set -euo pipefail
compiler=$1
source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

options=-fsyntax-only
# expect TEXT COUNT 'KUBEXX_DESCRIBE(...);': at most COUNT errors, and the begin of TEXT among them (clang cuts it). With
# COUNT 0 it compiles.
expect() {
  cat > "$folder/mistake.cpp" <<END
#include <string>
#include <vector>
#include <limits>
#include <map>
#include <variant>
#include "kubexx/apimachinery/crd_rules.hpp"
#include "kubexx/apimachinery/describe.hpp"
#include "kubexx/apimachinery/describe_struct.hpp"
#include "kubexx/apimachinery/described_kind.hpp"
#include "kubexx/apimachinery/described_kind.hpp"
struct Item {
  std::string name;
};
KUBEXX_DESCRIBE(Item, name);
struct A {
  int keep = 0;
  std::string text;
  std::vector<int> list;
  bool on = false;
};
$3
std::string f(const A& a) { return kubexx::encode(a); }
END
  if "$compiler" -std=c++20 $options -c -o "$folder/mistake.o" -I"$source/apimachinery/include" -I"$source/base/include" \
      "$folder/mistake.cpp" > "$folder/output" 2>&1; then
    [ "$2" = 0 ] && return
    echo "compiles: $3"
    failed=1
    return
  fi
  local errors
  errors=$(grep -c 'error:' "$folder/output" || true)
  if ! grep -qF -- "${1:0:30}" "$folder/output" || [ "$errors" -gt "$2" ]; then
    echo "expected at most $2 errors with '$1' for $3"
    cat "$folder/output"
    failed=1
  fi
}

expect 'keep: minimum is greater than maximum' 1 'KUBEXX_DESCRIBE(A, (keep, minimum(5), maximum(3)), text, list, on);'
expect 'keep: no value is between the exclusive' 1 \
  'KUBEXX_DESCRIBE(A, (keep, minimum(3), exclusive_maximum(3)), text, list, on);'
expect 'keep: default_value is outside' 1 'KUBEXX_DESCRIBE(A, (keep, default_value(9), maximum(3)), text, list, on);'
expect 'keep: default_value has another type' 1 'KUBEXX_DESCRIBE(A, (keep, default_value("9")), text, list, on);'
expect 'keep: a bound is outside the range' 1 'KUBEXX_DESCRIBE(A, (keep, maximum(5000000000)), text, list, on);'
expect 'keep: the bounds of an integer' 1 'KUBEXX_DESCRIBE(A, (keep, maximum(0.5)), text, list, on);'
expect 'keep: multiple_of must be' 1 'KUBEXX_DESCRIBE(A, (keep, multiple_of(0)), text, list, on);'
expect 'keep: min_length and max_length are' 1 'KUBEXX_DESCRIBE(A, (keep, min_length(1)), text, list, on);'
expect 'keep: a fact is stated twice' 1 'KUBEXX_DESCRIBE(A, (keep, required, required), text, list, on);'
expect 'text: min_length and max_length cannot' 1 'KUBEXX_DESCRIBE(A, keep, (text, max_length(-1)), list, on);'
expect 'text: the least length or count' 1 'KUBEXX_DESCRIBE(A, keep, (text, min_length(2), max_length(1)), list, on);'
expect 'text: minimum, maximum and multiple_of' 1 'KUBEXX_DESCRIBE(A, keep, (text, minimum(1)), list, on);'
expect 'text: items is for lists' 1 'KUBEXX_DESCRIBE(A, keep, (text, items, minimum(1)), list, on);'
expect 'text: enum_value has another type' 1 'KUBEXX_DESCRIBE(A, keep, (text, enum_value(1)), list, on);'
expect 'text: a fact is for kinds' 1 'KUBEXX_DESCRIBE(A, keep, (text, short_name("t")), list, on);'
expect 'list: a list is a set, atomic or' 1 'KUBEXX_DESCRIBE(A, keep, text, (list, list_set, list_atomic), on);'
expect 'list: pattern is for strings' 1 'KUBEXX_DESCRIBE(A, keep, text, (list, items, pattern("a")), on);'
expect 'KUBEXX_SCHEMA: a fact is for members' 1 'KUBEXX_DESCRIBE(A, keep, text, list, on); KUBEXX_SCHEMA(A, required);'
expect 'list_map_key names a field' 1 'struct B { std::vector<Item> items; }; KUBEXX_DESCRIBE(A, keep, text, list, on);
KUBEXX_DESCRIBE(B, (items, list_map_key("nmae"))); std::string g(const B& b) { return kubexx::encode(b); }'
kind='struct K { static constexpr kubexx::ResourceInfo kubexx_resource{"e.org", "v1", "K", "ks"}; int n = 0; };
KUBEXX_DESCRIBE(A, keep, text, list, on); KUBEXX_DESCRIBE(K, n);'
use='auto g() { return kubexx::described_kind<K>(); }'  # after the facts: clang looks for them at the first use
expect 'KUBEXX_CRD: a port is between' 1 "$kind KUBEXX_CRD(K, conversion_webhook(\"n\", \"s\", {.port = 0})); $use"
expect 'KUBEXX_CRD: the URL of a webhook' 1 "$kind KUBEXX_CRD(K, conversion_webhook_url(\"http://a\")); $use"
encode='std::string g(const B& b) { return kubexx::encode(b); }'
expect 'this member type has no JSON form' 3 "struct B { std::map<int, std::string> m; }; KUBEXX_DESCRIBE(B, m);
KUBEXX_DESCRIBE(A, keep, text, list, on); $encode"
expect 'this member type has no JSON form' 10 "struct B { std::variant<int, Item> m; }; KUBEXX_DESCRIBE(B, m);
KUBEXX_DESCRIBE(A, keep, text, list, on); $encode"
expect 'this member type has no JSON form' 10 "struct B { struct { int x; } m; }; KUBEXX_DESCRIBE(B, m);
KUBEXX_DESCRIBE(A, keep, text, list, on); $encode"
expect 'no matching function for call' 1 "union B { int m; }; KUBEXX_DESCRIBE(B, m); KUBEXX_DESCRIBE(A, keep, text, list, on);
$encode"
expect 'no matching function for call' 1 'KUBEXX_DESCRIBE(A, keep, text, list, on);
auto kind() { return kubexx::described_kind<A>(); }'
expect 'not a constant expression' 3 'KUBEXX_DESCRIBE(A, keep, text, list, on); KUBEXX_SCHEMA(A, exactly_one_of<"a.b", "c">);'
expect "does not name each member" 1 'KUBEXX_DESCRIBE(A, keep, text, list);'
expect "min_lenght" 4 'KUBEXX_DESCRIBE(A, keep, (text, min_lenght(1)), list, on);'
expect "txet" 12 'KUBEXX_DESCRIBE(A, keep, (txet, min_length(1)), list, on);'
real='struct B { double real = 0; }; KUBEXX_DESCRIBE(A, keep, text, list, on); constexpr auto inf =
std::numeric_limits<double>::infinity();'
expect 'real: minimum, maximum and multiple_of' 1 "$real KUBEXX_DESCRIBE(B, (real, maximum(inf))); $encode"
expect 'real: a value must be finite' 1 "$real KUBEXX_DESCRIBE(B, (real, default_value(-inf))); $encode"
wide=$(seq -f 'm%g' -s ', ' 201)
expect 'KUBEXX_DESCRIBE takes up to 200 members' 1 "struct W { int $wide; }; KUBEXX_DESCRIBE(A, keep, text, list, on);
KUBEXX_DESCRIBE(W, $wide);"
# g++ 12 with UBSan takes fewer expressions for constants.
options=-fsanitize=undefined
expect '' 0 'KUBEXX_DESCRIBE(A, (keep, required, minimum(1), maximum(3)), (text, min_length(1), default_value("a")),
(list, list_set, items, minimum(1)), (on, default_value(true)));'
exit $failed
