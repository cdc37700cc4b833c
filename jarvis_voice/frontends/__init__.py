"""Where turns come from: voice, push-to-talk, stdin, the control socket."""
