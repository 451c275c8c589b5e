// SPDX-License-Identifier: Apache-2.0
// mistakes none|write|free: what freed_memory must not, and must, see.
#include <cstdlib>
#include <cstring>
#include <string_view>

int main(int argc, char** argv)
{
  const std::string_view mistake = argc == 2 ? argv[1] : "";
  auto* volatile block = static_cast<char*>(std::malloc(80));
  block[0] = 1;
  std::free(block);
  if (mistake == "write") block[8] = 1;
  if (mistake == "free") std::free(block);
  void* const larger = std::realloc(std::calloc(3, 50), 1000);
  std::free(larger);
}
