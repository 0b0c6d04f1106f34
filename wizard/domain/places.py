"""Groups of countries that rules and comparisons refer to."""

EEA = frozenset(
    {
        *("AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "EU", "FI", "FR", "GR", "HR", "HU", "IE"),
        *("IS", "IT", "LI", "LT", "LU", "LV", "MT", "NL", "NO", "PL", "PT", "RO", "SE", "SI", "SK"),
    }
)
"""Member states of the European Economic Area (EEA agreement); ``EU`` stands for a state not named further."""
