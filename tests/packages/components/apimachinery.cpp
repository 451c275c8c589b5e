// SPDX-License-Identifier: Apache-2.0
#include <kubexx/apimachinery/error.hpp>
#include <kubexx/apimachinery/object.hpp>

int main()
{
  try {
    (void)kubexx::Object::parse("{");
  } catch (const kubexx::ObjectError&) {
    const auto pod = kubexx::Object::parse(R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}})");
    return pod.name() == "a" ? 0 : 1;
  }
  return 1;
}
