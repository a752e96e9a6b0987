"""The learned judge of what answers: every sentence, list item and table row of the found passages, compared."""
