# SPDX-License-Identifier: Apache-2.0
"""What Helm renders of a chart, and what must be right about it whatever the values are."""

import copy
import re
import subprocess

import yaml

ROLES = {"ClusterRole": "ClusterRoleBinding", "Role": "RoleBinding"}


class StrictLoader(yaml.CSafeLoader):
    """Refuses a key that is there twice, as an API server does."""

    def construct_mapping(self, node, deep=False):
        keys = [key.value for key, _ in node.value]
        twice = {key for key in keys if keys.count(key) > 1}
        if twice:
            raise ValueError(f"{node.start_mark}: {twice} twice")
        return super().construct_mapping(node, deep)


def objects_of(text):
    """The objects of a YAML text by kind, namespace and name."""
    found = {}
    for one in yaml.load_all(text, StrictLoader):
        if one is None:
            continue
        key = (one["kind"], one["metadata"].get("namespace", ""), one["metadata"]["name"])
        assert key not in found, f"{key} twice"
        found[key] = one
    return found


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def output_of(*command, **options):
    result = run(*command, **options)
    assert result.returncode == 0, f"{' '.join(command)} failed:\n{result.stderr}"
    return result.stdout

def differing_paths(path, one, other):
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted(set(one) | set(other)):
            if key in one and key in other:
                yield from differing_paths(f"{path}.{key}", one[key], other[key])
            else:
                yield f"{path}.{key}"
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other) and not path.endswith(".values"):
        for index, pair in enumerate(zip(one, other)):
            yield from differing_paths(f"{path}[{index}]", *pair)
    elif one != other and not (path.endswith(".values") and sorted(one) == sorted(other)):
        yield path


def differ_only_at(differences, objects, others):
    """`differences` has a pattern of paths and a reason for each."""
    paths = []
    for key in sorted(set(objects) | set(others)):
        path = f"{key[0]}/{key[2]}"
        paths += differing_paths(path, objects[key], others[key]) if key in objects and key in others else [path]
    unexpected = [path for path in paths if not any(re.match(known, path) for known, _ in differences)]
    assert not unexpected, unexpected
    for known, why in differences:
        assert any(re.match(known, path) for path in paths), f"nothing differs at {known} any more ({why})"


def granted(objects):
    """All that the roles allow whom, as (namespace or *, API group, resource, name or *, verb)."""
    allowed = set()
    for (kind, namespace, _), binding in objects.items():
        if kind not in ROLES.values():
            continue
        reference = binding["roleRef"]
        role = objects[(reference["kind"], namespace, reference["name"])]
        for rule in role["rules"]:
            for group in rule["apiGroups"]:
                for resource in rule["resources"]:
                    for name in rule.get("resourceNames", ["*"]):
                        allowed |= {(namespace or "*", group, resource, name, verb) for verb in rule["verbs"]}
    return allowed


class Release:
    """A chart with values, rendered."""

    def __init__(self, helm, chart, program, name, namespace, values):
        self.name, self.namespace, self.program = name, namespace, program
        text = output_of(helm, "template", name, chart, "--namespace", namespace, *values)
        self.objects = objects_of(text)
        self.deployment = self.only("Deployment")
        self.pod = self.deployment["spec"]["template"]
        self.container = self.pod["spec"]["containers"][0]
        self.args = self.container["args"]
        self.check()

    def all(self, kind):
        return [one for key, one in self.objects.items() if key[0] == kind]

    def only(self, kind):
        found = self.all(kind)
        assert len(found) == 1, f"{len(found)} of {kind}"
        return found[0]

    def kinds(self):
        return {key[0] for key in self.objects}

    def selects_its_pods(self, selector):
        return selector.items() <= self.pod["metadata"]["labels"].items()

    def selectors(self):
        """Those by which something finds the pods."""
        spec = self.deployment["spec"]
        found = [spec["selector"]["matchLabels"]]
        found += [one["labelSelector"]["matchLabels"] for one in self.pod["spec"].get("topologySpreadConstraints", [])]
        found += [one["spec"]["selector"] for one in self.all("Service")]
        found += [one["spec"]["selector"]["matchLabels"] for one in self.all("PodDisruptionBudget")]
        found += [one["spec"]["podSelector"]["matchLabels"] for one in self.all("NetworkPolicy")]
        return found

    def check(self):
        for key, one in self.objects.items():
            check_names(key, one["metadata"])
        for selector in self.selectors():
            assert self.selects_its_pods(selector), selector
        self.check_ports()
        self.check_volumes()
        self.check_references()
        self.check_program()

    def check_ports(self):
        names = {one["name"]: one["containerPort"] for one in self.container["ports"]}
        assert len(set(names.values())) == len(names), names
        for probe in "livenessProbe", "readinessProbe":
            assert self.container[probe]["httpGet"]["port"] in names
        for service in self.all("Service"):
            for port in service["spec"]["ports"]:
                assert port["targetPort"] in list(names) + list(names.values()), port
        for policy in self.all("NetworkPolicy"):
            admitted = {port["port"] for rule in policy["spec"]["ingress"] for port in rule["ports"]}
            assert admitted == set(names.values()), (admitted, names)

    def check_volumes(self):
        mounted = {one["name"] for one in self.container.get("volumeMounts", [])}
        assert mounted == {one["name"] for one in self.pod["spec"].get("volumes", [])}

    def check_references(self):
        account = self.pod["spec"]["serviceAccountName"]
        for kind, binding_kind in ROLES.items():
            bound = {(one["metadata"].get("namespace", ""), one["roleRef"]["name"]) for one in self.all(binding_kind)}
            roles = {key[1:] for key in self.objects if key[0] == kind and not key[2].endswith("-metrics-reader")}
            assert bound == roles, (bound, roles)
            for binding in self.all(binding_kind):
                subject = {"kind": "ServiceAccount", "name": account, "namespace": self.namespace}
                assert binding["subjects"] == [subject], binding
        for webhook in self.webhooks():
            service = webhook["clientConfig"]["service"]
            assert ("Service", service["namespace"], service["name"]) in self.objects, service
            for condition in webhook.get("matchConditions", []):
                if condition["name"] == "kubexx-own-requests":
                    assert f'"system:serviceaccount:{self.namespace}:{account}"' in condition["expression"]

    def webhooks(self):
        both = self.all("MutatingWebhookConfiguration") + self.all("ValidatingWebhookConfiguration")
        return [webhook for one in both for webhook in one["webhooks"]]

    def printed(self, *flags):
        """What the program prints with the arguments that it gets in the cluster."""
        return objects_of(output_of(self.program, *self.args, f"--leader-election-namespace={self.namespace}", *flags))

    def check_program(self):
        if self.kinds() & set(ROLES):
            expected, found = granted(self.printed("--print-rbac")), granted(self.objects)
            assert expected == found, f"missing {expected - found}, too many {found - expected}"
        if not self.webhooks():
            return
        for (kind, _, _), expected in self.printed("--print-webhooks").items():
            if kind == "Service":
                continue
            found = copy.deepcopy(self.only(kind))
            mark = "kubexx.dev/webhook-authority"
            assert found["metadata"]["labels"].get(mark) == expected["metadata"]["labels"].get(mark), mark
            for one in found, expected:
                for webhook in one["webhooks"]:
                    webhook.pop("namespaceSelector")
                    webhook.pop("matchConditions", None)
            assert found["webhooks"] == expected["webhooks"]


def check_names(key, metadata):
    kind, namespace, name = key
    dots = kind in ("CustomResourceDefinition",)
    longest = 63 if kind in ("Service", "Deployment", "Namespace") else 253
    assert len(name) <= longest and re.fullmatch(r"[a-z0-9]([-a-z0-9.]*[a-z0-9])?" if dots else r"[a-z]([-a-z0-9]*[a-z0-9])?", name), key
    assert len(namespace) <= 63, key
    for label, value in (metadata.get("labels") or {}).items():
        assert isinstance(value, str) and len(value) <= 63, (key, label, value)
        assert re.fullmatch(r"([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?", value), (key, label, value)
