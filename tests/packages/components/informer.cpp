// SPDX-License-Identifier: Apache-2.0
#include <kubexx/informer/indexed_store.hpp>
#include <stdexcept>

int main()
{
  kubexx::IndexedStore store;
  store.replace({kubexx::Object::parse(R"({"apiVersion":"v1","kind":"Pod","metadata":{
    "name":"a","namespace":"n","uid":"u","resourceVersion":"1"}})")},
                "1");
  try {
    (void)store.by_index("unknown", "x");
  } catch (const std::invalid_argument&) {
    return store.size() == 1 ? 0 : 1;
  }
  return 1;
}
