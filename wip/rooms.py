#!/usr/bin/env python3
"""Moves client/ apart: apimachinery/ and client/src/<room>/. Run at the top of a clean worktree. Moves only."""
import os, re, subprocess, sys, glob

def sh(*a): subprocess.check_call(a)
AM_PUBLIC = set("""apply_patch apps describe error field_selector field_traits human_duration int_or_string json_value json_view
json_writer label_names label_selector merge_schema meta meta_duration object ownership quantity resource resources
selector_error time value_error yaml patch list_keys merge_keys""".split())
AM_SRC = set("""apply_patch error field_selector human_duration int_or_string json_scan json_view json_writer label_names
label_selector label_selector_parser merge_schema meta_duration object object_scan ownership quantity quantity_text quoted
selector_error strategic strategic_conflict strategic_diff strategic_merge struct_fields struct_read struct_write time
value_error yaml yaml_scalar patch struct_list struct_lists list_match struct_overlay""".split())
AM_DETAIL_FROM_SRC = {"json_scan", "object_scan"}      # private headers that client shares
ROOMS = {
 "config": "config config_explain config_files kubeconfig kubeconfig_document kubeconfig_entries yaml_place no_proxy",
 "credentials": "credentials exec_credential exec_credentials exec_metrics tls_source redactor",
 "requests": """api_status blocking blocking_verb budget_state client client_blocking client_impl connect impersonation interceptors
   pages read_some request request_delete request_parts request_subresource rest_metrics retry retry_after scale table throttle
   warning warning_log""",
 "discovery": "discovery discovery_documents discovery_fetch resource_names rest_mapper",
 "watch": "watch watch_decoder piece_reader logs",
}
room = {n: r for r, names in ROOMS.items() for n in names.split()}
extra = sys.argv[1:]                                    # name=room for what came since
for e in extra:
    n, r = e.split("=")
    if r == "am": AM_SRC.add(n)
    elif r == "ampub": AM_PUBLIC.add(n)
    else: room[n] = r
moves = []
unknown = []
for f in sorted(glob.glob("client/include/kubexx/client/*.hpp")):
    n = os.path.basename(f)[:-4]
    if n in AM_PUBLIC: moves.append((f, f"apimachinery/include/kubexx/apimachinery/{n}.hpp"))
for f in sorted(glob.glob("client/include/kubexx/client/detail/*.hpp")):
    moves.append((f, "apimachinery/include/kubexx/apimachinery/detail/" + os.path.basename(f)))
am_headers, room_headers = set(), {}
for f in sorted(glob.glob("client/src/*.?pp")):
    b = os.path.basename(f); n, x = b.rsplit(".", 1)
    if n in AM_SRC:
        if x == "hpp" and n in AM_DETAIL_FROM_SRC: moves.append((f, f"apimachinery/include/kubexx/apimachinery/detail/{b}"))
        else: moves.append((f, f"apimachinery/src/{b}"))
    elif n in room: moves.append((f, f"client/src/{room[n]}/{b}"));
    else: unknown.append(f)
    if x == "hpp" and n in room: room_headers[b] = room[n]
TESTS_AM = """object_test describe_test apply_patch_test field_selector_test int_or_string_test label_selector_test meta_duration_test
quantity_test time_test values_in_structs_test yaml_test values_peer""".split()
for n in TESTS_AM:
    for f in glob.glob(f"tests/client/{n}.?pp"): moves.append((f, f.replace("tests/client", "tests/apimachinery")))
for f in subprocess.check_output(["git", "ls-files", "tests/client/peer"], text=True).split():
    moves.append((f, f.replace("tests/client/peer", "tests/apimachinery/peer")))
if unknown:
    print("no room for:", *unknown, sep="\n  "); sys.exit(1)
for a, b in moves:
    os.makedirs(os.path.dirname(b), exist_ok=True); sh("git", "mv", a, b)

public_map = {}
for a, b in moves:
    ma = re.search(r"include/(kubexx/client/.*)", a); mb = re.search(r"include/(kubexx/.*)", b)
    if ma and mb: public_map[ma.group(1)] = mb.group(1)
    elif mb: public_map["\0" + os.path.basename(a)] = mb.group(1)
files = subprocess.check_output(["git", "ls-files"], text=True).split("\n")
inc = re.compile(r'kubexx/client/((?:detail/)?[a-z_0-9]+\.hpp)')
for f in files:
    if not f or not os.path.isfile(f) or not re.search(r"\.(cpp|hpp|md|sh|txt|cmake|in|patch|py|go|rs)$|run$", f): continue
    try: s = open(f).read()
    except UnicodeDecodeError: continue
    o = s
    s = inc.sub(lambda m: public_map.get(m.group(0), m.group(0)), s)
    def quoted(m):
        name = m.group(2)
        if "\0" + name in public_map: return m.group(1) + '"' + public_map["\0" + name] + '"'
        if f.startswith(("client/src/",)) or (f.startswith("tests/") and name in room_headers and not os.path.exists(os.path.join(os.path.dirname(f), name))):
            if name in room_headers: return f'{m.group(1)}"{room_headers[name]}/{name}"'
        return m.group(0)
    if f.startswith(("client/", "apimachinery/", "tests/client/", "tests/apimachinery/", "tests/fuzz/", "tests/controller", "tests/tools")):
        s = re.sub(r'(#include )"([a-z_0-9]+\.hpp)"', quoted, s)
    for a, b in moves:
        if a in s: s = s.replace(a, b)
    if s != o: open(f, "w").write(s)
print(len(moves), "moves")
