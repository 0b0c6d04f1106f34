"""Monthly cash flows of owning and renting, with their uncertainty."""
