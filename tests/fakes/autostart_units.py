"""How systemd reads a line of a unit: systemd.syntax(7), "Quoting", and specifiers of unit(5)."""

ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", '"': '"'}


def words(line: str) -> list[str]:
    """The words of a value whose words all are in double quotes."""
    found, rest = [], line
    while rest:
        assert rest[0] == '"', rest
        word, rest = _word(rest[1:])
        found.append(word.encode("latin-1").decode())
        assert not rest or rest[0] == " ", rest
        rest = rest[1:]
    return found


def _word(rest: str) -> tuple[str, str]:
    """One word as the bytes it stands for, and what comes behind its quote."""
    word = ""
    while rest[0] != '"':
        if rest.startswith("%%"):
            word, rest = word + "%", rest[2:]
        elif rest[0] == "%":
            raise AssertionError(f"a specifier: {rest[:2]}")
        elif rest.startswith("\\x"):
            word, rest = word + chr(int(rest[2:4], 16)), rest[4:]
        elif rest[0] == "\\":
            word, rest = word + ESCAPES[rest[1]], rest[2:]
        else:
            assert rest[0].isprintable(), "a control sign ends the line or is refused"
            word, rest = word + rest[0].encode().decode("latin-1"), rest[1:]
    return word, rest[1:]
