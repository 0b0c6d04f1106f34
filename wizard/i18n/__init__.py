"""Languages of the program's own texts, and numbers, money and dates as people write them."""
