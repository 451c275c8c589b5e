#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_symbols.sh NM LIST SYSTEM_OBJECTS: time, randomness, threads, processes and sockets are injected. No object of
# the libraries in LIST (lines "module archive") names such a service unless SYSTEM_OBJECTS allows it. Reading the
# undefined symbols of what was built finds an alias, a macro or an inlined header as well.
set -euo pipefail
nm=$1 list=$2 allowed=$3

while read -r module archive; do
  # nm prints "archive:object:" before each object's symbols.
  "$nm" -uC "$archive" | awk -v module="$module" '
    /^[^ \t].*\.o:$/ { object = $0; sub(/\.o:$/, "", object); sub(/.*[:\/]/, "", object); print module "/" object; next }
    NF { kind = $1; sub(/^[ \t]*[A-Za-z] /, ""); print module "/" object "\t" $0 }'
done <"$list" | awk -F '\t' '
BEGIN {
  asio = "^boost::asio::(detail::)?"
  service["clock"] = "^(clock_gettime|clock_nanosleep|gettimeofday|time|times|ftime|timespec_get|nanosleep|usleep|sleep|alarm|setitimer|timer_create|timerfd_create|timerfd_settime|pthread_cond_timedwait|pthread_cond_clockwait|sem_timedwait|sem_clockwait|pthread_mutex_timedlock|pthread_mutex_clocklock)$|^std::chrono::(_V2::)?[a-z_]*clock::now\\(\\)|^std::this_thread::__sleep_|_M_futex_wait_until|" asio "epoll_reactor::.*(timer|timeout)"
  service["random"] = "^std::random_device::|^(getrandom|getentropy|arc4random.*|rand|rand_r|srand|random|srandom|[delmnj]rand48|RAND_.*bytes)$"
  service["thread"] = "^std::thread::_M_start_thread|^(pthread_create|thrd_create|clone|clone3)$|" asio "(posix_thread|thread_pool|system_context)"
  service["process"] = "^(fork|vfork|_Fork|posix_spawnp?|exec[lv][pe]*|execve(at)?|fexecve|system|popen|daemon)$"
  service["socket"] = "^(socket|socketpair|connect|bind|listen|accept4?|getaddrinfo|getaddrinfo_a|gethostby.*|getnameinfo)$|^BIO_(new_|s_)?(connect|accept|socket|datagram).*|" asio "(socket_ops|reactive_socket_service_base|resolver_service_base|resolver_thread_pool)"
}
FNR == NR {
  sub(/\(.*/, "")                                   # a remark
  if ($0 ~ /^#/ || $0 ~ /^[ \t]*$/) next
  n = split($0, word, /[ \t]+/)
  for (i = 2; i <= n; i++) if (word[i] != "") may[word[1], word[i]] = FNR
  next
}
NF == 1 { objects++; next }
{
  symbols++
  for (kind in service) if ($2 ~ service[kind]) {
    if (($1, kind) in may) { used[$1, kind] = 1; continue }
    sub(/\(.*/, "", $2)
    printf "%s names %s: a %s is injected (see base/), only the system implementations use the system'"'"'s\n", $1, $2, kind
    bad++
  }
}
END {
  for (key in may) if (!(key in used)) {
    split(key, part, SUBSEP)
    printf "system_objects.txt:%d: %s does not use a %s any more, remove it\n", may[key], part[1], part[2]
    bad++
  }
  if (symbols < 100) { print "hardly any symbol was read: wrong list?"; bad++ }
  printf "%d undefined symbols of %d objects, %d not allowed\n", symbols, objects, bad
  exit bad != 0
}' "$allowed" -
