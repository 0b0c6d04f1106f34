"""Vector figures: pure functions from data to one SVG string each, used alike in HTML and PDF."""
