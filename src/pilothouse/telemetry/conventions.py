"""Names of the OpenTelemetry GenAI semantic conventions (release 0.1.0 of their own repository, development status)."""

from __future__ import annotations

OPERATION = "gen_ai.operation.name"
PROVIDER = "gen_ai.provider.name"
REQUEST_MODEL = "gen_ai.request.model"
TEMPERATURE = "gen_ai.request.temperature"
FINISH_REASONS = "gen_ai.response.finish_reasons"
INPUT_TOKENS = "gen_ai.usage.input_tokens"
OUTPUT_TOKENS = "gen_ai.usage.output_tokens"
AGENT = "gen_ai.agent.name"
CONVERSATION = "gen_ai.conversation.id"
TOOL = "gen_ai.tool.name"
TOOL_TYPE = "gen_ai.tool.type"
DATA_SOURCE = "gen_ai.data_source.id"
TOP_K = "gen_ai.retrieval.top_k"
ERROR_TYPE = "error.type"
INPUT_MESSAGES = "gen_ai.input.messages"
OUTPUT_MESSAGES = "gen_ai.output.messages"
INSTRUCTIONS = "gen_ai.system_instructions"
CALL_ARGUMENTS = "gen_ai.tool.call.arguments"
CALL_RESULT = "gen_ai.tool.call.result"
QUERY = "gen_ai.retrieval.query.text"
DOCUMENTS = "gen_ai.retrieval.documents"

TRACE_ID = "pilothouse.trace_id"
TURN = "pilothouse.turn"
OUTCOME = "pilothouse.outcome"
NODE = "pilothouse.node"
TASK = "pilothouse.task"
ORIGIN = "pilothouse.origin"
ATTEMPTS = "pilothouse.attempts"
COST = "pilothouse.cost"
STATUS = "pilothouse.status"
RAN = "pilothouse.ran"
HITS = "pilothouse.hits"

# What was said or read; exported only when content is switched on.
CONTENT = frozenset({INPUT_MESSAGES, OUTPUT_MESSAGES, INSTRUCTIONS, CALL_ARGUMENTS, CALL_RESULT, QUERY, DOCUMENTS})
# Everything else that may be exported. A list of what is allowed, so that a new attribute can't leak text.
SAFE = frozenset(
    {OPERATION, PROVIDER, REQUEST_MODEL, TEMPERATURE, FINISH_REASONS, INPUT_TOKENS, OUTPUT_TOKENS, AGENT, CONVERSATION,
     TOOL, TOOL_TYPE, DATA_SOURCE, TOP_K, ERROR_TYPE, TRACE_ID, TURN, OUTCOME, NODE, TASK, ORIGIN, ATTEMPTS, COST,
     STATUS, RAN, HITS}
)  # fmt: skip
