"""Tests of the release scripts on small files: `python3 -m unittest discover -s scripts/release`."""

import base64
import contextlib
import gzip
import hashlib
import importlib.machinery
import importlib.util
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import unittest
import zipfile
from pathlib import Path

import check_texts
from check_image import check_image
from check_programs import check_deb, check_program
from common import (
    ROOT,
    TARGETS,
    File,
    ReleaseError,
    archive_name,
    compress,
    folder,
    needs,
    program_archive,
    sha256,
    version,
    write_tar,
)
from unpacked import unpack
from verify import SUMS, check_sums, verify, verify_file, write_sums


def script(name):
    """Loads a script of this folder as a module."""
    loader = importlib.machinery.SourceFileLoader(f"release_{name}", str(Path(__file__).with_name(name)))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    # Dataclasses look up their own module.
    sys.modules[loader.name] = module
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    return module


class Temporary(unittest.TestCase):
    """A test with an empty folder."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        # Scripts print what they make.
        silenced = contextlib.redirect_stdout(io.StringIO())
        silenced.__enter__()
        self.addCleanup(silenced.__exit__, None, None, None)

    def fails(self, words, function, *arguments):
        with self.assertRaises(ReleaseError) as raised:
            function(*arguments)
        self.assertIn(words, str(raised.exception))


class Files(Temporary):
    def test_archives_do_not_depend_on_order_and_have_all_parents(self):
        files = {"b/c/d": File(b"1", 0o755), "a": File(link="b"), "b/tmp": folder(0o1777, 7)}
        packed = write_tar(files, 1000)
        self.assertEqual(packed, write_tar(dict(reversed(files.items())), 1000))
        self.assertNotEqual(packed, write_tar(files, 1001))
        self.assertEqual(compress(packed), compress(packed))
        listed = subprocess.run(
            ["tar", "tv", "--numeric-owner"], input=packed, capture_output=True, check=True
        )
        lines = [line.split() for line in listed.stdout.decode().splitlines()]
        self.assertEqual(
            [(line[0], line[1], line[5]) for line in lines],
            [
                ("lrwxrwxrwx", "0/0", "a"),
                ("drwxr-xr-x", "0/0", "b/"),
                ("drwxr-xr-x", "0/0", "b/c/"),
                ("-rwxr-xr-x", "0/0", "b/c/d"),
                ("drwxrwxrwt", "7/7", "b/tmp/"),
            ],
        )

    def test_archives_with_other_names_or_stray_files_are_refused(self):
        for name in ["sheshbesh-1.0.0-mips-linux.tar.gz", "libshesh-1.0.0-x86_64-linux.tar.gz"]:
            self.fails("is not named", program_archive, self.folder / name)
        path = self.folder / "sheshbesh-1.0.0-x86_64-linux.tar.gz"
        self.fails("not found", program_archive, path)
        path.write_bytes(compress(write_tar({"elsewhere/file": File()}, 0)))
        self.fails("outside of", program_archive, path)
        path.write_bytes(compress(write_tar({"sheshbesh-1.0.0-x86_64-linux/a": File(b"x")}, 0)))
        number, processor, system, files = program_archive(path)
        self.assertEqual((number, processor, system, list(files)), ("1.0.0", "x86_64", "linux", ["a"]))

    def test_nothing_is_unpacked_outside_of_the_folder(self):
        self.fails("outside of", unpack, {"../file": File(b"x")}, self.folder / "inside")

    def test_programs_need_a_c_library(self):
        found = needs(Path("/bin/sh").resolve().read_bytes())
        self.assertTrue(any(name.startswith("libc.") for name in found.libraries))
        self.assertGreaterEqual(found.glibc, (2, 2, 5))


class Packages(Temporary):
    def test_versions_sort_for_debian(self):
        number = script("deb").debian_version
        for first, second in [("0.2.0-rc.1", "0.2.0"), ("0.2.0-rc.1", "0.2.0-rc.2"), ("0.9.0", "0.10.0")]:
            order = ["dpkg", "--compare-versions", number(first), "lt", number(second)]
            self.assertEqual(subprocess.run(order).returncode, 0, order)

    def test_the_same_archive_gives_the_same_package(self):
        top = "sheshbesh-1.0.0-x86_64-linux"
        program = Path("/bin/sh").resolve().read_bytes()
        texts = ["README.md", "CHANGELOG.md", "THIRD-PARTY.txt", "weights/backgammon/strong.weights"]
        texts += [
            "man/man1/shesh.1",
            "completions/shesh.bash",
            "completions/_shesh",
            "completions/shesh.fish",
        ]
        files = {name: File(name.encode()) for name in texts}
        files |= {"bin/shesh": File(program, 0o755), "LICENSE-MIT": File((ROOT / "LICENSE-MIT").read_bytes())}
        archive = self.folder / f"{top}.tar.gz"
        archive.write_bytes(compress(write_tar({f"{top}/{name}": file for name, file in files.items()}, 0)))
        made = []
        for mask in [0o022, 0o077]:
            before = os.umask(mask)
            path = script("deb").write_deb(archive, self.folder / f"made-{mask}")
            os.umask(before)
            made.append(path.read_bytes())
        self.assertEqual(*made)
        fields = subprocess.run(["dpkg-deb", "--field", path], capture_output=True, text=True).stdout
        glibc = ".".join(map(str, needs(program).glibc))
        self.assertIn(f"Depends: libc6 (>= {glibc})\n", fields)
        self.assertEqual(path.name, "sheshbesh_1.0.0-1_amd64.deb")

    def test_a_package_of_another_name_fails(self):
        root = self.folder / "root"
        (root / "DEBIAN").mkdir(parents=True)
        control = "Package: other\nVersion: 1\nArchitecture: amd64\nMaintainer: a <a@b.c>\nDescription: d\n"
        (root / "DEBIAN/control").write_text(control)
        path = self.folder / "sheshbesh_1.0.0-1_amd64.deb"
        subprocess.run(["dpkg-deb", "--build", root, path], check=True, stdout=subprocess.DEVNULL)
        self.fails("says that it is other 1", check_deb, path, "1.0.0")

    def test_an_archive_without_licences_fails(self):
        path = self.folder / "sheshbesh-1.0.0-x86_64-linux.tar.gz"
        path.write_bytes(compress(write_tar({f"{path.name[:-7]}/bin/shesh": File(b"x", 0o755)}, 0)))
        self.fails("lacks README.md", check_program, path, "1.0.0", "x86_64-linux")

    def test_a_damaged_image_fails(self):
        layer = write_tar({"file": File(b"x")}, 0)
        blobs, path = {}, self.folder / "sheshbesh-1.0.0-oci.tar"

        def add(content):
            blobs[f"blobs/sha256/{sha256(content)}"] = File(content)
            return {"digest": f"sha256:{sha256(content)}", "size": len(content)}

        def write(user, layer_sum):
            blobs.clear()
            config = {
                "architecture": "amd64",
                "config": {"User": user},
                "rootfs": {"diff_ids": [f"sha256:{layer_sum}"]},
            }
            manifest = {"config": add(json.dumps(config).encode()), "layers": [add(gzip.compress(layer))]}
            top = add(json.dumps(manifest).encode())
            top["annotations"] = {"org.opencontainers.image.ref.name": "1.0.0"}
            blobs["index.json"] = File(json.dumps({"manifests": [top]}).encode())
            path.write_bytes(write_tar(blobs, 0))

        write("1:1", sha256(b"another"))
        self.fails("do not have the sums", check_image, path, "1.0.0")
        self.fails("is not tagged", check_image, path, "1.0.1")
        write("", sha256(layer))
        self.fails("runs as root", check_image, path, "1.0.0")
        for name in [name for name in blobs if name.startswith("blobs/")]:
            damaged = blobs | {name: File(blobs[name].content[:-1] + b"?")}
            path.write_bytes(write_tar(damaged, 0))
            self.fails("missing or damaged", check_image, path, "1.0.0")


class Sums(Temporary):
    def test_every_change_of_a_folder_is_found(self):
        (self.folder / "NOTES.md").write_text("notes")
        (self.folder / "THIRD-PARTY.txt").write_text("licences")
        self.fails("has no", check_sums, self.folder)
        write_sums(self.folder)
        self.assertEqual(verify(self.folder, "1.0.0"), 0)
        checked = subprocess.run(["sha256sum", "--check", SUMS], cwd=self.folder, capture_output=True)
        self.assertEqual(checked.returncode, 0)
        (self.folder / "NOTES.md").write_text("notez")
        self.fails("NOTES.md is not the file", check_sums, self.folder)
        (self.folder / "NOTES.md").unlink()
        self.fails("differ in NOTES.md", check_sums, self.folder)
        (self.folder / "NOTES.md").write_text("notes")
        (self.folder / "more").write_text("")
        self.fails("differ in more", check_sums, self.folder)
        write_sums(self.folder)
        self.assertEqual(verify(self.folder, "1.0.0"), 1)

    def test_files_of_another_version_fail(self):
        name = "sheshbesh-1.0.1-x86_64-linux.tar.gz"
        (self.folder / name).write_text("")
        self.fails("not a file of this release", verify_file, self.folder, name, "1.0.0")


class Recipes(Temporary):
    def archives(self, targets):
        for target in targets:
            (self.folder / archive_name(version(), target)).write_text(target)

    def test_recipes_name_each_archive_with_its_sum(self):
        self.archives(TARGETS)
        script("recipes").write_recipes(self.folder)
        recipes = [path for path in self.folder.rglob("recipes/*/*")]
        self.assertEqual(len(recipes), 5)
        write_sums(self.folder)
        for path in recipes:
            with contextlib.suppress(check_texts.NotUsed):
                check_texts.check_recipe(path, version())
        formula = (self.folder / "recipes/homebrew/sheshbesh.rb").read_text()
        for target in TARGETS:
            if "windows" not in target:
                around = re.search(rf'-{target}\.tar\.gz"\n +sha256 "(\w+)"', formula)
                self.assertEqual(around[1], sha256(target.encode()))
        formula = self.folder / "recipes/homebrew/sheshbesh.rb"
        formula.write_text(formula.read_text().replace(sha256(b"x86_64-linux"), "0" * 64))
        self.fails("a sum of no file", check_texts.check_recipe, formula, version())
        formula.write_text("@VERSION@")
        self.fails("still has @VERSION@", check_texts.check_recipe, formula, version())

    @unittest.skipUnless(shutil.which("nix-instantiate"), "nix is not installed")
    def test_nix_takes_the_archive_of_each_system(self):
        self.archives(TARGETS)
        script("recipes").write_recipes(self.folder)
        # Stand-ins for what nixpkgs passes to the package.
        expression = f"""
            let
              any = {{ mit = 1; asl20 = 2; binaryNativeCode = 3; }};
              lib = {{ optionals = is: list: if is then list else [ ]; licenses = any; sourceTypes = any; }};
              source = system: (import {self.folder}/recipes/nix/package.nix {{
                inherit lib;
                stdenv = {{
                  hostPlatform = {{ inherit system; isLinux = true; }};
                  mkDerivation = given: given;
                }};
                fetchurl = given: given.url + " " + given.hash;
                autoPatchelfHook = 4;
                installShellFiles = 5;
              }}).src;
            in map source [ "x86_64-linux" "aarch64-linux" "aarch64-darwin" "x86_64-darwin" ]
        """
        command = ["nix-instantiate", "--eval", "--strict", "--json", "--expr", expression]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        for found, target in zip(
            json.loads(done.stdout),
            ["x86_64-linux", "aarch64-linux", "aarch64-macos", "x86_64-macos"],
            strict=True,
        ):
            url, digest = found.split()
            self.assertTrue(url.endswith(f"/v{version()}/{archive_name(version(), target)}"), url)
            expected = base64.b64encode(hashlib.sha256(target.encode()).digest()).decode()
            self.assertEqual(digest, f"sha256-{expected}")

    def test_recipes_without_archives_are_left_out(self):
        self.archives(["x86_64-windows"])
        script("recipes").write_recipes(self.folder)
        self.assertEqual([path.name for path in (self.folder / "recipes").iterdir()], ["winget"])

    def test_binstall_downloads_the_archives(self):
        manifest = tomllib.loads((ROOT / "crates/cli/Cargo.toml").read_text())
        overrides = manifest["package"]["metadata"]["binstall"]["overrides"]
        named = set()
        for rule in overrides.values():
            url, inside = (rule[key].replace("{ version }", "1.0.0") for key in ["pkg-url", "bin-dir"])
            file = url.rsplit("/", 1)[1]
            named.add(file)
            self.assertEqual(url, f"{{ repo }}/releases/download/v1.0.0/{file}")
            top = re.sub(r"\.(zip|tar\.gz)$", "", file)
            self.assertEqual(inside, f"{top}/{'shesh.exe' if 'windows' in file else 'bin/shesh'}")
        self.assertEqual(named, {archive_name("1.0.0", target) for target in TARGETS})


class Refusals(Temporary):
    """The release command in a small repository of its own."""

    def setUp(self):
        super().setUp()
        for place in ["scripts/release", "packaging"]:
            shutil.copytree(ROOT / place, self.folder / place, ignore=shutil.ignore_patterns("__pycache__"))
        self.write("1.2.3", "1.2.3", "1.2.3", "[1.2.3] - 2026-01-01")
        (self.folder / ".gitignore").write_text("__pycache__\n/target\n")
        self.git("init", "--quiet")
        self.commit()

    def write(self, workspace, dependency, python, heading):
        (self.folder / "Cargo.toml").write_text(
            f'[workspace.package]\nversion = "{workspace}"\n'
            f'[workspace.dependencies]\nown = {{ path = "own", version = "{dependency}" }}\nserde = "1"\n'
        )
        (self.folder / "python").mkdir(exist_ok=True)
        (self.folder / "python/Cargo.toml").write_text(f'[package]\nversion = "{python}"\n')
        (self.folder / "CHANGELOG.md").write_text(f"# Changelog\n\n## {heading}\n\n- News.\n\n## 1.0.0\n")

    def git(self, *arguments):
        who = ["-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *who, *arguments], cwd=self.folder, check=True, stdout=subprocess.DEVNULL)

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "Change")

    def release(self, *arguments):
        """Runs the command, and returns its error."""
        (self.folder / "target/empty").mkdir(parents=True, exist_ok=True)
        command = [
            sys.executable,
            "scripts/release/release",
            *arguments,
            "--from",
            "target/empty",
            "--no-web",
        ]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        return done.stderr

    def test_versions_must_agree(self):
        self.assertIn("target/empty has no program for x86_64-linux", self.release("1.2.3"))
        self.assertIn("Cargo.toml says 1.2.3, not 1.2.4", self.release("1.2.4"))
        for written, expected in [
            (("1.2.3", "1.2.2", "1.2.3", "1.2.3"), "Cargo.toml, own says 1.2.2"),
            (("1.2.3", "1.2.3", "1.0.0", "1.2.3"), "python/Cargo.toml says 1.0.0"),
            (("1.2.3", "1.2.3", "1.2.3", "Unreleased"), "CHANGELOG.md says Unreleased"),
        ]:
            self.write(*written)
            self.commit()
            self.assertIn(expected, self.release("1.2.3"))

    def test_a_tree_with_changes_is_refused(self):
        (self.folder / "new").write_text("")
        self.assertIn("the tree has 1 changes, first ?? new", self.release("1.2.3"))

    def test_a_tag_at_another_commit_is_refused(self):
        self.git("tag", "v1.2.3")
        self.assertNotIn("tag", self.release("1.2.3"))
        self.commit()
        self.assertIn("the tag v1.2.3 is at another commit", self.release("1.2.3"))

    def test_archives_of_another_commit_are_refused(self):
        place = self.folder / "target/empty"
        place.mkdir(parents=True)
        for target in ["x86_64-linux", "x86_64-windows"]:
            path = place / archive_name("1.2.3", target)
            if path.suffix == ".zip":
                with zipfile.ZipFile(path, "w") as whole:
                    whole.writestr(zipfile.ZipInfo("file", (2001, 1, 1, 0, 0, 0)), "")
            else:
                path.write_bytes(compress(write_tar({"file": File()}, 1_000_000_000)))
            error = self.release("1.2.3", "--targets", target)
            self.assertIn(f"{path.name} was made from another commit", error)
            path.unlink()


if __name__ == "__main__":
    unittest.main()
