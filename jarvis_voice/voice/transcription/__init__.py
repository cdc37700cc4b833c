"""Words of an utterance: transcribed during the pause, the best hypothesis chosen."""
