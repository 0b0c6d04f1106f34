"""How close the predictions come to published measurements: rows, answers, statistics, the fit, the nearest ones."""
