"""What the shopper reads: code's words, a model's checked words, follow-ups."""
