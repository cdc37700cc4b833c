"""The daily briefing: from feeds to a few stories, each sentence with its source."""
