# SPDX-License-Identifier: Apache-2.0
"""The form of the files in recordings/. The first line has the times of the scrapes. A line with "pod" begins the
series of that pod. Each other line is a series with its value at each of these times: '_' means that there was none,
3x5 stands for five threes, and '=' for the values of the line before."""
import json
import pathlib
import re

FOLDER = pathlib.Path(__file__).resolve().parent / "recordings"
MONITORING = pathlib.Path(__file__).resolve().parents[2] / "tools/kubexx/templates/project/config/monitoring"


def rules_text():
    return (MONITORING / "rules.yaml").read_text()


def board():
    return json.loads((MONITORING / "dashboard.json").read_text())


def board_expressions():
    """By the title of the panel, or the name of the variable."""
    found = [(panel["title"], target["expr"]) for panel in board()["panels"] for target in panel.get("targets", [])]
    for variable in board()["templating"]["list"]:
        if variable["type"] == "query":
            metric, label = re.fullmatch(r"label_values\((.*), (\w+)\)", variable["query"]["query"]).groups()
            found.append(("$" + variable["name"], f"group by ({label}) ({metric})"))
    return found


def metrics_in(text):
    """Every selector there has braces."""
    return set(re.findall(r"([a-zA-Z_:][a-zA-Z0-9_:]*)\{", text))


def used_metrics():
    return metrics_in(rules_text()).union(*(metrics_in(expression) for _, expression in board_expressions()))


def metric_of(series):
    return re.split("[ {]", series)[0]


def shortened(values):
    words = []
    for value in values:
        if words and words[-1][0] == value:
            words[-1][1] += 1
        else:
            words.append([value, 1])
    return " ".join(value if count == 1 else f"{value}x{count}" for value, count in words)


def write(name, times, pods):
    """pods: for each name the series with their values."""
    lines = ["times " + " ".join(map(str, times))]
    for pod, series in pods.items():
        lines.append("pod " + pod)
        before = None
        for one in sorted(series):
            values = shortened(series[one])
            lines.append(f"{one} {'=' if values == before else values}")
            before = values
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.txt").write_text("\n".join(lines) + "\n")


def read(name):
    times, pods, pod, values = [], {}, "", []
    for line in (FOLDER / f"{name}.txt").read_text().splitlines():
        if line.startswith("times "):
            times = [int(time) for time in line.split()[1:]]
        elif line.startswith("pod "):
            pod = line.split()[1]
            pods[pod] = {}
        else:
            # A label may have blanks.
            series, words = re.fullmatch(r"([^{ ]+(?:\{.*\})?) (.*)", line).groups()
            if words != "=":
                values = []
                for word in words.split():
                    value, _, count = word.partition("x")
                    values += [value] * int(count or 1)
            pods[pod][series] = values
            assert len(values) == len(times), f"{name}: {line}"
    return times, pods


def names():
    return sorted(file.stem for file in FOLDER.glob("*.txt"))


def open_metrics(name):
    """With the labels that the Prometheus operator adds. The namespace is the name of the recording."""
    times, pods = read(name)
    lines = []
    for number, (pod, series) in enumerate(pods.items()):
        target = f'namespace="{name}",job="faulty-operator-metrics",pod="{pod}",instance="10.0.0.{number}:8080"'
        for one, values in series.items():
            metric, _, labels = one.rstrip("}").partition("{")
            all_labels = f"{labels},{target}" if labels else target
            lines += [f"{metric}{{{all_labels}}} {value} {time}"
                      for time, value in zip(times, values) if value != "_"]
    return "\n".join(lines) + "\n"
