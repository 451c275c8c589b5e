// SPDX-License-Identifier: Apache-2.0
// order_policy.hpp: "What a policy does wrong never costs a key: ... `pop` throws: so does that `get`. ... No key is
// taken." Expected: a worker that catches the exception of get_batch and asks again processes all four keys. Happens:
// get_batch throws with two keys already in the batch; the next get_batch gives them back as done: a, b are lost. exit
// code 0 = holds, 1 = broken
#include <cstdio>
#include <kubexx/base/system_clock.hpp>
#include <kubexx/workqueue/queue.hpp>
#include <set>
#include <string>
using namespace kubexx;
struct Policy : OrderPolicy<std::string> {
  std::vector<std::string> keys;
  int pops = 0;
  void push(const std::string& key) override { keys.push_back(key); }
  std::string pop() override
  {
    if (++pops == 3) throw std::runtime_error("policy");  // once
    auto key = keys.front();
    keys.erase(keys.begin());
    return key;
  }
};
int main()
{
  SystemClock clock;
  Queue<std::string> queue({.clock = &clock}, std::make_unique<Policy>());
  for (auto key : {"a", "b", "c", "d"}) queue.add(key);
  std::set<std::string> processed;
  LeaseBatch<std::string> batch;
  for (;;) {
    try {
      if (!queue.get_batch(batch, 4, {}, clock.now())) break;
      for (std::size_t i = 0; i < batch.size(); ++i) processed.insert(batch[i]);
    } catch (const std::exception& error) {
      std::printf("get_batch: %s (batch.size() %zu)\n", error.what(), batch.size());
    }
  }
  std::printf("processed %zu of 4, %zu ready\n", processed.size(), queue.size());
  return processed.size() == 4 ? 0 : 1;
}
