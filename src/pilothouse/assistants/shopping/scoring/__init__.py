"""The score of a product, computed from typed evidence alone."""
