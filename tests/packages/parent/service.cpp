// SPDX-License-Identifier: Apache-2.0
extern "C" int count_keys();

int main()
{
  return count_keys() == 2 ? 0 : 1;
}
