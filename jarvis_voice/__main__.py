"""Lets `python -m jarvis_voice` run the `jarvis` command."""

from jarvis_voice.cli.main import main

main()
