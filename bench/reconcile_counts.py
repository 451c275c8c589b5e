#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""reconcile_counts.py BENCH_DIR [PROGRAM [ARGUMENT...]]: what one Foo costs a controller of Foos, counted.

PROGRAM (the sample controller of BENCH_DIR) runs below callgrind against the stub server of controller_bench, once for
a small burst of Foos and once for a larger one; the difference is what one Foo costs. A third run counts the system
calls with strace, a fourth and a fifth the bytes that are allocated and copied (controller_server/counts.cpp). The
counts are the same on a busy machine, so a change can be judged by them where times say nothing.

--functions REGEX lists, per function, its own instructions, its calls, and the instructions of all that it calls.
"""
import argparse
import collections
import os
import re
import subprocess
import sys
import tempfile

SMALL, LARGE = 200, 1200
OURS = ["--workers", "4", "--metrics-address", "0", "--health-address", "0"]

# A function belongs to the first group that its name matches.
GROUPS = [(name, re.compile(pattern)) for name, pattern in [
    ("OpenSSL", r"^OpenSSL: |^(ssl_|SSL_|SSL|tls|TLS|EVP_|evp_|CRYPTO_|BIO_|bio_|ossl_|OSSL_|ERR_|err_|do_ssl|gcm_|_?aesni|aes|"
                r"sha|SHA|PACKET|WPACKET|state_machine|gf2|OPENSSL|ssl3_)"),
    ("allocation", r"malloc|free|_int_|operator new|operator delete|calloc|realloc|unlink_chunk|memalign|tcache"),
    ("nlohmann/json", r"nlohmann"),
    ("JSON: read", r"Json(View|Scanner|Cursor|Reader)|read_(struct|vector|string|map|value)|scan_|plain_run|is_literal|"
                   r"text_of|unescape|utf8|codec|_ops|after_(string|value)|content_equals|find_field|Decoder"),
    ("JSON: write", r"write_|JsonWriter|append_quoted"),
    ("objects and caches", r"Object|IndexedStore|Informer|PendingWrites|HandlerQueue|Reflector|KindCache|CacheReader|"
                           r"Owner|owner"),
    ("client", r"ApiCall|Client|Intercept|ReadYourWrites|RestMetrics|AttemptMetrics|Retry|Authorize|Throttle|Redactor|"
               r"_call\(|subject|failure_within"),
    ("HTTP", r"Http|Connection|Headers|_head|MessageParser|boost::(beast|urls)|is_token|url|TlsStream|ByteStream"),
    ("Asio, coroutines", r"boost::asio|kubexx::async|OneShot|Completion|HandlerWaiter|spawn"),
    ("controller", r"Controller|Context|Event|Reconcile|FlightRecorder|Mapper|Transition|MergedKeys|Outcome|Queue"),
    ("log, metrics", r"Log|append_word|time_stamp|Metric|prometheus|Histogram|Counter"),
    ("shared_ptr, locks", r"_Sp_counted|shared_ptr|mutex|lock_guard"),
    ("texts, memory", r"basic_string|char_traits|^__?mem|^mem|strlen|strcmp"),
]]

CALLS = [(name, re.compile(pattern)) for name, pattern in [
    ("objects scanned", r"kubexx::detail::scan_object\("),
    ("structs read from objects", r"kubexx::detail::read_object\("),
    ("objects written from structs", r"kubexx::detail::write_(new_)?object(\[|\()"),
    ("handlers run by the io_context", r"scheduler_operation::complete|executor_op<.*::do_complete"),
    ("hops through a strand", r"strand_executor_service::enqueue"),
    ("mutexes locked", r"^pthread_mutex_lock"),
    ("clocks read", r"^clock_gettime"),
]]


class Profile:
    """What callgrind has counted: own instructions and calls of each function, and the instructions below it."""

    def __init__(self, path):
        self.own, self.calls, self.below = (collections.Counter() for _ in range(3))
        names, files, file, called_file, function, called, of_call = {}, {}, "", "", None, None, False
        with open(path, errors="replace") as lines:
            for line in lines:
                found = re.match(r"(c?)(fn|ob)=\((\d+)\)(?: (.*))?", line)
                if found and found[2] == "ob":
                    called_file = files.setdefault(found[3], found[4])
                    file = file if found[1] else called_file
                elif found:
                    where = called_file if found[1] else file
                    of_openssl = "libcrypto" in where or "libssl" in where
                    name = names.setdefault(found[3], ("OpenSSL: " if of_openssl else "") + (found[4] or ""))
                    if found[1]:
                        called = name
                    else:
                        function = name
                elif line.startswith("calls="):
                    self.calls[called] += int(line[6:].split()[0])
                    of_call = True
                elif line[:1].isdigit() or line[:1] in ("+", "-", "*"):
                    count = int(line.split()[1])
                    if of_call:
                        self.below[called] += count
                    elif function:
                        self.own[function] += count
                    of_call, called_file = False, file


def difference(small, large):
    return {name: (count - small.get(name, 0)) / (LARGE - SMALL) for name, count in large.items()}


def burst(bench, foos, command, folder):
    subprocess.run([bench, "--burst", str(foos), folder, *command], check=True, stdout=subprocess.DEVNULL)


def profiles(bench, program):
    result = []
    for foos in (SMALL, LARGE):
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "callgrind.out")
            burst(bench, foos, ["valgrind", "--tool=callgrind", "--callgrind-out-file=" + out, *program], folder)
            result.append(Profile(out))
    return result


def counted(bench, program):
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "controller_server", "counts.cpp")
    result = []
    with tempfile.TemporaryDirectory() as tools:
        library = os.path.join(tools, "counts.so")
        subprocess.run(["c++", "-std=c++20", "-O2", "-fno-builtin", "-fno-tree-loop-distribute-patterns", "-shared",
                        "-fPIC", "-o", library, source], check=True)
        for foos in (SMALL, LARGE):
            with tempfile.TemporaryDirectory() as folder:
                out = os.path.join(folder, "bytes")
                burst(bench, foos, ["env", "LD_PRELOAD=" + library, "COUNTS=" + out, *program], folder)
                if not os.path.exists(out):  # a program that a signal ends at once
                    return {}
                with open(out) as rows:
                    result.append({name: int(count) for name, count in (row.split("=") for row in rows)})
    return difference(*result)


def system_calls(bench, program):
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run([bench, "--system-calls", folder, *program], check=True, capture_output=True, text=True)
    rows = [row.split() for row in run.stderr.splitlines()]
    return {row[-1]: int(row[3]) / 3000 for row in rows if len(row) > 4 and row[3].isdigit()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--functions", metavar="REGEX")
    parser.add_argument("bench_dir")
    parser.add_argument("program", nargs=argparse.REMAINDER)
    given = parser.parse_args()
    bench = os.path.join(given.bench_dir, "controller_bench")
    program = given.program or [os.path.join(given.bench_dir, "sample-controller", "sample-controller")]
    program = [os.path.realpath(program[0]), *(program[1:] or OURS)]

    small, large = profiles(bench, program)
    own, calls = difference(small.own, large.own), difference(small.calls, large.calls)
    if given.functions:
        below = difference(small.below, large.below)
        for name in sorted(own, key=own.get, reverse=True):
            if re.search(given.functions, name) and own[name] >= 1:
                print(f"{own[name]:9.0f} {calls.get(name, 0):8.1f} {below.get(name, 0):9.0f}  {name[:160]}")
        return

    groups = collections.Counter()
    for name, count in own.items():
        groups[next((group for group, pattern in GROUPS if pattern.search(name)), "other")] += count
    total = sum(groups.values())
    print(f"| Instructions per Foo | {total:,.0f} | |\n|---|---|---|")
    for group, count in groups.most_common():
        print(f"| {group} | {count:,.0f} | {100 * count / total:.1f} % |")
    print("\n| Per Foo | |\n|---|---|")
    for name, pattern in CALLS:
        print(f"| {name} | {sum(count for call, count in calls.items() if pattern.search(call)):.1f} |")
    for name, count in counted(bench, program).items():
        print(f"| {name} | {count:,.0f} |")
    by_name = system_calls(bench, program)
    total = by_name.pop("total", 0)
    kinds = ", ".join(f"{name} {count:.1f}" for name, count in by_name.items() if count >= 0.05)
    print(f"| system calls | {total:.1f} ({kinds}) |")


if __name__ == "__main__":
    sys.exit(main())
