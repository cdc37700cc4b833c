"""What a sentence means: grammar, follow-ups and corrections."""
