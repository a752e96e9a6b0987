"""An MCP server (extra ``[mcp]``): the assistants and their tools for any client of the Model Context Protocol."""

TOKEN = "PILOTHOUSE_API_TOKEN"  # the variable with the caller's key, over stdio
