"""The local probe: what hardware this machine has, each figure measured or missing for a stated reason."""
