# SPDX-License-Identifier: Apache-2.0
# Run with -P: copies SOURCE to OUTPUT with one change, told by the file BUG: the line after "--- find" is replaced by
# what follows "--- replace". The line must occur exactly once, so that a bug that no longer fits the source is an error.
file(READ "${BUG}" bug)
if(NOT bug MATCHES "--- find\n(.*)\n--- replace\n(.*)$")
  message(FATAL_ERROR "${BUG}: expected '--- find' and '--- replace', each on a line of its own")
endif()
set(find "${CMAKE_MATCH_1}")
set(replace "${CMAKE_MATCH_2}")
file(READ "${SOURCE}" text)
string(FIND "${text}" "${find}" first)
string(FIND "${text}" "${find}" last REVERSE)
if(first EQUAL -1 OR NOT first EQUAL last)
  message(FATAL_ERROR "${BUG}: its text must occur exactly once in ${SOURCE}: adapt the bug to the source")
endif()
string(REPLACE "${find}" "${replace}" text "${text}")
file(WRITE "${OUTPUT}" "${text}")
