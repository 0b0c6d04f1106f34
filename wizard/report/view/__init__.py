"""What the templates show: plain frozen texts, already formatted for one language."""
