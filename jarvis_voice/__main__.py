"""`python -m jarvis_voice` is `jarvis`."""

from jarvis_voice.cli.main import main

main()
