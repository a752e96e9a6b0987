"""Files to structured text: reading, and cutting into chunks."""
