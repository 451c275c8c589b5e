#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# compare_apiserver.sh BENCH_DIR [ROUNDS]: the embedded API server beside a real kube-apiserver with etcd (without fsync;
# both built once by tests/e2e/build-controlplane.sh), the same load on both, ROUNDS (1) times in turn, as a Markdown
# table of medians:
#
#   start    from exec to an answer of /readyz, the memory two seconds later
#   small    N (100000) ConfigMaps of 1 kB created by four clients; all of them in one list
#   large    N ConfigMaps of 4.8 kB created by four clients; read in pages of 500 by the load program and by kubectl
#   watch    WATCHES (1000) watches with selectors, ten of which match each write: PACED (1000) writes one after the
#            other, from the request to each event; then BURST (10000) by four clients
#
# The real server's memory and CPU are those of kube-apiserver and etcd together; the table says which part is etcd's.
# The load program (apiserver_load/) speaks plain HTTP/1.1 over TLS; its own CPU stands beside. With the default sizes a
# round takes about five minutes for the real server and one for ours. N=2000 PACED=100 BURST=500 is a quick look.
# SERVERS=kubexx measures that alone, APISERVER names another program of ours. What the table is made of remains in
# BENCH_DIR/apiserver_results. Run it on an idle machine; QUIET=120 waits up to so many seconds before each server until
# the processors are idle.
set -euo pipefail
programs=$(realpath "$1") rounds=${2:-1} servers=${SERVERS:-real kubexx}
count=${N:-100000} watches=${WATCHES:-1000} paced=${PACED:-1000} burst=${BURST:-10000} clients=4 page=500
ours=${APISERVER:-$programs/kubexx_apiserver/kubexx-apiserver}
[ -x "$ours" ] || ours=$programs/../tools/kubexx_apiserver/kubexx-apiserver
ours=$(realpath "$ours")
here=$(realpath "$(dirname "$0")")
began=$SECONDS
ulimit -n "$(ulimit -Hn)"
if ((watches > 0 && $(ulimit -n) < watches * 2 + 200)); then
  echo "compare_apiserver.sh: $(ulimit -n) open files are too few for $watches watches" >&2
  exit 1
fi
assets=$("$here/../tests/e2e/build-controlplane.sh")
folder=$(mktemp -d /dev/shm/compare_apiserver.XXXXXX)
pids=()
stop_servers() {
  local pid
  # The real one would wait for its watches.
  for pid in "${pids[@]}"; do kill -KILL "$pid" 2>/dev/null || true; done
  for pid in "${pids[@]}"; do while kill -0 "$pid" 2>/dev/null; do sleep 0.05; done; done
  pids=()
}
trap 'stop_servers; rm -rf "$folder"' EXIT

say() { printf '%4d s  %s\n' $((SECONDS - began)) "$*" >&2; }
free_ports() {
  python3 -c 'import socket
sockets = [socket.socket() for _ in range(3)]
for one in sockets: one.bind(("127.0.0.1", 0))
print(*[one.getsockname()[1] for one in sockets])'
}
# shellcheck source=/dev/null
. "$here/quiet.sh"

# Certificates of the real server: an authority, its own, and an administrator's.
certificates() {
  openssl ecparam -name prime256v1 -genkey -noout -out "$folder/ca.key"
  openssl req -x509 -new -key "$folder/ca.key" -subj /CN=bench-ca -days 2 -out "$folder/ca.crt"
  local name
  for name in server client; do
    openssl ecparam -name prime256v1 -genkey -noout -out "$folder/$name.key"
    openssl req -new -key "$folder/$name.key" -out "$folder/$name.csr" \
      -subj "$([ $name = server ] && echo /CN=kube-apiserver || echo /O=system:masters/CN=admin)"
    openssl x509 -req -in "$folder/$name.csr" -CA "$folder/ca.crt" -CAkey "$folder/ca.key" -CAcreateserial -days 2 \
      -out "$folder/$name.crt" -extfile <(if [ $name = server ]; then echo subjectAltName=IP:127.0.0.1; else echo extendedKeyUsage=clientAuth; fi)
  done
} 2>/dev/null

# Start a server: port, cert, key and pids are set, a kubeconfig written, and how it started goes into the results.
start_real() {
  local ports etcd peer started
  read -ra ports < <(free_ports)
  etcd=http://127.0.0.1:${ports[1]} peer=http://127.0.0.1:${ports[2]} port=${ports[0]}
  certificates
  rm -rf "$folder/etcd"
  "$assets/etcd" --name=bench --data-dir="$folder/etcd" --listen-client-urls="$etcd" --advertise-client-urls="$etcd" \
    --listen-peer-urls="$peer" --initial-advertise-peer-urls="$peer" --initial-cluster="bench=$peer" \
    --unsafe-no-fsync --quota-backend-bytes=8589934592 --log-level=warn >"$folder/etcd.log" 2>&1 &
  pids=($!)
  disown
  until curl -sf "$etcd/health" >/dev/null; do
    kill -0 "${pids[0]}" || { cat "$folder/etcd.log" >&2; return 1; }
    sleep 0.1
  done
  started=$("$programs/apiserver_load" start "$port" "$folder/server.log" "$assets/kube-apiserver" \
    --etcd-servers="$etcd" --bind-address=127.0.0.1 --secure-port="$port" --tls-cert-file="$folder/server.crt" \
    --tls-private-key-file="$folder/server.key" --client-ca-file="$folder/ca.crt" \
    --service-account-key-file="$folder/server.crt" --service-account-signing-key-file="$folder/server.key" \
    --service-account-issuer=https://kubernetes.default.svc --authorization-mode=RBAC \
    --service-cluster-ip-range=10.0.0.0/24 --disable-admission-plugins=ServiceAccount) ||
    { tail -n 5 "$folder/server.log" >&2; return 1; }
  pids+=("$(pid_of "$started")")
  cert=$folder/client.crt key=$folder/client.key
  cat >"$folder/kubeconfig" <<END
apiVersion: v1
kind: Config
current-context: bench
contexts: [{name: bench, context: {cluster: bench, user: bench}}]
users: [{name: bench, user: {client-certificate: $cert, client-key: $key}}]
clusters: [{name: bench, cluster: {server: 'https://127.0.0.1:$port', certificate-authority: $folder/ca.crt}}]
END
  echo "real start $started etcd_rss_mb=$(resident "${pids[0]}")" >>"$folder/results"
}

start_kubexx() {
  local ports started kind
  read -ra ports < <(free_ports)
  port=${ports[0]}
  started=$("$programs/apiserver_load" start "$port" "$folder/server.log" "$ours" --port "$port" \
    --kubeconfig-out "$folder/kubeconfig") || { tail -n 5 "$folder/server.log" >&2; return 1; }
  pids=("$(pid_of "$started")")
  cert=$folder/client.crt key=$folder/client.key
  for kind in certificate key; do
    sed -n "s/.*client-$kind-data: *//p" "$folder/kubeconfig" | base64 -d >"$folder/client.$([ $kind = key ] && echo key || echo crt)"
  done
  echo "kubexx start $started etcd_rss_mb=0" >>"$folder/results"
}

# Of "pid=17 ready_ms=...".
pid_of() {
  local pid=${1#pid=}
  echo "${pid%% *}"
}
resident() { awk '/VmRSS/ { print $2 * 1024e-6 }' "/proc/$1/status"; }

# Of the running server: WORK NAME... goes to the results as "SERVER WORK NAME=VALUE...".
measure() {
  local work=$1 line
  shift
  say "$server: $work"
  "$programs/apiserver_load" "$port" "$cert" "$key" "$(IFS=,; echo "${pids[*]}")" "$@" | while read -r line; do
    case $work in watch) line="$work-$line" ;; *) line="$work $line" ;; esac
    echo "$server $line" | tee -a "$folder/results" >&2
  done
}

: >"$folder/results"
for ((round = 1; round <= rounds; round++)); do
  for server in $servers; do
    wait_for_quiet
    say "$server: round $round of $rounds, load $(cut -d' ' -f1 /proc/loadavg)"
    "start_$server"
    if ((watches > 0)); then measure watch watch watched "$watches" "$paced" "$burst" $clients; fi
    measure small create small "$count" 1000 $clients
    measure list read small 0
    measure large create large "$count" 4800 $clients
    measure pages read large $page
    measure kubectl run "$assets/kubectl" --kubeconfig "$folder/kubeconfig" get configmaps -n large --chunk-size=$page
    [ "$server" = kubexx ] || echo "$server end etcd_rss_mb=$(resident "${pids[0]}")" >>"$folder/results"
    stop_servers
  done
done
cp "$folder/results" "$programs/apiserver_results"
say "done"

echo
echo "N=$count WATCHES=$watches PACED=$paced BURST=$burst bench/compare_apiserver.sh BENCH_DIR $rounds"
echo
awk "$(<"$here/median.awk")"'
  {
    for (i = 3; i <= NF; i++) {
      split($i, pair, "=")
      values[$1, $2, pair[1]] = values[$1, $2, pair[1]] " " pair[2]
    }
    seen[$1] = 1
  }
  function of(server, work, name) { return median(values[server, work, name]) }
  # The memory that a work leaves, in bytes for each of its items.
  function each_kept(server, work) {
    return (of(server, work, "rss_mb") - of(server, work, "before_mb")) * 1e6 / of(server, work, "items")
  }
  function cell(value, digits) { return value == "" ? "-" : sprintf("%." digits "f", value) }
  # how: "more" or "less" is better, or "" for no ratio
  function row(text, real, ours, digits, how,   ratio) {
    if (!("real" in seen)) real = ""
    if (!("kubexx" in seen)) ours = ""
    ratio = "-"
    if (how == "more" && real > 0 && ours != "") ratio = sprintf("%.2f×", ours / real)
    if (how == "less" && ours > 0 && real != "") ratio = sprintf("%.2f×", real / ours)
    printf "| %s | %s | %s | %s |\n", text, cell(real, digits), cell(ours, digits), ratio
  }
  function plain(text, work, name, digits, how) { row(text, of("real", work, name), of("kubexx", work, name), digits, how) }
  function peak(text, work) {
    plain(text ", peak MB", work, "peak_mb", 0, "less")
    row(text ", peak / before", of("real", work, "peak_mb") / max1(of("real", work, "before_mb")),
        of("kubexx", work, "peak_mb") / max1(of("kubexx", work, "before_mb")), 2, "")
  }
  function max1(value) { return value > 0 ? value : 1 }
  function created(text, work) {
    plain(text ": writes per second", work, "per_second", 0, "more")
    plain(text ": write p50, µs", work, "p50_us", 0, "less")
    plain(text ": write p99, µs", work, "p99_us", 0, "less")
    plain(text ": CPU of the server per write, µs", work, "server_us", 1, "less")
    plain(text ": CPU of the load program per write, µs", work, "load_us", 1, "")
    row(text ": bytes of memory per object", each_kept_if("real", work), each_kept_if("kubexx", work), 0, "less")
  }
  function kubectl(server) { return (of(server, "kubectl", "load_us") + of(server, "kubectl", "server_us")) / 1e6 }
  function each_kept_if(server, work) { return server in seen ? each_kept(server, work) : "" }
  END {
    print "| Work | kube-apiserver with etcd | kubexx-apiserver | better |"
    print "|---|---|---|---|"
    plain("exec → ready, ms (etcd runs already)", "start", "ready_ms", 0, "less")
    row("memory when empty, MB (etcd: " cell(of("real", "start", "etcd_rss_mb"), 0) ")",
        of("real", "start", "rss_mb") + of("real", "start", "etcd_rss_mb"), of("kubexx", "start", "rss_mb"), 1, "less")
    if (("kubexx", "watch-paced", "items") in values || ("real", "watch-paced", "items") in values) {
      watches = "'"$watches"' watches"
      row(watches ": bytes of memory per watch", each_kept_if("real", "watch-open"), each_kept_if("kubexx", "watch-open"), 0, "less")
      plain(watches ": write → event p50, µs", "watch-paced", "event_p50_us", 0, "less")
      plain(watches ": write → event p99, µs", "watch-paced", "event_p99_us", 0, "less")
      plain(watches ": CPU of the server per write and its ten events, µs", "watch-paced", "server_us", 0, "less")
      plain(watches ", four writers: writes per second", "watch-burst", "per_second", 0, "more")
      plain(watches ", four writers: events per second", "watch-burst", "events_per_second", 0, "more")
      plain(watches ", four writers: CPU of the server per write and its ten events, µs", "watch-burst", "server_us", 0, "less")
      plain(watches ", four writers: CPU of the load program, µs", "watch-burst", "load_us", 0, "")
    }
    created("'"$count"' of 1 kB", "small")
    plain("list of them all, s", "list", "seconds", 2, "less")
    plain("list of them all, MB per second", "list", "mb_per_second", 0, "more")
    peak("list of them all", "list")
    created("'"$count"' of 4.8 kB", "large")
    plain("pages of '$page', load program, s", "pages", "seconds", 2, "less")
    plain("pages of '$page', load program: CPU of the server per object, µs", "pages", "server_us", 2, "less")
    peak("pages of '$page', load program", "pages")
    plain("pages of '$page', kubectl with its own limit of requests, s", "kubectl", "seconds", 2, "")
    row("pages of '$page', CPU of kubectl and of the server, s", kubectl("real"), kubectl("kubexx"), 2, "less")
    row("pages of '$page', kubectl: its own CPU, s", of("real", "kubectl", "load_us") / 1e6, of("kubexx", "kubectl", "load_us") / 1e6, 2, "")
    row("pages of '$page', kubectl: CPU of the server, s", of("real", "kubectl", "server_us") / 1e6, of("kubexx", "kubectl", "server_us") / 1e6, 2, "less")
    peak("pages of '$page', kubectl", "kubectl")
  }' "$programs/apiserver_results"
