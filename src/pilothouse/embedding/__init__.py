"""Text to vectors: the embedded model, OpenAI-compatible endpoints, a cache."""
