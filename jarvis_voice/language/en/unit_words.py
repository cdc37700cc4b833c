"""Tables of units and currencies, as written and as spoken; puts amounts into words.

Invariant: only names that mean one thing behind a number are in here ("in" is not).
"""

from __future__ import annotations

from jarvis_voice.language.en.number_words import cardinal, decimal, whole

UNITS = {
    written: said
    for names, *said in (
        ("km", "kilometer", "kilometers"),
        ("m", "meter", "meters"),
        ("cm", "centimeter", "centimeters"),
        ("mm", "millimeter", "millimeters"),
        ("\u00b5m \u03bcm", "micrometer", "micrometers"),
        ("nm", "nanometer", "nanometers"),
        ("mi", "mile", "miles"),
        ("ft", "foot", "feet"),
        ("yd", "yard", "yards"),
        ("km\u00b2 km2", "square kilometer", "square kilometers"),
        ("m\u00b2 m2", "square meter", "square meters"),
        ("m\u00b3 m3", "cubic meter", "cubic meters"),
        ("km/h kph kmh", "kilometer per hour", "kilometers per hour"),
        ("mph", "mile per hour", "miles per hour"),
        ("m/s", "meter per second", "meters per second"),
        ("Mbit/s Mbps", "megabit per second", "megabits per second"),
        ("Gbit/s Gbps", "gigabit per second", "gigabits per second"),
        ("MB/s", "megabyte per second", "megabytes per second"),
        ("kg", "kilogram", "kilograms"),
        ("g", "gram", "grams"),
        ("mg", "milligram", "milligrams"),
        ("lb lbs", "pound", "pounds"),
        ("oz", "ounce", "ounces"),
        ("l L", "liter", "liters"),
        ("ml mL", "milliliter", "milliliters"),
        ("\u00b0C \u2103 \u00b0c", "degree Celsius", "degrees Celsius"),
        ("\u00b0F \u2109", "degree Fahrenheit", "degrees Fahrenheit"),
        ("\u00b0", "degree", "degrees"),
        ("B", "byte", "bytes"),
        ("kB KB", "kilobyte", "kilobytes"),
        ("MB", "megabyte", "megabytes"),
        ("GB", "gigabyte", "gigabytes"),
        ("TB", "terabyte", "terabytes"),
        ("KiB", "kibibyte", "kibibytes"),
        ("MiB", "mebibyte", "mebibytes"),
        ("GiB", "gibibyte", "gibibytes"),
        ("Hz", "hertz", "hertz"),
        ("kHz", "kilohertz", "kilohertz"),
        ("MHz", "megahertz", "megahertz"),
        ("GHz", "gigahertz", "gigahertz"),
        ("ms", "millisecond", "milliseconds"),
        ("s sec secs", "second", "seconds"),
        ("min mins", "minute", "minutes"),
        ("h hr hrs", "hour", "hours"),
        ("W", "watt", "watts"),
        ("kW", "kilowatt", "kilowatts"),
        ("kWh", "kilowatt hour", "kilowatt hours"),
        ("V", "volt", "volts"),
        ("mAh", "milliampere hour", "milliampere hours"),
        ("hPa", "hectopascal", "hectopascals"),
        ("kcal", "kilocalorie", "kilocalories"),
        ("dB", "decibel", "decibels"),
        ("px", "pixel", "pixels"),
        ("fps", "frame per second", "frames per second"),
        ("rpm", "revolution per minute", "revolutions per minute"),
    )
    for written in names.split()
}
"""Written name -> (singular, plural)."""

CURRENCIES = {
    "$": ("dollar", "dollars", "cent", "cents"),
    "US$": ("U S dollar", "U S dollars", "cent", "cents"),
    "USD": ("U S dollar", "U S dollars", "cent", "cents"),
    "\u20ac": ("euro", "euros", "cent", "cents"),
    "EUR": ("euro", "euros", "cent", "cents"),
    "\u00a3": ("pound", "pounds", "penny", "pence"),
    "GBP": ("pound", "pounds", "penny", "pence"),
    "\u00a5": ("yen", "yen", "", ""),
    "JPY": ("yen", "yen", "", ""),
    "\u20b9": ("rupee", "rupees", "paisa", "paise"),
    "CHF": ("Swiss franc", "Swiss francs", "centime", "centimes"),
}
"""Written sign -> (singular, plural, singular of the hundredth, its plural)."""

HUNDREDTHS_DIGITS = 2

SCALES = {"k": "thousand", "M": "million", "bn": "billion"}
"""Suffixes that multiply a number, as they are said."""


def say_amount(number: str, unit: str) -> str:
    """A plain number and a key of `UNITS`: "20", "°C" -> "twenty degrees Celsius"."""
    singular, plural = UNITS[unit]
    return f"{decimal(number)} {singular if number.lstrip('-') == '1' else plural}"


def say_money(number: str, sign: str, scale: str | None = None) -> str:
    """A plain number and a key of `CURRENCIES`: "12.50", "$" -> "twelve dollars and fifty cents".

    Args:
        number: Digits, perhaps with "." and decimals.
        sign: The currency as written.
        scale: "million", "bn", ... when one follows the number.
    """
    one, many, cent, cents = CURRENCIES[sign]
    before, _, fraction = number.partition(".")
    if scale:
        return f"{decimal(number)} {SCALES.get(scale, scale)} {many}"
    if len(fraction) != HUNDREDTHS_DIGITS or not cent:
        return f"{decimal(number)} {one if number == '1' else many}"
    spoken = [f"{whole(before)} {one if before == '1' else many}"] if before.strip("0") else []
    if int(fraction):
        spoken.append(f"{cardinal(int(fraction))} {cent if fraction == '01' else cents}")
    return " and ".join(spoken) or f"zero {many}"
