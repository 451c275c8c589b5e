# SPDX-License-Identifier: Apache-2.0
# For the scripts that compare: of numbers with blanks between them.
function median(values, list, n, i, j, swap) {
  n = split(values, list, " ")
  for (i = 2; i <= n; i++)
    for (j = i; j > 1 && list[j - 1] + 0 > list[j] + 0; j--) { swap = list[j]; list[j] = list[j - 1]; list[j - 1] = swap }
  return n == 0 ? 0 : (list[int((n + 1) / 2)] + list[int(n / 2) + 1]) / 2
}
