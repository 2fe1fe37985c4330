"""Connects to `shesh mcp` with the Python SDK of the Model Context Protocol and calls every tool.

    ci/mcp_client.py SHESH
"""

import asyncio
import json
import sys
import tempfile
from pathlib import Path

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

START = "4HPwATDgc/ABMA"
MATCH = """ 3 point match

 Game 1
 Ada : 0              Ben : 0
  1) 31: 24/20          64: 24/14
"""


async def check(shesh):
    folder = tempfile.TemporaryDirectory()
    file = Path(folder.name) / "match.mat"
    file.write_text(MATCH)
    calls = {
        "best_plays": {"position": START, "dice": "31", "ply": 2},
        "cube_action": {"position": START, "match": 7, "score": "2-4", "explain": True, "ply": 1},
        "evaluate": {"position": START, "ply": 1},
        "explain": {"position": START, "dice": "31", "plays": ["24/20"], "ply": 1},
        "legal_plays": {"position": START, "dice": "55"},
        "read_position": {"position": START},
        "analyze_match": {"file": str(file), "preset": "quick"},
    }
    async with stdio_client(StdioServerParameters(command=shesh, args=["mcp"])) as streams:
        async with ClientSession(*streams) as session:
            await session.initialize()
            tools = {tool.name for tool in (await session.list_tools()).tools}
            assert tools == set(calls), tools ^ set(calls)
            for tool, arguments in calls.items():
                result = await session.call_tool(tool, arguments)
                assert not result.is_error, (tool, result)
                text = result.content[0].text
                if tool == "best_plays":
                    assert json.loads(text)["plays"][0]["play"] == "8/5 6/5", text
                if tool == "analyze_match":
                    assert "Ada" in text and text.startswith("# "), text
            refused = await session.call_tool("best_plays", {"position": START, "dice": "37"})
            assert refused.is_error and "37" in refused.content[0].text, refused
    print(f"mcp: the client of PyPI called {len(calls)} tools")


asyncio.run(check(sys.argv[1]))
