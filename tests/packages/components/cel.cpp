// SPDX-License-Identifier: Apache-2.0
#include <kubexx/cel/expression.hpp>
#include <nlohmann/json.hpp>

int main()
{
  try {
    const kubexx::cel::Expression wrong("self +", {{"self"}});
    return 1;
  } catch (const kubexx::cel::CompileError& error) {
    if (error.issues().front().line != 1) return 1;
  }
  const kubexx::cel::Expression rule("self.name.matches('^a+$')", {{"self"}});
  const nlohmann::json object{{"name", "aa"}};
  return rule.test({{"self", object}}) ? 0 : 1;
}
