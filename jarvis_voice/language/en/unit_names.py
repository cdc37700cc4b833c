"""The units that the program knows, by the words that people say for them.

Invariant: pure and quick: knowing whether a word is a unit needs no unit library.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MeasuringUnit:
    """A unit of measurement.

    Attributes:
        name: As `pint` calls it.
        one: "mile".
        many: "miles".
        kind: What it measures: only units of one kind convert into each other.
        other: Its counterpart in the other system, by `name`; "" has none.
    """

    name: str
    one: str
    many: str
    kind: str
    other: str = ""


_TABLE = """
length      | kilometer         | kilometer/kilometers      | mile         | km kms kilometre kilometres k's klicks
length      | meter             | meter/meters              | foot         | m metre metres
length      | centimeter        | centimeter/centimeters    | inch         | cm cms centimetre centimetres
length      | millimeter        | millimeter/millimeters    | inch         | mm millimetre millimetres
length      | mile              | mile/miles                | kilometer    | mi
length      | nautical_mile     | nautical mile/nautical miles | kilometer |
length      | yard              | yard/yards                | meter        | yd yds
length      | foot              | foot/feet                 | meter        | ft foots feet_and_inches feet_inches
length      | inch              | inch/inches               | centimeter   |
length      | light_year        | light year/light years    |              | lightyear lightyears
area        | kilometer**2      | square kilometer/square kilometers | mile**2 | square_kilometre square_kilometres
area        | meter**2          | square meter/square meters | foot**2     | square_metre square_metres
area        | mile**2           | square mile/square miles  | kilometer**2 |
area        | foot**2           | square foot/square feet   | meter**2     | square_ft
area        | yard**2           | square yard/square yards  | meter**2     |
area        | inch**2           | square inch/square inches | meter**2     |
area        | hectare           | hectare/hectares          | acre         | ha
area        | acre              | acre/acres                | hectare      |
volume      | liter             | liter/liters              | gallon       | l litre litres
volume      | milliliter        | milliliter/milliliters    | fluid_ounce  | ml mls millilitre millilitres
volume      | centiliter        | centiliter/centiliters    | fluid_ounce  | cl centilitre centilitres
volume      | deciliter         | deciliter/deciliters      | cup          | dl decilitre decilitres
volume      | meter**3          | cubic meter/cubic meters  | foot**3      | cubic_metre cubic_metres
volume      | foot**3           | cubic foot/cubic feet     | meter**3     |
volume      | gallon            | gallon/gallons            | liter        | gal us_gallon us_gallons
volume      | imperial_gallon   | imperial gallon/imperial gallons | liter | uk_gallon uk_gallons
volume      | quart             | quart/quarts              | liter        | qt
volume      | pint              | pint/pints                | milliliter   |
volume      | imperial_pint     | imperial pint/imperial pints | milliliter | uk_pint uk_pints
volume      | cup               | cup/cups                  | milliliter   | cupful cupfuls
volume      | fluid_ounce       | fluid ounce/fluid ounces  | milliliter   | fl_oz floz
volume      | tablespoon        | tablespoon/tablespoons    | milliliter   | tbsp
volume      | teaspoon          | teaspoon/teaspoons        | milliliter   | tsp
mass        | kilogram          | kilogram/kilograms        | pound        | kg kgs kilo kilos kilogramme kilogrammes
mass        | gram              | gram/grams                | ounce        | g gm gms gramme grammes
mass        | milligram         | milligram/milligrams      |              | mg
mass        | pound             | pound/pounds              | kilogram     | lb lbs
mass        | ounce             | ounce/ounces              | gram         | oz
mass        | stone             | stone/stone               | kilogram     | stones
mass        | metric_ton        | tonne/tonnes              | short_ton    | metric_ton metric_tons
mass        | short_ton         | US ton/US tons            | metric_ton   | short_ton short_tons us_ton us_tons
temperature | degree_Celsius    | degree Celsius/degrees Celsius | degree_Fahrenheit | c celsius centigrade degree_c degrees_c degrees_centigrade
temperature | degree_Fahrenheit | degree Fahrenheit/degrees Fahrenheit | degree_Celsius | f fahrenheit degree_f degrees_f
temperature | kelvin            | kelvin/kelvin             | degree_Celsius | kelvins
speed       | kilometer/hour    | kilometer per hour/kilometers per hour | mile/hour | kph kmh km_h km_per_hour kilometre_per_hour kilometres_per_hour kilometers_an_hour kilometres_an_hour kilometer_an_hour kilometre_an_hour km_an_hour k_an_hour kms_an_hour
speed       | mile/hour         | mile per hour/miles per hour | kilometer/hour | mph miles_an_hour mile_an_hour
speed       | meter/second      | meter per second/meters per second | mile/hour | metre_per_second metres_per_second meters_a_second metres_a_second m_per_second
speed       | knot              | knot/knots                | kilometer/hour |
time        | millisecond       | millisecond/milliseconds  |              | ms
time        | second            | second/seconds            |              | sec secs s
time        | minute            | minute/minutes            |              | min mins
time        | hour              | hour/hours                |              | hr hrs h
time        | day               | day/days                  |              |
time        | week              | week/weeks                |              |
time        | fortnight         | fortnight/fortnights      |              |
time        | month             | month/months              |              |
time        | year              | year/years                |              | yr yrs
time        | century           | century/centuries         |              |
data        | bit               | bit/bits                  |              |
data        | byte              | byte/bytes                |              |
data        | kilobyte          | kilobyte/kilobytes        |              | kb
data        | megabyte          | megabyte/megabytes        |              | mb meg megs
data        | gigabyte          | gigabyte/gigabytes        |              | gb gig gigs
data        | terabyte          | terabyte/terabytes        |              | tb
data        | kibibyte          | kibibyte/kibibytes        |              | kib
data        | mebibyte          | mebibyte/mebibytes        |              | mib
data        | gibibyte          | gibibyte/gibibytes        |              | gib
pressure    | bar               | bar/bar                   | psi          | bars
pressure    | psi               | psi/psi                   | bar          | pounds_per_square_inch
pressure    | pascal            | pascal/pascals            |              |
pressure    | hectopascal       | hectopascal/hectopascals  |              | hpa millibar millibars
pressure    | kilopascal        | kilopascal/kilopascals    | psi          | kpa
pressure    | atmosphere        | atmosphere/atmospheres    | bar          | atm
energy      | joule             | joule/joules              |              |
energy      | kilojoule         | kilojoule/kilojoules      | kilocalorie  | kj
energy      | kilocalorie       | calorie/calories          | kilojoule    | kcal kcals kilocalorie kilocalories
energy      | kilowatt_hour     | kilowatt hour/kilowatt hours |           | kwh
energy      | british_thermal_unit | BTU/BTUs               | kilojoule    |
power       | watt              | watt/watts                |              | w
power       | kilowatt          | kilowatt/kilowatts        | horsepower   | kw
power       | horsepower        | horsepower/horsepower     | kilowatt     | hp
angle       | degree            | degree/degrees            |              |
angle       | radian            | radian/radians            |              |
"""  # noqa: E501 - a table is read by its columns


def _read_table() -> tuple[dict[str, MeasuringUnit], dict[str, MeasuringUnit]]:
    by_word: dict[str, MeasuringUnit] = {}
    by_name: dict[str, MeasuringUnit] = {}
    for line in _TABLE.strip().splitlines():
        kind, name, said, other, words = (cell.strip() for cell in line.split("|"))
        one, many = said.split("/")
        unit = by_name[name] = MeasuringUnit(name, one, many, kind, other)
        also = (word.replace("_", " ") for word in words.split())
        by_word |= dict.fromkeys((one.lower(), many.lower(), *also), unit)
    return by_word, by_name


UNITS_BY_WORD, UNITS_BY_NAME = _read_table()
"""What is said to its unit; a unit's name to the unit."""

TON_WORDS = frozenset({"ton", "tons"})
"""A tonne to users of metric units, 2 000 pounds to others."""

OUNCE_WORDS = frozenset({"oz", "ounce", "ounces"})
"""A fluid ounce beside a volume."""

DEGREE_WORDS = frozenset({"degree", "degrees"})
"""An angle beside an angle, else a temperature in the other scale."""

POUND_WORDS = frozenset({"pound", "pounds"})
"""Money beside money, else a weight."""
