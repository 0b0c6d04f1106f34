"""The one door to packaged data, and the guarded reader for every YAML file."""
