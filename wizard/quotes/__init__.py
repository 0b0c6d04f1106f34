"""A vendor's quote, from a file or typed by hand, as prices of a client's own."""
