"""Verifies a folder of a release: sums, names, and every file by the check of its kind."""

import re

from check_image import check_image
from check_programs import check_deb, check_library, check_npm, check_program, check_site, check_wheel
from check_texts import SUMS, check_recipe, check_sbom, check_source
from common import TARGETS, ReleaseError, sha256
from unpacked import NotUsed


def kinds(number):
    """Returns the kinds of files of a release: patterns of names, and their checks."""
    v = re.escape(number)
    target = f"({'|'.join(TARGETS)})"
    ending = r"(?:tar\.gz|zip)"
    return [
        (rf"sheshbesh-{v}-{target}\.{ending}", check_program),
        (rf"libshesh-{v}-{target}\.{ending}", check_library),
        (rf"sheshbesh-{v}-cp310-abi3-\S+\.whl", check_wheel),
        (r"sheshbesh_\S+_(?:amd64|arm64)\.deb", check_deb),
        (rf"sheshbesh-{v}-oci\.tar", check_image),
        (rf"sheshbesh-{v}\.cdx\.json", check_sbom),
        (rf"sheshbesh-{v}-source\.tar\.gz", check_source),
        (rf"sheshbesh-{v}-site\.tar\.gz", check_site),
        (rf"sheshbesh-{v}\.tgz", check_npm),
        (r"(?:THIRD-PARTY\.txt|NOTES\.md)", None),
        (r"recipes/(?:homebrew|nix|winget)/\S+", check_recipe),
    ]


def all_files(folder):
    """Returns the paths of all files in a folder but the sums, relative to it."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return sorted(str(path.relative_to(folder)) for path in found if path.name != SUMS)


def write_sums(folder):
    """Writes the SHA-256 sums of all files in a folder, in the format of `sha256sum`."""
    lines = (f"{sha256((folder / name).read_bytes())}  {name}\n" for name in all_files(folder))
    (folder / SUMS).write_text("".join(lines))


def check_sums(folder):
    """Raises `ReleaseError` if the sums of a folder are not those of its files."""
    if not (folder / SUMS).is_file():
        raise ReleaseError(f"{folder} has no {SUMS}")
    listed = {}
    for line in (folder / SUMS).read_text().splitlines():
        digest, _, name = line.partition("  ")
        listed[name] = digest
    if strange := sorted(set(all_files(folder)) ^ set(listed)):
        raise ReleaseError(f"{SUMS} and the folder differ in {strange[0]}")
    for name, digest in listed.items():
        if sha256((folder / name).read_bytes()) != digest:
            raise ReleaseError(f"{name} is not the file of {SUMS}")


def verify(folder, number):
    """Verifies a folder of a release and prints a line for each file; returns the number of failures."""
    check_sums(folder)
    failures = 0
    for name in all_files(folder):
        try:
            print(f"{name}: {verify_file(folder, name, number)}", flush=True)
        except NotUsed as reason:
            print(f"{name}: complete, not used: {reason}", flush=True)
        except ReleaseError as error:
            failures += 1
            print(f"{name}: FAILED: {error}", flush=True)
    return failures


def verify_file(folder, name, number):
    """Checks one file, and returns how it was used."""
    for pattern, check in kinds(number):
        if found := re.fullmatch(pattern, name):
            return check(folder / name, number, *found.groups()) if check else "complete"
    raise ReleaseError("not a file of this release")
