"""Reports: verdicts and traces as text for people and as JSON for programs."""
