"""Which products pages speak of, learned from the pages themselves: no list of products."""
