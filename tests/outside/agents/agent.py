"""Plays a table over the Model Context Protocol, as the client of the package `mcp` speaks it: with `server/discover`."""

import asyncio
import os

from mcp import Client


async def main() -> None:
    async with Client(f"{os.environ['ADDRESS']}/mcp") as client:
        assert client.protocol_version == "2026-07-28", client.protocol_version
        tools = (await client.list_tools()).tools
        assert {"read_fortune", "play_step"} <= {tool.name for tool in tools}
        bot = {"type": "bot", "bot": "adept"}
        seats = [{"type": "person", "name": "Ada"}, bot, bot, bot]
        # The client checks each answer against the schema of its tool.
        table = (await client.call_tool("open_table", {"ruleset": "fortunes", "seats": seats})).structured_content
        seat = table["tokens"][0]
        while table["phase"] == "playing":
            step = {"id": table["id"], "seat": seat, "after": table["step_count"], "choice": 1}
            table = (await client.call_tool("play_step", step)).structured_content
        refused = await client.call_tool("see_table", {"id": table["id"], "colour": "red"})
        assert refused.is_error and "`colour`" in refused.content[0].text
        drawn = await client.call_tool("draw_cards", {"spread": "three-card", "picture": True})
        assert [block.type for block in drawn.content] == ["text", "image"]
        rules = await client.read_resource("arcana:/rules/fortuna")
        assert rules.contents[0].text.startswith("# Fortuna")


asyncio.run(main())
