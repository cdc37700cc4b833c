"""Progress for tests of the training."""


class Silent:
    """Progress that nobody looks at; remembers what was said."""

    def __init__(self) -> None:
        self.stages: list[str] = []
        self.said: list[str] = []

    def stage(self, name: str, steps: int) -> None:
        self.stages.append(name)

    def step(self, count: int = 1) -> None:
        """Nothing is drawn."""

    def say(self, line: str) -> None:
        self.said.append(line)
