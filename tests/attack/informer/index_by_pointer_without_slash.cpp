// SPDX-License-Identifier: Apache-2.0
// index.hpp: "By the value at an RFC 6901 pointer". DropMembers, which takes the same pointers, throws
// std::invalid_argument for one that is none. Expected: index_by_pointer("spec/nodeName") (the slash forgotten) throws
// std::invalid_argument. Happens:  it is accepted, and the index stays empty: by_index answers nothing, without error,
// log or counter. exit code 0 = holds, 1 = broken
#include <cstdio>
#include <kubexx/apimachinery/drop_members.hpp>
#include <kubexx/informer/index.hpp>
#include <stdexcept>
using namespace kubexx;
int main()
{
  try {
    DropMembers({"spec/nodeName"});
  } catch (const std::invalid_argument& error) {
    std::printf("%s\n", error.what());
  }
  try {
    const auto index = index_by_pointer("spec/nodeName");
    std::printf("index_by_pointer: accepted, %zu values\n",
                index(Object::parse(R"({"metadata":{"name":"a"},"spec":{"nodeName":"n"}})")).size());
    return 1;
  } catch (const std::invalid_argument& error) {
    std::printf("%s\n", error.what());
    return 0;
  }
}
