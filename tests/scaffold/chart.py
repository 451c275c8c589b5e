#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""chart.py PROJECT PROGRAM HELM KUBECTL: renders the chart of a project of `kubexx new` with many values, and compares it
with the project's kustomize folder."""

import os
import re
import sys
import tempfile

import yaml
from chart_values import bad_values_are_refused, every_value_is_documented, helm_finds_nothing
from rendered import Release, differ_only_at, objects_of, output_of, run

PROJECT, PROGRAM, HELM, KUBECTL = sys.argv[1:5]
PROMTOOL = os.environ.get("PROMTOOL")


def open_text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


CHART = PROJECT + "/chart"
NAME = yaml.safe_load(open_text(CHART + "/Chart.yaml"))["name"]
WEBHOOKS = os.path.exists(PROJECT + "/config/generated/webhooks.yaml")
CRDS = open_text(PROJECT + "/config/generated/crds.yaml")
CONVERTS = "strategy: Webhook" in CRDS
# Whether the program can be its own authority.
OWN = WEBHOOKS and "kubexx.dev/webhook-authority" in open_text(PROJECT + "/config/generated/webhooks.yaml")
INSTALLS_CRDS = "--install-crds" in output_of(PROGRAM, "--help")
LONG = "a-name-of-53-characters-is-the-longest-of-a-release-x"
RBAC = {"ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"}

# The paths at which `helm template` with default values may differ from `kubectl kustomize config`.
DIFFERENCES = [
    (r"Namespace/[^/]*$", "helm install --create-namespace makes it"),
    (r".*\.metadata\.labels\.(helm\.sh/chart|app\.kubernetes\.io/(managed-by|version))$", "only of a release"),
    (r"CustomResourceDefinition/[^/]*\.metadata\.labels(\.app\.kubernetes\.io/instance)?$", "the CRDs of a release have no such labels"),
    (r"CustomResourceDefinition/[^/]*\.metadata\.annotations(\.helm\.sh/resource-policy)?$", "the value crds.keep"),
]


def release(*settings, name=NAME, namespace=NAME):
    values = [part for setting in settings for part in ("--set", setting)]
    return Release(HELM, CHART, PROGRAM, name, namespace, values)



def default_values_are_those_of_kustomize():
    differ_only_at(DIFFERENCES, release().objects, objects_of(output_of(KUBECTL, "kustomize", PROJECT + "/config")))


def with_certificates_of_its_own():
    one = release()
    assert {"Secret", "Service", "Lease"} < one.kinds() and "Certificate" not in one.kinds()
    assert one.only("Secret")["metadata"]["name"] == f"{NAME}-webhooks-certificates"
    assert len(one.webhooks()) == 2


def conversions():
    """The API server finds the program, and nobody switches the conversion off by mistake."""
    one = release(name="first", namespace="elsewhere")
    for crd in one.all("CustomResourceDefinition"):
        service = crd["spec"]["conversion"]["webhook"]["clientConfig"]["service"]
        assert ("Service", service["namespace"], service["name"]) in one.objects, service
        mark = one.only("ValidatingWebhookConfiguration")["metadata"]["labels"].get("kubexx.dev/webhook-authority")
        assert (crd["metadata"].get("labels") or {}).get("kubexx.dev/webhook-authority") == mark
    managed = release("webhooks.certManager.enabled=true", "crds.keep=false").only("CustomResourceDefinition")["metadata"]
    assert managed["annotations"]["cert-manager.io/inject-ca-from"] == f"{NAME}/{NAME}-webhooks"
    assert "labels" not in managed and "helm.sh/resource-policy" not in managed["annotations"]
    for more in "crds.enabled=true", "crds.enabled=false", "crds.byOperator=true":
        refused = run(HELM, "template", NAME, CHART, "--set", "webhooks.enabled=false," + more)
        assert "the webhooks convert the versions" in refused.stderr, refused.stderr


def webhooks_off():
    one = release("webhooks.enabled=false", "webhooks.certManager.enabled=true")
    assert not one.kinds() & {"Service", "Secret", "Certificate", "Issuer"}
    assert not one.webhooks()
    assert "--webhook-address=0" in one.args and "9443" not in str(one.objects)
    assert not any("certificates" in key[2] for key in one.objects)


def cert_manager():
    one = release("webhooks.certManager.enabled=true", "extraVolumes[0].name=more", "extraVolumes[0].emptyDir.medium=Memory",
                  "extraVolumeMounts[0].name=more", "extraVolumeMounts[0].mountPath=/more")
    certificate = one.only("Certificate")
    service = one.only("Service")["metadata"]
    assert f"{service['name']}.{service['namespace']}.svc" in certificate["spec"]["dnsNames"]
    assert ("Issuer", NAME, certificate["spec"]["issuerRef"]["name"]) in one.objects
    assert "Secret" not in one.kinds() and "--webhook-cert-path=/certificates" in one.args
    assert one.pod["spec"]["volumes"][0]["secret"]["secretName"] == certificate["spec"]["secretName"]
    for kind in "MutatingWebhookConfiguration", "ValidatingWebhookConfiguration":
        source = one.only(kind)["metadata"]["annotations"]["cert-manager.io/inject-ca-from"]
        assert source == f"{NAME}/{certificate['metadata']['name']}"
    own = release("webhooks.certManager.enabled=true", "webhooks.certManager.issuerRef.kind=ClusterIssuer",
                  "webhooks.certManager.issuerRef.name=ours")
    assert own.only("Certificate")["spec"]["issuerRef"] == {"kind": "ClusterIssuer", "name": "ours"}
    assert "Issuer" not in own.kinds()


def one_replica():
    one = release("replicas=1")
    assert "PodDisruptionBudget" not in one.kinds() and "topologySpreadConstraints" not in one.pod["spec"]
    assert "--leader-elect" in one.args and "strategy" not in one.deployment["spec"]
    alone = release("replicas=1", "leaderElection=false")
    assert "Lease" not in alone.kinds() and not any("leader" in arg for arg in alone.args)
    assert alone.deployment["spec"]["strategy"] == {"type": "Recreate"}


def two_releases_in_a_namespace():
    first, second = release(name="first"), release("crds.enabled=false", name="second")
    assert not set(first.objects) & set(second.objects)
    for one, other in (first, second), (second, first):
        for selector in one.selectors():
            assert not other.selects_its_pods(selector), selector
    for flag in "--leader-election-id=", "--webhook-service=":
        used = [arg for one in (first, second) for arg in one.args if arg.startswith(flag)]
        assert len(set(used)) == 2, used
    for one in first, second:
        assert ("Lease", NAME, next(arg.split("=")[1] for arg in one.args if "election-id" in arg)) in one.objects


def long_names():
    assert len(LONG) == 53
    one = release(name=LONG, namespace=LONG)
    for configuration in one.all("MutatingWebhookConfiguration"):
        mark = configuration["metadata"]["labels"].get("kubexx.dev/webhook-authority", "")
        assert re.fullmatch("[0-9a-f]{40}" if OWN else "", mark), mark
    release("nameOverride=" + "n" * 63, name="r")
    release("fullnameOverride=" + "f" * 54)
    dotted = release(name="a.release.with.dots")
    assert dotted.deployment["metadata"]["name"].startswith("a-release-with-dots-"[:-1])


def crds():
    assert release().only("CustomResourceDefinition")["metadata"]["annotations"]["helm.sh/resource-policy"] == "keep"
    assert "helm.sh/resource-policy" not in str(release("crds.keep=false").only("CustomResourceDefinition")["metadata"])
    off = release("crds.enabled=false")
    assert "CustomResourceDefinition" not in off.kinds() and "--install-crds" not in off.args
    if not INSTALLS_CRDS:
        return
    by_operator = release("crds.byOperator=true")
    assert "CustomResourceDefinition" not in by_operator.kinds() and "--install-crds" in by_operator.args


def existing_service_account():
    one = release("serviceAccount.create=false", "serviceAccount.name=mine")
    assert "ServiceAccount" not in one.kinds() and one.pod["spec"]["serviceAccountName"] == "mine"
    named = release("serviceAccount.name=other", "serviceAccount.annotations.role=cloud")
    assert named.only("ServiceAccount")["metadata"]["annotations"] == {"role": "cloud"}


def watched_namespaces():
    one = release("watchNamespaces={shop,default," + NAME + "}")
    assert [arg for arg in one.args if arg.startswith("--namespace=")] == [f"--namespace={space}" for space in ("shop", "default", NAME)]
    assert {("Role", space, NAME) for space in ("shop", "default", NAME)} < set(one.objects)
    for webhook in one.webhooks():
        watched = {"key": "kubernetes.io/metadata.name", "operator": "In", "values": ["shop", "default", NAME]}
        assert watched in webhook["namespaceSelector"]["matchExpressions"]
    files = release("watchNamespaces={shop}", "webhooks.certManager.enabled=true")
    assert not files.kinds() & {"ClusterRole", "ClusterRoleBinding"}


def metrics():
    one = release("serviceMonitor.enabled=true", "serviceMonitor.labels.release=prometheus", "serviceMonitor.interval=30s", "metrics.port=9090")
    monitor = one.only("ServiceMonitor")
    services = [service for service in one.all("Service")
                if monitor["spec"]["selector"]["matchLabels"].items() <= service["metadata"]["labels"].items()]
    assert [service["spec"]["ports"][0]["port"] for service in services] == [9090], services
    assert monitor["metadata"]["labels"]["release"] == "prometheus" and monitor["spec"]["endpoints"][0]["interval"] == "30s"
    assert "annotations" not in one.pod["metadata"] and "--metrics-address=:9090" in one.args
    secure = release("metrics.secure=true", "serviceMonitor.enabled=true")
    assert secure.only("ServiceMonitor")["spec"]["endpoints"][0]["scheme"] == "https" and "--metrics-secure" in secure.args
    assert ("ClusterRole", "", NAME + "-metrics-reader") in secure.objects
    off = release("metrics.enabled=false", "serviceMonitor.enabled=true")
    assert "ServiceMonitor" not in off.kinds() and "--metrics-address=0" in off.args
    assert "metrics" not in {port["name"] for port in off.container["ports"]}


def alerts():
    """Those of the project, for the metrics of the release."""
    assert "PrometheusRule" not in release("serviceMonitor.enabled=true").kinds()
    one = release("prometheusRule.enabled=true", "prometheusRule.labels.release=prometheus", name="first", namespace="elsewhere")
    rules = one.only("PrometheusRule")
    assert rules["metadata"]["namespace"] == "elsewhere" and rules["metadata"]["labels"]["release"] == "prometheus"
    written = open_text(PROJECT + "/config/monitoring/rules.yaml")
    assert rules["spec"] == yaml.safe_load(written.replace('namespace=~".*"', 'namespace="elsewhere"'))
    with_monitor = release("prometheusRule.enabled=true", "serviceMonitor.enabled=true", name="first", namespace="elsewhere")
    service = with_monitor.only("ServiceMonitor")["spec"]["selector"]["matchLabels"]
    jobs = [each["metadata"]["name"] for each in with_monitor.all("Service") if service.items() <= each["metadata"]["labels"].items()]
    rules = with_monitor.only("PrometheusRule")
    foreign = 0
    for rule in (rule for group in rules["spec"]["groups"] for rule in group["rules"]):
        for metric, matchers in re.findall(r"(\w+)\{([^}]*)\}", rule["expr"]):
            foreign += metric.startswith("kube_")
            expected = 'namespace="elsewhere"' + ("" if metric.startswith("kube_") else f', job="{jobs[0]}"')
            assert matchers.startswith(expected) and matchers.count("job=") == expected.count("job="), (rule["alert"], metric, matchers)
    assert len(jobs) == 1 and foreign
    if PROMTOOL:
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
            yaml.safe_dump(rules["spec"], file)
            file.flush()
            output_of(PROMTOOL, "check", "rules", file.name)
    assert "PrometheusRule" not in release("prometheusRule.enabled=true", "metrics.enabled=false").kinds()


def switched_off():
    one = release("rbac.create=false", "networkPolicy.enabled=false", "podDisruptionBudget.enabled=false")
    assert not one.kinds() & (RBAC | {"NetworkPolicy", "PodDisruptionBudget"})


def everything_else():
    digest = "sha256:" + "0" * 64
    one = release("image.repository=registry.example:5000/x", "image.digest=" + digest, "image.pullPolicy=Always", "imagePullSecrets[0].name=key",
                  "args={--workers=4}", "env[0].name=A", "env[0].value=b", "envFrom[0].secretRef.name=s", "nodeSelector.disk=ssd",
                  "tolerations[0].operator=Exists", "affinity.podAntiAffinity.any=1", "priorityClassName=high",
                  "terminationGracePeriodSeconds=60", "strategy.type=Recreate", "labels.team=a", "annotations.b=c", "podLabels.d=e",
                  "podAnnotations.f=g", "topologySpreadConstraints[0].maxSkew=2", "topologySpreadConstraints[0].topologyKey=zone",
                  "topologySpreadConstraints[0].whenUnsatisfiable=DoNotSchedule", "networkPolicy.egress[0].ports[0].port=5432",
                  "livenessProbe.periodSeconds=20", "resources.limits.cpu=1")
    pod, container = one.pod["spec"], one.container
    assert container["image"] == "registry.example:5000/x@" + digest and container["imagePullPolicy"] == "Always"
    assert pod["imagePullSecrets"] == [{"name": "key"}] and container["args"][0] == "--workers=4"
    assert container["env"] == [{"name": "A", "value": "b"}] and container["envFrom"] == [{"secretRef": {"name": "s"}}]
    assert pod["nodeSelector"] == {"disk": "ssd"} and pod["tolerations"] == [{"operator": "Exists"}] and pod["affinity"]
    assert pod["priorityClassName"] == "high" and pod["terminationGracePeriodSeconds"] == 60
    assert one.deployment["spec"]["strategy"] == {"type": "Recreate"} and one.deployment["metadata"]["annotations"] == {"b": "c"}
    for key, thing in one.objects.items():
        assert key[0] == "CustomResourceDefinition" or thing["metadata"]["labels"]["team"] == "a", key
    assert one.pod["metadata"]["labels"]["d"] == "e" and one.pod["metadata"]["annotations"]["f"] == "g"
    assert [(each["topologyKey"], each["maxSkew"]) for each in pod["topologySpreadConstraints"]] == [("zone", 2)]
    assert {"ports": [{"port": 5432}]} in one.only("NetworkPolicy")["spec"]["egress"]
    assert container["livenessProbe"]["periodSeconds"] == 20 and container["livenessProbe"]["initialDelaySeconds"] == 5
    assert container["resources"]["limits"] == {"cpu": 1, "memory": "128Mi"}
    assert release("image.tag=v7").container["image"] == f"localhost/{NAME}:v7"


def default_pod_is_restricted():
    pod = release().pod["spec"]
    assert pod["securityContext"] == {"runAsNonRoot": True, "runAsUser": 65532, "runAsGroup": 65532, "seccompProfile": {"type": "RuntimeDefault"}}
    assert pod["containers"][0]["securityContext"] == {"allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True,
                                                       "capabilities": {"drop": ["ALL"]}}


def cert_manager_of_kustomize():
    """The component, and the chart with webhooks.certManager.enabled, differ as the chart does without."""
    overlay = f"{PROJECT}/build/cert-manager"
    output_of("mkdir", "-p", overlay)
    with open(overlay + "/kustomization.yaml", "w", encoding="utf-8") as file:
        file.write("resources: [../../config]\ncomponents: [../../config/cert-manager]\n")
    folder = objects_of(output_of(KUBECTL, "kustomize", overlay))
    chart = release("webhooks.certManager.enabled=true").objects
    assert set(folder) - set(chart) == {("Namespace", "", NAME)} and set(chart) < set(folder)
    assert folder[("Deployment", NAME, NAME)]["spec"] == chart[("Deployment", NAME, NAME)]["spec"]
    for key, one in folder.items():
        assert "kubexx.dev/webhook-authority" not in one["metadata"].get("labels", {}), key
        assert one["metadata"].get("annotations", {}).get("cert-manager.io/inject-ca-from") == (
            f"{NAME}/{NAME}-webhooks" if key[0].endswith(("WebhookConfiguration", "CustomResourceDefinition")) else None), key


def values_refused():
    bad_values_are_refused(HELM, CHART)


def values_documented():
    every_value_is_documented(CHART)


def lint():
    helm_finds_nothing(HELM, CHART, "crds.byOperator=true")


TESTS = [default_values_are_those_of_kustomize, default_pod_is_restricted, one_replica, two_releases_in_a_namespace,
         long_names, crds, existing_service_account, watched_namespaces, metrics, alerts, switched_off, everything_else,
         values_refused, values_documented, lint]
if WEBHOOKS:
    TESTS += [cert_manager, cert_manager_of_kustomize]
TESTS.append(conversions if CONVERTS else webhooks_off)
if OWN:
    TESTS.append(with_certificates_of_its_own)

failed = 0
for test in TESTS:
    try:
        test()
        print("ok    ", test.__name__)
    except Exception as error:  # pylint: disable=broad-except  # the other tests say more
        failed += 1
        print("FAILED", test.__name__, type(error).__name__, error)
print(f"{len(TESTS) - failed} of {len(TESTS)} tests of the chart passed")
sys.exit(1 if failed else 0)
