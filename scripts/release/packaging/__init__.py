"""Release packages for all platforms; see docs/internals/packaging.md.

`targets` lists the platforms. `toolchain` finds the compilers, `build` calls them, `wheel` makes the Python
package, `contents` and `texts` say what is in an archive, `archives` writes it, `licences` collects the licences
of libraries, and `checks` examines what was built (`elf`, `macho` and `pe` read its format).
"""
