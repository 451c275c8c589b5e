#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
"""record.py OPERATOR APISERVER KUBEXX [NAME ...]: makes each fault of faulty_operator.cpp on an embedded API server,
scrapes /metrics while it lasts, and writes the files in recordings/. They have the metrics that the rules and the board
use. All of them take eleven minutes.

record.py --names OPERATOR APISERVER KUBEXX: prints the names of the metrics that these programs have now, after a few
seconds with all faults but those that need longer."""
import base64
import concurrent.futures
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

import recordings


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def certificate(folder, name, days, *names):
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
         str(days), "-subj", "/CN=kubexx", "-addext", "subjectAltName=" + ",".join(names), "-keyout",
         f"{folder}/{name}.key", "-out", f"{folder}/{name}.crt"], check=True, capture_output=True)


class Cluster:
    """An embedded API server, which keeps its address and its certificate when it is started again."""

    def __init__(self, programs, folder):
        self.operator, self.apiserver, self.kubexx = programs
        self.folder, self.port, self.webhooks = pathlib.Path(folder), free_port(), free_port()
        certificate(folder, "apiserver", 30, "IP:127.0.0.1")
        (self.folder / "tokens.csv").write_text('secret,admin,1,"system:masters"\n')
        ca = base64.b64encode((self.folder / "apiserver.crt").read_bytes()).decode()
        self.kubeconfig = self.folder / "kubeconfig"
        config = {
            "apiVersion": "v1", "kind": "Config", "current-context": "it",
            "clusters": [{"name": "it", "cluster": {"server": f"https://127.0.0.1:{self.port}",
                                                    "certificate-authority-data": ca}}],
            "users": [{"name": "it", "user": {"token": "secret"}}],
            "contexts": [{"name": "it", "context": {"cluster": "it", "user": "it", "namespace": "default"}}]}
        self.kubeconfig.write_text(json.dumps(config))
        # That of the operators, whose connections can be cut.
        self.connections = Connections(self.port)
        config["clusters"][0]["cluster"]["server"] = f"https://127.0.0.1:{self.connections.port}"
        (self.folder / "operator.kubeconfig").write_text(json.dumps(config))
        self.operators, self.server = [], None
        self.start()

    def start(self):
        self.server = self.run([self.apiserver, "--port", str(self.port), "--cert-dir", str(self.folder),
                                "--token-auth-file", str(self.folder / "tokens.csv"), "--history", "10",
                                "--webhook-service", f"default/faulty-operator-webhooks=127.0.0.1:{self.webhooks}"],
                               "apiserver")
        # Not the operator's own namespace, which its webhooks leave alone.
        work = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "work"}}
        self.until(lambda: not self.refusal_of(work), "the API server does not answer")

    def stop(self):
        self.server.kill()
        self.server.wait()

    def run(self, command, name):
        with open(self.folder / f"{name}.log", "ab") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, env={"PATH": os.environ["PATH"]})

    def until(self, condition, what):
        for _ in range(300):
            if condition():
                return
            time.sleep(0.1)
        logs = "".join(log.read_text()[-2000:] for log in self.folder.glob("*.log"))
        raise RuntimeError(f"{what}\n{logs}")

    def refusal_of(self, one):
        """Empty if the API server accepts the object."""
        done = subprocess.run([self.kubexx, "apply", "--kubeconfig", str(self.kubeconfig), "-f", "-"],
                              input=json.dumps(one), text=True, capture_output=True, check=False)
        return "" if done.returncode == 0 else done.stderr

    def apply(self, *objects):
        for one in objects:
            refusal = self.refusal_of(one)
            if refusal:
                raise RuntimeError(refusal)

    def refuses(self, *objects):
        for one in objects:
            if not self.refusal_of(one):
                raise RuntimeError(f"{one['metadata']['name']} is accepted")

    def add_operator(self, *arguments):
        operator = Operator(self, len(self.operators), arguments)
        self.operators.append(operator)
        return operator

    def add_webhooks(self):
        printed = subprocess.run([self.operator, "--print-webhooks", "--leader-election-namespace", "default"],
                                 capture_output=True, check=True).stdout
        (self.folder / "webhooks.yaml").write_bytes(printed)
        subprocess.run([self.kubexx, "apply", "--kubeconfig", str(self.kubeconfig), "-f",
                        str(self.folder / "webhooks.yaml")], check=True, capture_output=True)
        denied = config_map("denied", webhook="denies")
        self.until(lambda: "the data say so" in self.refusal_of(denied), "the webhook denies nothing")

    def end(self):
        for operator in self.operators:
            operator.stop()
        self.stop()
        self.connections.end()


class Connections:
    """Hands on what arrives at its port to another one."""

    def __init__(self, target):
        self.target, self.is_open, self.pairs = target, True, []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            try:
                if not self.is_open:
                    raise OSError
                far = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                near.close()
                continue
            self.pairs.append((near, far))
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self.pump, args=(one, other), daemon=True).start()

    @staticmethod
    def pump(one, other):
        try:
            while data := one.recv(65536):
                other.sendall(data)
        except OSError:
            pass
        for each in (one, other):
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        self.is_open = False
        for pair in self.pairs:
            for each in pair:
                try:
                    each.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
                each.close()
        self.pairs.clear()

    def end(self):
        self.cut()
        self.listener.close()


class Operator:
    def __init__(self, cluster, number, arguments):
        self.cluster, self.name = cluster, f"faulty-operator-{number}"
        self.metrics = f"127.0.0.1:{free_port()}"
        webhooks = cluster.webhooks if number == 0 else 0
        self.command = [cluster.operator, "--kubeconfig", str(cluster.folder / "operator.kubeconfig"),
                        "--metrics-address", self.metrics, "--health-address", self.metrics,
                        "--webhook-address", f"127.0.0.1:{webhooks}", *arguments]
        self.start()

    def start(self):
        self.process = self.cluster.run(self.command, self.name)
        self.cluster.until(lambda: "process_start_time_seconds" in self.scrape(), "the operator does not start")

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(3)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def scrape(self):
        try:
            with urllib.request.urlopen(f"http://{self.metrics}/metrics", timeout=5) as answer:
                return answer.read().decode()
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return ""


def config_map(name, reconcile="", webhook="", serial=0):
    return {"apiVersion": "v1", "kind": "ConfigMap",
            "metadata": {"name": name, "namespace": "work", "labels": {"faulty": "yes"}},
            "data": {"reconcile": reconcile, "webhook": webhook, "serial": str(serial)}}


def values_of(text):
    values = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            series, value = line.rsplit(" ", 1)
            values[series] = value
    return values


class Recording:
    def __init__(self, cluster):
        self.cluster, self.times, self.scrapes = cluster, [], []

    def scrape(self):
        self.times.append(round(time.time()))
        self.scrapes.append([values_of(operator.scrape()) for operator in self.cluster.operators])

    def during(self, seconds, every, step=lambda n: None):
        """Scrapes for that time; calls step(n) once in each interval."""
        begin = time.time()
        for n in range(round(seconds / every)):
            step(n)
            time.sleep(max(0, begin + (n + 1) * every - time.time()))
            self.scrape()

    def write(self, name):
        used, pods = recordings.used_metrics(), {}
        for number, operator in enumerate(self.cluster.operators):
            scrapes = [scrape[number] if number < len(scrape) else {} for scrape in self.scrapes]
            pods[operator.name] = {series: [scrape.get(series, "_") for scrape in scrapes]
                                   for series in {one for scrape in scrapes for one in scrape}
                                   if recordings.metric_of(series) in used}
        recordings.write(name, self.times, pods)


def work(cluster, n):
    cluster.apply(*(config_map(f"map-{i}", serial=n) for i in range(5)))


def healthy(cluster, recording):
    cluster.add_operator("--leader-elect")
    cluster.add_operator("--leader-elect")
    cluster.add_webhooks()
    recording.during(150, 10, lambda n: work(cluster, n))


def failing(cluster, recording):
    cluster.add_operator()
    cluster.apply(*(config_map(f"fails-{i}", "fails") for i in range(3)))
    recording.during(120, 10, lambda n: work(cluster, n))


def stuck(cluster, recording):
    cluster.add_operator("--workers=1")
    time.sleep(2)
    cluster.apply(config_map("stuck", "slow:400"))
    recording.during(440, 20, lambda n: work(cluster, n))


def hot_loop(cluster, recording):
    cluster.add_operator()
    cluster.apply(config_map("loops", "loops"))
    recording.during(90, 10)


def watch_failing(cluster, recording):
    cluster.add_operator()
    recording.during(90, 10, lambda n: cluster.stop() if n == 3 else None)


def relisting(cluster, recording):
    """While its connections are cut, there are more changes than the API server keeps."""
    cluster.add_operator()

    def cut(n):
        if n % 2 == 1:
            cluster.connections.cut()
            for i in range(3):
                work(cluster, 3 * n + i)
            cluster.connections.is_open = True
    recording.during(240, 10, cut)


def no_leader(cluster, recording):
    def renewed(n):
        cluster.apply({"apiVersion": "coordination.k8s.io/v1", "kind": "Lease",
                       "metadata": {"name": "faulty-operator", "namespace": "default"},
                       "spec": {"holderIdentity": "gone", "leaseDurationSeconds": 15,
                                "renewTime": time.strftime("%Y-%m-%dT%H:%M:%S.000000Z", time.gmtime())}})
    renewed(0)
    cluster.add_operator("--leader-elect")
    cluster.add_operator("--leader-elect")
    recording.during(90, 5, renewed)


def two_leaders(cluster, recording):
    cluster.apply({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "other"}})
    cluster.add_operator("--leader-elect")
    cluster.add_operator("--leader-elect", "--leader-election-namespace=other")
    recording.during(60, 10)


def webhook(cluster, recording):
    cluster.add_operator()
    cluster.add_webhooks()

    def as_usual(n):
        work(cluster, n)
        if n % 4 == 3:
            cluster.refuses(config_map(f"denied-{n}", webhook="denies"))
    recording.during(300, 20, as_usual)

    def faults(n):
        work(cluster, n)
        cluster.refuses(*(config_map(f"denied-{n}-{i}", webhook="denies") for i in range(5)))
        cluster.refuses(config_map(f"broken-{n}", webhook="throws"))
        cluster.apply(config_map(f"late-{n}", webhook="slow:3"))
    recording.during(320, 20, faults)


def restarts(cluster, recording):
    operator = cluster.add_operator()

    def again(n):
        if n % 2 == 1:
            operator.stop()
            operator.start()
    recording.during(120, 10, again)


def certificate_expires(cluster, recording):
    folder = cluster.folder / "webhooks"
    folder.mkdir()
    certificate(folder, "tls", 3, "DNS:faulty-operator-webhooks.default.svc")
    cluster.add_operator("--webhook-cert-path", str(folder))
    recording.during(30, 10)


def memory_near_limit(cluster, recording):
    """The limit is not recorded: it is what kube-state-metrics would say of a Pod whose limit is a little higher."""
    operator = cluster.add_operator()
    recording.during(30, 10)
    used = float(recording.scrapes[0][0]["process_resident_memory_bytes"])
    limit = 'kube_pod_container_resource_limits{container="operator",resource="memory",unit="byte"}'
    for scrape in recording.scrapes:
        scrape[0][limit] = f"{used * 1.05:.0f}"
    assert operator.process.poll() is None


RECORDINGS = {one.__name__: one for one in (healthy, failing, stuck, hot_loop, watch_failing, relisting, no_leader,
                                            two_leaders, webhook, restarts, certificate_expires,
                                            memory_near_limit)}


def record(name, programs):
    with tempfile.TemporaryDirectory() as folder:
        cluster = Cluster(programs, folder)
        recording = Recording(cluster)
        try:
            RECORDINGS[name](cluster, recording)
        except Exception as error:
            raise RuntimeError(f"{name}: {error}") from error
        finally:
            cluster.end()
        recording.write(name)
        return name


def names(programs):
    with tempfile.TemporaryDirectory() as folder:
        cluster = Cluster(programs, folder)
        try:
            operator = cluster.add_operator("--leader-elect")
            cluster.add_webhooks()
            cluster.apply(config_map("loops", "loops"))
            cluster.until(lambda: "kubexx_controller_hot_loops_total{" in operator.scrape(), "there is no hot loop")
            return {recordings.metric_of(series) for series in values_of(operator.scrape())}
        finally:
            cluster.end()


def main():
    if sys.argv[1] == "--names":
        print("\n".join(sorted(names(sys.argv[2:5]))))
        return
    programs = [os.path.abspath(program) for program in sys.argv[1:4]]
    chosen = sys.argv[4:] or list(RECORDINGS)
    with concurrent.futures.ThreadPoolExecutor(len(chosen)) as pool:
        for done in concurrent.futures.as_completed([pool.submit(record, name, programs) for name in chosen]):
            print(done.result(), flush=True)


if __name__ == "__main__":
    main()
