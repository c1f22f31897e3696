"""Rewrites the OpenAPI document for the Rust client of openapi-generator 7.26.0.

    curl -s localhost:8080/openapi.json | python3 rust_document.py > rust.json

That generator makes two mistakes: a union with a `discriminator` takes the tag away before its variants, which need it,
are read; and items that may be null become items that may not. Without discriminators its unions try one variant after
another, which the tags decide; items that may be null become any JSON.
"""

import json
import sys


def may_be_null(schema: object) -> bool:
    return isinstance(schema, dict) and ("null" in schema.get("type", []) or {"type": "null"} in schema.get("oneOf", []))


def rewritten(part: object) -> object:
    if isinstance(part, list):
        return [rewritten(item) for item in part]
    if not isinstance(part, dict):
        return part
    if "oneOf" in part:
        part = {keyword: value for keyword, value in part.items() if keyword != "discriminator"}
    if may_be_null(part.get("items")):
        part = part | {"items": {}}
    return {keyword: rewritten(value) for keyword, value in part.items()}


if __name__ == "__main__":
    json.dump(rewritten(json.load(sys.stdin)), sys.stdout)
