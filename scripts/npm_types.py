#!/usr/bin/env python3
"""Write TypeScript types of the API's requests and answers from crates/server/openapi.json.

Usage: scripts/npm_types.py OUTPUT. Only the schemas that the questions of the npm package use are
written. Answers of rollouts are results of jobs in the HTTP API, which have no schema: their type is
in npm/src/index.d.ts.
"""

import json
import re
import sys
from pathlib import Path

QUESTIONS = ["best", "cube", "drill", "evaluate", "explain", "picture", "plays", "position", "rollout", "scores"]
REFERENCE = "#/components/schemas/"


def comment(text: str, indent: str) -> list[str]:
    """Format a description as a JSDoc comment."""
    # References to Rust items mean nothing here.
    text = re.sub(r"\[(`[^`]+`)\]\([^)]*::[^)]*\)", r"\1", text).replace("*/", "*\\/")
    lines = text.splitlines()
    if len(lines) == 1:
        return [f"{indent}/** {lines[0]} */"]
    return [f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"]


def typed(schema: dict, indent: str = "") -> str:
    """Return the type of a schema."""
    if "$ref" in schema:
        return schema["$ref"].removeprefix(REFERENCE)
    for union in ("oneOf", "anyOf"):
        if union in schema:
            return " | ".join(dict.fromkeys(typed(one, indent) for one in schema[union]))
    if "allOf" in schema:
        return " & ".join(typed(one, indent) for one in schema["allOf"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"])
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    return " | ".join(one_type(kind, schema, indent) for kind in kinds) or "unknown"


def one_type(kind: str, schema: dict, indent: str) -> str:
    """Return the type of a schema that has this type among others."""
    if kind == "array":
        if "prefixItems" in schema:
            return "[" + ", ".join(typed(item, indent) for item in schema["prefixItems"]) + "]"
        item = typed(schema.get("items", {}), indent)
        return f"({item})[]" if " " in item and not item.startswith("{") else f"{item}[]"
    if kind == "object":
        if "properties" not in schema:
            more = schema.get("additionalProperties")
            value = typed(more, indent) if isinstance(more, dict) else "unknown"
            return f"Record<string, {value}>"
        lines = ["{"]
        inner = indent + "  "
        for name, field in schema["properties"].items():
            if description := field.get("description") or description_of_union(field):
                lines += comment(description, inner)
            mark = "" if name in schema.get("required", []) else "?"
            lines.append(f"{inner}{name}{mark}: {typed(field, inner)};")
        return "\n".join([*lines, indent + "}"])
    return {"integer": "number"}.get(kind, kind)


def description_of_union(schema: dict) -> str | None:
    """Return the description of an optional field, which stands beside its type."""
    return next((one["description"] for one in schema.get("oneOf", []) if "description" in one), None)


def named_in(schema: object) -> set[str]:
    """Return the names of the schemas that a schema refers to."""
    if isinstance(schema, list):
        return set().union(*map(named_in, schema))
    if not isinstance(schema, dict):
        return set()
    own = {schema["$ref"].removeprefix(REFERENCE)} if "$ref" in schema else set()
    return own.union(*map(named_in, schema.values()))


def main() -> None:
    """Write the types."""
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    root = Path(__file__).resolve().parent.parent
    api = json.loads((root / "crates/server/openapi.json").read_text())
    schemas, paths = api["components"]["schemas"], api["paths"]
    requests, answers = {}, {}
    for question in QUESTIONS:
        operation = (paths.get(f"/api/v1/{question}") or paths[f"/api/v1/jobs/{question}"])["post"]
        content = operation["requestBody"]["content"]["application/json"]["schema"]
        requests[question] = typed(content)
        answer = operation["responses"].get("200", {}).get("content", {}).get("application/json")
        answers[question] = typed(answer["schema"]) if answer else "Rollout"
    wanted, found = set(requests.values()) | set(answers.values()), set()
    while wanted:
        name = wanted.pop()
        if name in schemas and name not in found:
            found.add(name)
            wanted |= named_in(schemas[name])
    lines = ['import type { Rollout } from "./index.js";', ""]
    for title, types in (("Requests", requests), ("Answers", answers)):
        lines.append(f"/** {title} by question. */")
        lines.append(f"export interface {title} {{")
        lines += [f"  {question}: {types[question]};" for question in QUESTIONS]
        lines += ["}", ""]
    for name in sorted(found):
        if description := schemas[name].get("description"):
            lines += comment(description, "")
        lines += [f"export type {name} = {typed(schemas[name])};", ""]
    Path(sys.argv[1]).write_text("\n".join(lines))


if __name__ == "__main__":
    main()
