"""The example files for clusters, checked offline against what can be had of their schemas."""

import json
import pathlib
import re
import shlex

import pytest

FOLDER = pathlib.Path(__file__).parents[1] / "examples" / "cluster"


def load(name):
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed: the cluster files are not checked")
    return yaml.safe_load((FOLDER / name).read_text())


def test_the_launcher_file_has_the_schema_of_ray():
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    ray = pytest.importorskip("ray", reason="Ray is not installed: it brings the schema")
    schema = json.loads((pathlib.Path(ray.__file__).parent / "autoscaler" / "ray-schema.json").read_text())
    config = load("launcher.yaml")
    jsonschema.validate(config, schema)
    assert config["head_node_type"] in config["available_node_types"]
    broken = dict(config, max_workers="many")
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(broken, schema)


def test_the_job_of_kuberay_is_whole():
    """KubeRay publishes its schema as a resource of a cluster only; these are the fields that it requires."""
    job = load("rayjob.yaml")
    assert (job["apiVersion"], job["kind"]) == ("ray.io/v1", "RayJob")
    cluster = job["spec"]["rayClusterSpec"]
    groups = [cluster["headGroupSpec"], *cluster["workerGroupSpecs"]]
    for group in groups:
        # Ray takes these as texts only.
        assert all(isinstance(value, str) for value in group["rayStartParams"].values())
        (container,) = group["template"]["spec"]["containers"]
        assert container["image"] and container["resources"]["limits"]
    for group in cluster["workerGroupSpecs"]:
        assert group["groupName"] and group["minReplicas"] <= group["replicas"] <= group["maxReplicas"]


def test_the_entry_point_is_one(tmp_path):
    import reynard.data
    import reynard.ray

    words = shlex.split(load("rayjob.yaml")["spec"]["entrypoint"])
    assert words[:3] == ["python", "-m", "reynard.ray"]
    with pytest.raises(SystemExit) as ended:
        reynard.ray.main([*words[3:], "--help"])
    assert ended.value.code == 0


def test_the_versions_agree():
    import reynard._native

    for name in ["Containerfile", "rayjob.yaml", "launcher.yaml"]:
        for version in re.findall(r"reynard-ray:([\d.]+)", (FOLDER / name).read_text()):
            assert version == reynard._native.VERSION
