"""Gates, criteria, value model and findings: which option leads, how surely, and what to check."""
