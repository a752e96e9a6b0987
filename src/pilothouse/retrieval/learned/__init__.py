"""The embedded reranker: features of a question and a passage, and a small ensemble of trees that weighs them."""
