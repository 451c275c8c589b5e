#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""monitoring_test.py OPERATOR APISERVER KUBEXX: the rules and the board find their data. Prometheus gets the recorded
metrics of each fault, and answers every query: those of the rules find something in the recording of their fault and
in no other, those of the board in at least one. The metrics are those that the operator has now."""
import concurrent.futures
import json
import math
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

import record
import recordings

# The alerts whose expression finds something. How long it must do so is in rules_test.yaml.
EXPECTED = {
    "healthy": set(),
    "failing": {"OperatorReconcilesFail"},
    "stuck": {"OperatorReconcileStuck", "OperatorQueueSlow", "OperatorWorkersBusy"},
    "hot_loop": {"OperatorHotLoop"},
    "watch_failing": {"OperatorWatchFails"},
    "relisting": {"OperatorRelistsOften", "OperatorWatchFails"},  # for some seconds each time
    "no_leader": {"OperatorNoLeader"},
    "two_leaders": {"OperatorTwoLeaders"},
    "webhook": {"OperatorWebhookDeniesMore", "OperatorWebhookSlow", "OperatorWebhookFails"},
    "certificate_expires": {"OperatorWebhookCertificateExpires"},
    "restarts": {"OperatorRestarts"},
    "memory_near_limit": {"OperatorMemoryNearLimit"},
}
NOT_OF_KUBEXX = {"kube_pod_container_resource_limits"}  # of kube-state-metrics
ANY_NAMESPACE = 'namespace=~".*"'
mistakes = []


def expect(condition, text):
    if not condition:
        mistakes.append(text)


def run(*command, **options):
    return subprocess.run(command, text=True, capture_output=True, check=False, **options)


class Prometheus:
    def __init__(self, programs, folder):
        text = "".join(recordings.open_metrics(name) for name in recordings.names()) + "# EOF\n"
        (folder / "metrics.txt").write_text(text)
        done = run(f"{programs}/promtool", "tsdb", "create-blocks-from", "openmetrics", folder / "metrics.txt",
                   folder / "data")
        if done.returncode != 0:
            raise RuntimeError(done.stdout + done.stderr)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{probe.getsockname()[1]}"
        (folder / "prometheus.yml").write_text(json.dumps({"rule_files": [str(recordings.MONITORING / "rules.yaml")]}))
        with open(folder / "prometheus.log", "wb") as log:
            self.process = subprocess.Popen(
                [f"{programs}/prometheus", f"--config.file={folder}/prometheus.yml",
                 f"--storage.tsdb.path={folder}/data", "--storage.tsdb.retention.time=100y",
                 f"--web.listen-address={self.address}"], stdout=log, stderr=log)
        for _ in range(300):
            try:
                self.get("query", query="1")
                return
            except OSError:
                time.sleep(0.1)
        self.process.kill()
        raise RuntimeError((folder / "prometheus.log").read_text())

    def get(self, path, **parameters):
        url = f"http://{self.address}/api/v1/{path}?{urllib.parse.urlencode(parameters)}"
        with urllib.request.urlopen(url, timeout=30) as answer:
            return json.load(answer)["data"]

    def rules(self):
        return [rule for group in self.get("rules")["groups"] for rule in group["rules"]]

    def has_data(self, expression, name):
        """Whether there is a number in the time of a recording."""
        times, _ = recordings.read(name)
        found = self.get("query_range", query=expression, start=times[0], end=times[-1], step=5)["result"]
        return any(math.isfinite(float(value)) for series in found for _, value in series["values"])


def check_alerts(prometheus):
    rules = prometheus.rules()
    expect(set(EXPECTED) == set(recordings.names()), f"recordings: {recordings.names()}")
    expect({rule["name"] for rule in rules} == set().union(*EXPECTED.values()), "alerts without a recording")
    tested = (pathlib.Path(__file__).parent / "rules_test.yaml").read_text()
    for rule in rules:
        alert = rule["name"]
        expect(f'\'{{alertname="{alert}"}}\'' in tested, f"{alert}: rules_test.yaml does not have it")
        expect(rule["labels"].get("severity") in ("warning", "critical"), f"{alert}: no severity")
        expect(rule["annotations"].keys() == {"summary", "description"}, f"{alert}: {rule['annotations'].keys()}")
        # As the rules are for one namespace.
        selectors = rule["query"].count("{")
        expect(rule["query"].count(ANY_NAMESPACE) == selectors, f"{alert}: a selector without {ANY_NAMESPACE}")

    def fires(rule, name):
        return prometheus.has_data(rule["query"].replace(ANY_NAMESPACE, f'namespace="{name}"'), name)

    pairs = [(rule, name) for rule in rules for name in recordings.names()]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for (rule, name), found in zip(pairs, pool.map(lambda pair: fires(*pair), pairs)):
            what = "something" if found else "nothing"
            expect(found == (rule["name"] in EXPECTED[name]), f"{rule['name']} finds {what} in the recording {name}")
    return len(rules)


def check_board(prometheus):
    def filled(expression, name):
        text = expression.replace('namespace=~"$namespace"', f'namespace="{name}"')
        return text.replace("$__rate_interval", "1m").replace("$job", ".*").replace("$controller", ".*")

    expressions = recordings.board_expressions()
    for title, expression in expressions:
        expect("$" not in filled(expression, "x"), f"board, {title}: an unknown variable in {expression}")
        anywhere = any(prometheus.has_data(filled(expression, name), name) for name in recordings.names())
        expect(anywhere, f"board, {title}: nothing in any recording: {expression}")
    return len(expressions)


def check_board_form():
    """What Grafana needs; schema/ compares the members with Grafana's types."""
    board = recordings.board()
    panels = board["panels"]
    expect(board["schemaVersion"] >= 42 and board["uid"] and board["title"], "board: schemaVersion, uid, title")
    expect(len({panel["id"] for panel in panels}) == len(panels), "board: two panels with the same id")
    taken = set()
    for panel in panels:
        place, title = panel["gridPos"], panel["title"]
        cells = {(x, y) for x in range(place["x"], place["x"] + place["w"])
                 for y in range(place["y"], place["y"] + place["h"])}
        expect(not cells & taken and place["x"] + place["w"] <= 24, f"board, {title}: lies on another panel")
        taken |= cells
        if panel["type"] == "row":
            continue
        expect(panel["datasource"]["uid"] == "${datasource}", f"board, {title}: datasource")
        expect(panel["fieldConfig"]["defaults"].get("unit"), f"board, {title}: no unit")
        targets = panel["targets"]
        expect(len({target["refId"] for target in targets}) == len(targets) > 0, f"board, {title}: refIds")
    variables = [variable["name"] for variable in board["templating"]["list"]]
    expect(variables == ["datasource", "namespace", "job", "controller"], f"board: variables {variables}")


def check_prometheus_rule(programs):
    """The script of a project: the same rules, for one namespace."""
    project = recordings.MONITORING.parents[1]
    with tempfile.TemporaryDirectory() as folder:
        for file in ("scripts/prometheus-rule", "config/monitoring/rules.yaml"):
            copy = pathlib.Path(folder) / file
            copy.parent.mkdir(parents=True)
            copy.write_text((project / file).read_text().replace("@NAME@", "backup"))
        printed = run("bash", f"{folder}/scripts/prometheus-rule", "ops").stdout
        head, _, spec = printed.partition("spec:\n")
        named = "kind: PrometheusRule\nmetadata:\n  name: backup\n  namespace: ops\n"
        expect(named in head, f"prometheus-rule: {head}")
        rules = pathlib.Path(folder) / "rules.yaml"
        rules.write_text(re.sub("^  ", "", spec, flags=re.MULTILINE))
        expect(run(f"{programs}/promtool", "check", "rules", rules).returncode == 0, "prometheus-rule: not rules")
        expected = re.sub("^#.*\n", "", recordings.rules_text(), flags=re.MULTILINE)
        expect(rules.read_text() == expected.replace(ANY_NAMESPACE, 'namespace="ops"'), "prometheus-rule: other rules")


def check_names(programs):
    used = recordings.used_metrics()
    recorded = {recordings.metric_of(series) for name in recordings.names()
                for pod in recordings.read(name)[1].values() for series in pod}
    now = record.names(programs)
    for metric in sorted(used):
        expect(metric in recorded, f"{metric} is in no recording")
        expect(metric in now | NOT_OF_KUBEXX, f"the operator has no metric {metric}")
    return len(used)


def main():
    found = run("sh", str(pathlib.Path(__file__).parents[1] / "e2e/get-prometheus.sh"))
    if found.returncode == 77:
        print(found.stderr)
        sys.exit(77)
    programs = found.stdout.strip()
    for command in (["check", "rules", recordings.MONITORING / "rules.yaml"],
                    ["test", "rules", pathlib.Path(__file__).parent / "rules_test.yaml"]):
        done = run(f"{programs}/promtool", *command)
        print(done.stdout + done.stderr, end="")
        expect(done.returncode == 0, f"promtool {command[0]} {command[1]}")
    check_board_form()
    check_prometheus_rule(programs)
    metrics = check_names([os.path.abspath(program) for program in sys.argv[1:4]])
    with tempfile.TemporaryDirectory() as folder:
        prometheus = Prometheus(programs, pathlib.Path(folder))
        try:
            alerts, queries = check_alerts(prometheus), check_board(prometheus)
        finally:
            prometheus.process.kill()
            prometheus.process.wait()
    for mistake in mistakes:
        print("wrong: " + mistake)
    print(f"{alerts} alerts, {queries} queries of the board, {metrics} metrics, {len(recordings.names())} recordings")
    sys.exit(1 if mistakes else 0)


if __name__ == "__main__":
    main()
