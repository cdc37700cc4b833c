"""Finds currencies by their spoken names and reads the rates of the European Central Bank.

Invariant: a rate travels with the day it is of; a currency the bank does not list has no rate.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cache


@dataclass(frozen=True, slots=True)
class Currency:
    """A currency.

    Attributes:
        code: ISO 4217.
        one: "euro".
        many: "euros".
    """

    code: str
    one: str
    many: str


_TABLE = """
EUR | euro/euros                              | \u20ac
USD | dollar/dollars                          | $ us$ buck bucks us_dollar us_dollars united_states_dollar united_states_dollars american_dollar american_dollars american_money u_s_dollars
GBP | pound/pounds                            | \u00a3 quid sterling pound_sterling pounds_sterling british_pound british_pounds
JPY | yen/yen                                 | \u00a5 japanese_yen
CHF | Swiss franc/Swiss francs                | franc francs
CAD | Canadian dollar/Canadian dollars        |
AUD | Australian dollar/Australian dollars    |
NZD | New Zealand dollar/New Zealand dollars  |
SGD | Singapore dollar/Singapore dollars      |
HKD | Hong Kong dollar/Hong Kong dollars      |
CNY | yuan/yuan                               | renminbi rmb chinese_yuan
INR | Indian rupee/Indian rupees              | \u20b9 rupee rupees
KRW | won/won                                 | korean_won south_korean_won
SEK | Swedish krona/Swedish kronor            | swedish_crown swedish_crowns
NOK | Norwegian krone/Norwegian kroner        | norwegian_crown norwegian_crowns
DKK | Danish krone/Danish kroner              | danish_crown danish_crowns
ISK | Icelandic krona/Icelandic kronur        |
PLN | zloty/zlotys                            | polish_zloty zlotych polish_zlotys
CZK | Czech koruna/Czech korunas              | koruna korunas czech_crown czech_crowns
HUF | forint/forints                          | hungarian_forint hungarian_forints
RON | Romanian leu/Romanian lei               | leu lei
TRY | Turkish lira/Turkish lira               | lira liras turkish_liras
BRL | real/reais                              | brazilian_real brazilian_reais reals
MXN | Mexican peso/Mexican pesos              | peso pesos
ZAR | rand/rand                               | south_african_rand
ILS | shekel/shekels                          | israeli_shekel israeli_shekels
THB | baht/baht                               | thai_baht
MYR | ringgit/ringgit                         | malaysian_ringgit
IDR | rupiah/rupiah                           | indonesian_rupiah
PHP | Philippine peso/Philippine pesos        |
RUB | Russian rouble/Russian roubles          | rouble roubles ruble rubles russian_ruble russian_rubles
UAH | hryvnia/hryvnias                        | ukrainian_hryvnia
ARS | Argentine peso/Argentine pesos          | argentinian_peso argentinian_pesos
AED | dirham/dirhams                          | uae_dirham uae_dirhams
SAR | riyal/riyals                            | saudi_riyal saudi_riyals
EGP | Egyptian pound/Egyptian pounds          |
VND | dong/dong                               | vietnamese_dong
NGN | naira/naira                             | nairas nigerian_naira nigerian_nairas
GHS | Ghanaian cedi/Ghanaian cedis            | cedi cedis ghana_cedi ghana_cedis
KES | Kenyan shilling/Kenyan shillings        |
TZS | Tanzanian shilling/Tanzanian shillings  |
UGX | Ugandan shilling/Ugandan shillings      |
ETB | Ethiopian birr/Ethiopian birr           | birr
PKR | Pakistani rupee/Pakistani rupees        | pakistan_rupee pakistan_rupees
LKR | Sri Lankan rupee/Sri Lankan rupees      |
NPR | Nepalese rupee/Nepalese rupees          | nepali_rupee nepali_rupees
BDT | taka/taka                               | bangladeshi_taka
TWD | Taiwan dollar/Taiwan dollars            | taiwanese_dollar taiwanese_dollars
JMD | Jamaican dollar/Jamaican dollars        |
CLP | Chilean peso/Chilean pesos              |
KWD | Kuwaiti dinar/Kuwaiti dinars            |
QAR | Qatari riyal/Qatari riyals              |
KZT | tenge/tenge                             | kazakh_tenge
GEL | Georgian lari/Georgian lari             | lari
RSD | Serbian dinar/Serbian dinars            |
BGN | Bulgarian lev/Bulgarian leva            | leva bulgarian_levs
BTC | bitcoin/bitcoins                        |
"""  # noqa: E501 - a table is read by its columns

_DOLLARS = frozenset({"USD", "CAD", "AUD", "NZD", "SGD", "HKD"})


def _read_table() -> tuple[dict[str, Currency], dict[str, Currency]]:
    by_word: dict[str, Currency] = {}
    by_code: dict[str, Currency] = {}
    for line in _TABLE.strip().splitlines():
        code, said, words = (cell.strip() for cell in line.split("|"))
        one, many = said.split("/")
        found = by_code[code] = Currency(code, one, many)
        spoken = (word.replace("_", " ") for word in words.split())
        by_word |= dict.fromkeys((code.lower(), one.lower(), many.lower(), *spoken), found)
    return by_word, by_code


CURRENCIES_BY_WORD, CURRENCIES = _read_table()
"""What is said to its currency; a code to the currency."""


def currency_named(word: str, home: str) -> Currency | None:
    """The currency of a word; plain dollars are the user's own where those are dollars.

    Args:
        word: Lower case: "euros", "eur", "quid".
        home: ISO code of the user's currency.
    """
    if word in {"dollar", "dollars", "$", "buck", "bucks"} and home in _DOLLARS:
        return CURRENCIES[home]
    return CURRENCIES_BY_WORD.get(word)


@dataclass(frozen=True, slots=True)
class Rates:
    """The reference rates of one day.

    Attributes:
        day: The day the bank set them.
        in_euros: What one unit of a currency was worth, in euros, by ISO code.
    """

    day: date
    in_euros: dict[str, float]

    def convert(self, amount: float, source: Currency, target: Currency) -> float | None:
        """An amount in another currency; None where one of them has no rate."""
        one, other = (self.in_euros.get(currency.code) for currency in (source, target))
        return amount * one / other if one and other else None


@cache
def read_rates() -> Rates:
    """The newest rates that ship with `currency_converter`. Reads a file: call it off the loop."""
    from currency_converter import SINGLE_DAY_CURRENCY_FILE, CurrencyConverter

    converter = CurrencyConverter(SINGLE_DAY_CURRENCY_FILE)
    day = converter.bounds["EUR"].last_date
    return Rates(day, {code: converter.convert(1, code, "EUR") for code in converter.currencies})
