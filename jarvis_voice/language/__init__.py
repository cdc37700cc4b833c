"""Knowledge of human languages for all rooms above. Pure: no I/O."""
