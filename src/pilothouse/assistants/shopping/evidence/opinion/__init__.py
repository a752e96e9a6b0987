"""What a sentence thinks of a product: aspect, polarity, strength; a general lexicon, no list of products."""
