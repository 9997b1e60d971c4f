"""The hub on Kubernetes: every key is one that the chart documents, and what they say agrees with the rest of the kit.

There is no helm and no cluster here: the keys are read back against a list of those that Zero to JupyterHub documents
(the configuration reference of its site), as far as the values need them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import kubernetes_validate
import yaml

ROOT = Path(__file__).resolve().parents[1]
HERE = ROOT / "hub" / "kubernetes"
FREE = ("hub.config", "hub.resources", "singleuser.extraEnv", "singleuser.networkPolicy.egress")
"""Below these the chart passes on what stands there: to JupyterHub, or to Kubernetes."""
DOCUMENTED = {
    *FREE,
    "hub.activeServerLimit",
    "hub.concurrentSpawnLimit",
    "singleuser.image.name",
    "singleuser.image.tag",
    "singleuser.cmd",
    "singleuser.defaultUrl",
    "singleuser.memory.guarantee",
    "singleuser.memory.limit",
    "singleuser.cpu.guarantee",
    "singleuser.cpu.limit",
    "singleuser.storage.type",
    "cull.enabled",
    "cull.timeout",
    "cull.every",
    "scheduling.userScheduler.enabled",
    "scheduling.podPriority.enabled",
    "scheduling.userPlaceholder.replicas",
    "prePuller.hook.enabled",
    "prePuller.continuous.enabled",
}


def values() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((HERE / "values.yaml").read_text("utf-8"))
    return found


def keys(tree: dict[str, Any], above: str = "") -> Iterator[str]:
    for key, value in tree.items():
        path = f"{above}{key}"
        if path in FREE or not isinstance(value, dict):
            yield path
        else:
            yield from keys(value, f"{path}.")


def test_every_key_is_one_that_the_chart_documents() -> None:
    assert sorted(keys(values())) == sorted(DOCUMENTED)


def test_what_is_passed_on_is_good_for_kubernetes() -> None:
    """A Pod and a NetworkPolicy with those parts, as the chart makes them, are checked by Kubernetes' own schemas."""
    user = values()["singleuser"]
    environment = [{"name": name, **source} for name, source in user["extraEnv"].items()]
    container = {"name": "notebook", "image": "x", "args": user["cmd"], "env": environment}
    pod = {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "learner"},
        "spec": {"containers": [{**container, "resources": values()["hub"]["resources"]}]},
    }
    policy = {
        "apiVersion": "networking.k8s.io/v1",
        "kind": "NetworkPolicy",
        "metadata": {"name": "singleuser"},
        "spec": {"podSelector": {}, "policyTypes": ["Egress"], "egress": user["networkPolicy"]["egress"]},
    }
    for manifest in (pod, policy):
        kubernetes_validate.validate(manifest, "1.31", strict=True)


def test_nobody_gets_in_before_a_login_is_named() -> None:
    """The hub that these values begin lets in no one, and what the page says of it agrees."""
    from jupyterhub.auth import NullAuthenticator

    config = values()["hub"]["config"]
    assert not [key for key in keys(config) if "allow" in key]
    named = entry_points(group="jupyterhub.authenticators")[config["JupyterHub"]["authenticator_class"]]
    assert named.load() is NullAuthenticator
    assert 'authenticator_class: "null"' in (ROOT / "docs" / "ways-in.md").read_text("utf-8")


def test_a_learners_server_is_that_of_the_hub_on_one_machine() -> None:
    config = (ROOT / "hub" / "jupyterhub_config.py").read_text("utf-8")
    user = values()["singleuser"]
    own = re.search(r"c\.Spawner\.cmd = \[(.*?)\]", config)
    assert own is not None
    assert user["cmd"][1:] == re.findall(r'"([^"]*)"', own[1].replace('"-m", "vendetta_kit", ', ""))
    assert f'c.Spawner.default_url = "{user["defaultUrl"]}"' in config
    assert f'"--timeout={values()["cull"]["timeout"]}"' in config
    assert set(user["extraEnv"]) == set(re.findall(r'"(VENDETTA_\w+)": ', config))


def test_the_image_is_made_from_binders_recipe_with_pinned_packages() -> None:
    recipe = (HERE / "Dockerfile").read_text("utf-8")
    assert "ARG BINDER=vendetta-kit-binder\nFROM ${BINDER}\n" in recipe
    assert "--image-name vendetta-kit-binder" in (HERE / "values.yaml").read_text("utf-8")
    pins = {line.partition("==")[0] for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines()}
    wanted = recipe.partition("constraints.txt \\\n")[2].split()
    assert wanted
    assert {name.strip('"').partition("[")[0] for name in wanted} <= pins


def test_the_costs_are_what_the_measurements_come_to() -> None:
    page = (ROOT / "docs" / "ways-in.md").read_text("utf-8")
    part = page.partition("## More than one machine: Kubernetes")[2].partition("\n## ")[0]
    server, forks, waits, one_page, each = (
        int(found) for found in re.findall(r"(\d+) MB", part.partition("**What it costs.**")[2])[:5]
    )
    assert each == server + forks + waits + one_page
    press, opened = 0.150 * 2 / 20, 9 * 2 / 20
    rows = re.findall(r"^\| ([\d,]+) \| ([\d,]+) GB \| ([\d.]+) \| ([\d.]+) \| (\d+) \| ([\d.]+) GB \|$", part, re.M)
    assert [row[0] for row in rows] == ["100", "1,000", "10,000"]
    for row in rows:
        learners, memory, presses, opening, machines, together = (float(cell.replace(",", "")) for cell in row)
        assert memory == learners * each / 1000
        assert presses == round(learners / 3 * press, 1)
        assert opening == round(learners * opened / 300, 1)
        assert machines == math.ceil(max(memory / 14, (presses + opening) / 4))
        assert together == round((server + learners * one_page) / 1000, 1)
    memory_of = {name: int(size.rstrip("M")) for name, size in values()["singleuser"]["memory"].items()}
    assert memory_of["guarantee"] == each, "machines are filled by what is guaranteed"
    most = int(values()["singleuser"]["cmd"][values()["singleuser"]["cmd"].index("--places") + 1])
    assert memory_of["limit"] >= server + forks + waits + most * one_page
