"""Questions as data, three-valued conditions, answers read as people write them, sourced defaults."""
