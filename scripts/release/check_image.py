"""Checks a container image: its blobs, and its program in the unpacked root, without a daemon."""

import gzip
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import urllib.request
from pathlib import Path

from common import ANSWER, QUESTION, ReleaseError, read_archive, run, sha256
from unpacked import PATIENCE, NotUsed, runner

PROCESSORS = {"amd64": "x86_64", "arm64": "aarch64"}


def check_image(path, number):
    """Checks an OCI layout in a tar, and uses the image for this machine."""
    layout = read_archive(path)
    (top,) = json.loads(layout["index.json"].content)["manifests"]
    if top["annotations"]["org.opencontainers.image.ref.name"] != number:
        raise ReleaseError(f"{path.name} is not tagged {number}")
    found = json.loads(blob(layout, top))
    manifests = (
        [json.loads(blob(layout, each)) for each in found["manifests"]] if "manifests" in found else [found]
    )
    how = []
    for manifest in manifests:
        config = json.loads(blob(layout, manifest["config"]))
        layers = [gzip.decompress(blob(layout, layer)) for layer in manifest["layers"]]
        if [f"sha256:{sha256(layer)}" for layer in layers] != config["rootfs"]["diff_ids"]:
            raise ReleaseError("the layers do not have the sums in the configuration")
        try:
            how.append(f"{config['architecture']} {use(config, layers)}")
        except NotUsed as reason:
            how.append(f"{config['architecture']} complete, not used: {reason}")
    return "; ".join(how)


def blob(layout, descriptor):
    """Returns a blob of a layout, after a check of its size and sum."""
    digest = descriptor["digest"].removeprefix("sha256:")
    file = layout.get(f"blobs/sha256/{digest}")
    if not file or sha256(file.content) != digest or len(file.content) != descriptor["size"]:
        raise ReleaseError(f"the blob {digest} is missing or damaged")
    return file.content


def use(config, layers):
    """Starts an image's server in its unpacked root, and asks one question."""
    if config["config"]["User"].split(":")[0] in ("", "0", "root"):
        raise ReleaseError("the image runs as root")
    command, _, _ = runner(PROCESSORS[config["architecture"]], "linux")
    if command:
        raise NotUsed("images are used on their own processor only")
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        # The image's user passes through this folder.
        root.chmod(0o755)
        for layer in layers:
            # tar refuses paths outside of the folder.
            run("tar", "--extract", "--directory", root, input=layer, text=False)
        return serve(config["config"], root)


def inside(config, root):
    """Returns the command that runs another in a root, as the image's user if possible."""
    if os.geteuid() == 0:
        return ["chroot", f"--userspec={config['User']}", str(root)]
    if shutil.which("unshare"):
        return ["unshare", "--map-root-user", "chroot", str(root)]
    raise NotUsed("unshare is not installed")


def serve(config, root):
    """Starts the server as the image does, at a free port of the loopback address."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
    enter = inside(config, root)
    environment = dict(variable.split("=", 1) for variable in config["Env"])
    program = [*config["Entrypoint"], *config["Cmd"], "--port", port]
    program = ["127.0.0.1" if word == "0.0.0.0" else word for word in program]
    # `chroot` is found on this machine's PATH; the program needs none.
    options = {"env": environment | {"PATH": os.environ["PATH"]}, "text": True}
    server = subprocess.Popen([*enter, *program], stdout=subprocess.PIPE, **options)
    try:
        line = server.stdout.readline()
        if not re.match(rf"listening on http://127\.0\.0\.1:{port}\b", line):
            if server.wait(10) in (1, 125) and not line:
                raise NotUsed("chroot is not allowed here")
            raise ReleaseError(f"the image's server says: {line}")
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}/api/v1/best",
            json.dumps({"position": QUESTION[0], "dice": QUESTION[1]}).encode(),
            {"content-type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            best = json.load(answer)["plays"][0]["play"]
        if best != ANSWER:
            raise ReleaseError(f"the image answers {best}, not {ANSWER}")
        health = config["Healthcheck"]["Test"][1:]
        if subprocess.run([*enter, *health, "--port", port], **options).returncode != 0:
            raise ReleaseError("the image's health check fails")
        server.send_signal(signal.SIGTERM)
        if (code := server.wait(30)) != 0:
            raise ReleaseError(f"the image's server ends with code {code}")
    finally:
        server.kill()
        server.wait()
    return f"answers over HTTP as user {config['User']}"
