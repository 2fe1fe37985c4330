"""Packages of Debian for the container image: downloads them, and reads their files."""

import functools
import io
import re
import subprocess
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

from common import File, ReleaseError, run, sha256


@dataclass(frozen=True)
class Package:
    """Version, SHA-256 sum and description of a package that was used."""

    version: str
    digest: str
    control: str


class Packages:
    """Packages of Debian for one processor, in a folder; downloads those that are missing if it may."""

    def __init__(self, processor, place, may_download):
        self.processor, self.place, self.may_download = processor, place, may_download
        # Packages that were used, by name.
        self.used = {}

    def files(self, name):
        """Returns the files of a package, by path."""
        path = self.find(name)
        control = run("dpkg-deb", "--field", path)
        version = re.search(r"^Version: (.*)$", control, re.M)[1]
        self.used[name] = Package(version, sha256(path.read_bytes()), control)
        packed = run("dpkg-deb", "--fsys-tarfile", path, text=False)
        files = {}
        with tarfile.open(fileobj=io.BytesIO(packed)) as whole:
            for entry in whole:
                inside = entry.name.removeprefix("./")
                if entry.issym():
                    files[inside] = File(link=entry.linkname)
                elif entry.isfile():
                    files[inside] = File(whole.extractfile(entry).read(), entry.mode)
        return files

    def find(self, name):
        """Returns the path of a package's file."""
        pattern = f"{name}_*_{self.processor}.deb"
        if self.may_download:
            self.download(name, pattern)
        found = sorted(self.place.glob(pattern))
        if len(found) != 1:
            raise ReleaseError(f"{len(found)} files {pattern} in {self.place}, 1 expected: see --debs")
        return found[0]

    def download(self, name, pattern):
        """Replaces a package's file by the present version, or keeps it if there is no connection."""
        self.place.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self.place) as place:
            asked = [*self.apt_options, "-qq", "download", f"{name}:{self.processor}"]
            done = subprocess.run(["apt-get", *asked], cwd=place, capture_output=True, text=True)
            new = list(Path(place).glob(pattern))
            if done.returncode != 0 or not new:
                print(f"{name} for {self.processor} cannot be downloaded: {done.stderr.strip()}")
                return
            for old in self.place.glob(pattern):
                old.unlink()
            new[0].rename(self.place / new[0].name)

    @functools.cached_property
    def apt_options(self):
        """Returns apt's options for the processor; fetches lists of packages of a foreign one."""
        # apt's own user cannot write to our folders, and says so.
        options = ["-o", "APT::Sandbox::User=root"]
        known = run("dpkg", "--print-architecture") + run("dpkg", "--print-foreign-architectures")
        if self.processor in known.split():
            return options
        # Lists of our own, so that the system need not know the processor.
        own = self.place.resolve() / f"apt-{self.processor}"
        for name in ["lists/partial", "cache/archives/partial"]:
            (own / name).mkdir(parents=True, exist_ok=True)
        settings = {
            "APT::Architecture": self.processor,
            "APT::Architectures": self.processor,
            "Dir::State::Lists": own / "lists",
            "Dir::Cache": own / "cache",
            "Dir::State::status": "/dev/null",
        }
        options += [word for name, value in settings.items() for word in ("-o", f"{name}={value}")]
        subprocess.run(["apt-get", *options, "-qq", "update"], capture_output=True)
        return options
