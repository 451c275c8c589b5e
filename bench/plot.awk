# SPDX-License-Identifier: Apache-2.0
# For the scripts that draw plots. The plots have no background and follow the colour scheme of the page, so scripts use
# only the colours below.
function begin_plot(width, height) {
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">\n", width, height
  print "<style>"
  print "svg { color-scheme: light dark; fill: #24292f }"
  print "@media (prefers-color-scheme: dark) {"
  print "  svg { fill: #d1d7e0 }"
  print "  [stroke=\"#ddd\"] { stroke: #3d444d }"
  dark("#1b6ca8", "#6cb6ff"); dark("#2a9d4a", "#57ab5a"); dark("#8a4fbf", "#c297ff"); dark("#b5651d", "#e0985a")
  dark("#c33", "#ff7b72")
  print "}"
  print "</style>"
}
function dark(light, other) {
  printf "  [fill=\"%s\"] { fill: %s } [stroke=\"%s\"] { stroke: %s }\n", light, other, light, other
}
