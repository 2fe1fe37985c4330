"""README.md and INSTALL.txt of each archive."""

README = """\
# Sheshbesh

Sheshbesh is a backgammon engine that learned by playing against itself. It plays, analyses matches, trains
networks, and also plays related games, from nackgammon to Fevga and long nardi.

"""
# The commands are tried from the archive's folder.
PROGRAM = """\
```
{shesh} serve                                  # the board in the browser: play, analyse, quiz
{shesh} best 4HPwATDgc/ABMA 31                 # rank the plays of a roll
{shesh} cube 4HPKAyAwz/ABMA                    # double, take or pass
{shesh} analyze match.mat --output report      # every mistake of a match, as pages for the browser
{shesh} play                                   # a game in the terminal
{shesh} --help                                 # all commands; each has its own --help with examples
```

Positions are GNU Backgammon IDs, XGIDs or OGIDs. Match files may come from GNU Backgammon, eXtreme Gammon,
Backgammon Galaxy and many others. Plies are counted as eXtreme Gammon counts them: GNU Backgammon counts one less.

The program sends nothing over the network. It writes the files that you name, exact endgame tables in your cache
folder, and `runs/` if you train.
"""
LIBRARY_README = """\
This is the engine as a C library. `docs/c.md` describes it with an example, `include/shesh.h` has every function.
"""
README_END = """\

`INSTALL.txt` says where the files belong. `CHANGELOG.md` lists what is new. Licence: MIT or Apache 2.0, at your
option, networks included; commercial use is allowed. `THIRD-PARTY.txt` has the licences of the libraries compiled in.
"""

COMMON = """\
weights/backgammon/strong.weights is a stronger and slower network: shesh best ... --weights {weights}

`shesh --help` shows examples. THIRD-PARTY.txt has the licences of the libraries compiled in.
"""
UNIX = """\
Sheshbesh {version} for {about}.

bin/shesh is the whole program, with its network compiled in. It runs from any folder and needs nothing
else installed. To put it on the PATH, copy it with its manual pages and shell completions to PREFIX:
~/.local for yourself, /usr/local for all users.

    cp bin/shesh PREFIX/bin/
    cp man/man1/* PREFIX/share/man/man1/
    cp completions/shesh.bash PREFIX/share/bash-completion/completions/shesh
    cp completions/_shesh     PREFIX/share/zsh/site-functions/       # a folder of zsh's fpath
    cp completions/shesh.fish PREFIX/share/fish/vendor_completions.d/

"""
QUARANTINE = """\
macOS refuses programs that a browser has downloaded until you allow them, once:

    xattr -d com.apple.quarantine bin/shesh

"""
WINDOWS = """\
Sheshbesh {version} for {about}.

shesh.exe is the whole program, with its network compiled in. It runs from any folder and needs nothing
else installed. A double click opens a board in the browser; the window that opens with it says how to stop.

In a terminal, `shesh.exe --help` shows all commands. To type `shesh` in any folder, copy shesh.exe to a
folder of the PATH, such as %LOCALAPPDATA%\\Microsoft\\WindowsApps. completions\\shesh.ps1 completes
commands in PowerShell: add its contents to the file that $PROFILE names.

"""
LIBRARY = """\
libshesh {version}, the backgammon engine Sheshbesh as a C library, for {about}.
"""
LIBRARY_UNIX = """\
To install it, with PREFIX as ~/.local or /usr/local:

    cp -P lib/* PREFIX/lib/
    cp include/shesh.h PREFIX/include/

"""
LIBRARY_END = """\
docs/c.md has an example. THIRD-PARTY.txt has the licences of the libraries compiled in.
"""
LINK = {
    "linux": "Link a program with -lshesh, or statically with -l:libshesh.a -lpthread -lm -ldl.\n",
    "macos": """\
Link a program with -lshesh and -rpath PREFIX/lib, or statically with PREFIX/lib/libshesh.a.
""",
    "windows": """\
Link a program with lib\\shesh.lib (Visual C++) or with -lshesh (MinGW, lib/libshesh.dll.a). The program
needs bin\\shesh.dll in its own folder or in a folder of the PATH.

""",
}


def program_readme(target):
    """Returns README.md of the program's archive."""
    shesh = ".\\shesh.exe" if target.system == "windows" else "bin/shesh"
    return README + PROGRAM.format(shesh=shesh) + README_END


def library_readme():
    """Returns README.md of the C library's archive."""
    return README + LIBRARY_README + README_END


def program(target, version):
    """Returns INSTALL.txt of the program's archive."""
    weights = "weights/backgammon/strong.weights"
    parts = [UNIX]
    if target.system == "macos":
        parts.append(QUARANTINE)
    if target.system == "windows":
        parts, weights = [WINDOWS], weights.replace("/", "\\")
    parts.append(COMMON)
    return "".join(parts).format(version=version, about=target.about, weights=weights)


def library(target, version):
    """Returns INSTALL.txt of the C library's archive."""
    head = LIBRARY.format(version=version, about=target.about)
    install = "\n" if target.system == "windows" else LIBRARY_UNIX
    return head + install + LINK[target.system] + LIBRARY_END
