"""What schemathesis leaves out: it knows no way to write a body of lines (NDJSON), and such a body is answered line by
line, with 200 whatever the lines are. `tests/api/lines_in.rs` tries them."""

import schemathesis


@schemathesis.hook
def before_load_schema(context, raw_schema):
    for item in raw_schema["paths"].values():
        for operation in item.values():
            operation.get("requestBody", {}).get("content", {}).pop("application/x-ndjson", None)
