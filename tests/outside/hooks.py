"""What schemathesis is told about this service: what it leaves out, and what goes when."""

import schemathesis

# What was created, by path, with the path of what it goes with: a reading with its game, a note with its reading; and what was
# deleted.
created: dict[str, str | None] = {}
deleted: set[str] = set()
# What things made without a key are deleted with, by path.
tokens: dict[str, str] = {}
# The token of a seat at each table, by the table's path.
seats: dict[str, str] = {}


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """It knows no way to write a body of lines (NDJSON), and such a body is answered line by line, with 200 whatever
    the lines are. `tests/it/api/lines_in.rs` tries them."""
    for item in raw_schema["paths"].values():
        for operation in item.values():
            operation.get("requestBody", {}).get("content", {}).pop("application/x-ndjson", None)


@schemathesis.hook
def before_call(context, case, kwargs=None):
    """Deletes what was made without a key with the token of its 201, and plays from a seat with the seat's."""
    if case.method == "DELETE" and case.formatted_path in tokens and "Authorization" not in (case.headers or {}):
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {tokens[case.formatted_path]}"}
    table = "/".join(case.formatted_path.split("/")[:4])
    if case.operation.definition.raw.get("security") == [{"seat": []}] and table in seats:
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {seats[table]}"}


@schemathesis.hook
def after_call(context, case, response):
    """Notes what was created and deleted, whatever the request was made for."""
    # An analysis that is not finished is a 202 to a GET.
    if response.status_code in (201, 202) and case.method == "POST":
        (path,) = response.headers["location"]
        if token := response.json().get("delete_token"):
            tokens[path] = token
        if held := [token for token in response.json().get("tokens") or [] if token]:
            seats[path] = held[0]
        reading, _, note = path.partition("/notes/")
        if note:
            created[path] = reading
        elif path.startswith("/v1/readings/"):
            # A reading of a stored spread has no game.
            created[path] = response.json()["links"].get("game")
        else:
            created[path] = None
    if response.status_code == 200 and case.formatted_path == "/v1/erasures":
        created.clear()
    if response.status_code == 204 and case.method == "DELETE":
        deleted.add(case.formatted_path)


@schemathesis.check
def created_is_there(ctx, response, case):
    """What was created is there until it is deleted, or its game.

    Stands for `ensure_resource_availability`, which knows neither that a game takes its readings along, with their notes, nor
    that an id which it remembers was deleted in an earlier scenario."""
    path = case.formatted_path
    if response.status_code == 404 and case.method in ("GET", "DELETE") and path in created:
        assert is_deleted(path), f"{path} was created and not deleted, and is not there"


def is_deleted(path):
    """Whether this or what it goes with was deleted."""
    return path in deleted or (created.get(path) is not None and is_deleted(created[path]))
