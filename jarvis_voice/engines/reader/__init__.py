"""The trained reader of sentences: word pieces in, a meaning and its slots out."""
