"""Long runs that show whether memory or anything else grows."""
