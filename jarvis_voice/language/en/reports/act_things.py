"""Lists the things that assistants act on, and the words that an answer's own text is made of."""

from __future__ import annotations

THINGS = frozenset(
    """
    timer timers alarm alarms reminder reminders countdown stopwatch routine routines event events
    light lights lamp lamps bulb bulbs heating heater thermostat boiler radiator radiators fan ac
    tv telly television radio oven stove kettle cooker dishwasher washer dryer vacuum hoover
    robot sprinkler sprinklers curtain curtains blind blinds shutter shutters garage door doors
    gate gates lock locks camera cameras doorbell speaker speakers music song songs track playlist
    album podcast audiobook volume sound film movie video taxi cab uber ride booking bookings
    reservation reservations appointment appointments meeting meetings calendar diary agenda
    order orders payment payments transfer transfers invoice bill bills rent money purchase
    subscription membership ticket tickets flight flights hotel parcel package delivery pizza
    pizzas groceries flowers email emails e-mail e-mails mail mails message messages sms dm
    whatsapp voicemail inbox outbox call calls phone backup screenshot screenshots download
    downloads upload wifi wi-fi bluetooth browser tab tabs website app apps computer laptop pc
    screen desktop clipboard brightness account settings setting update updates printer
    note notes list lists entry task tasks todo coffee bath shower car report complaint ambulance
    police plumber doctor files file folder folders document photo photos contact contacts
    machine iron freezer fridge intercom humidifier projector soundbar console router modem
    programs windows notification notifications application calculator terminal spotify firefox
    """.split()  # noqa: SIM905 - a table that people extend reads best as words
)
"""What an assistant is asked to act on."""

DEVICES = frozenset(
    """
    timer timers alarm alarms reminder reminders light lights lamp lamps heating heater thermostat
    boiler tv television radio oven kettle coffee vacuum robot curtains blinds garage door lock
    locks camera speaker speakers music song playlist volume taxi cab booking reservation
    appointment calendar order payment transfer bill rent ticket tickets flight delivery pizza
    groceries phone computer laptop screen browser wifi bluetooth account list
    """.split()  # noqa: SIM905
)
"""Of these, what no letter or story is about when it speaks to the user."""

OWN_THINGS = frozenset(
    """
    calendar diary agenda schedule inbox mailbox mail mails email emails e-mail e-mails messages
    account accounts bank balance oven fridge camera cameras door doors garage files folder folders
    desktop screen phone device devices computer list lists notes reminders alarms timers
    appointments bookings order orders parcel tracking clipboard photos contacts lights lock locks
    thermostat heating
    """.split()  # noqa: SIM905
)
"""What only somebody with access can look into."""

NAMES_OF_TEXTS = frozenset(
    "e-mail email mail letter message draft text note post tweet card it this".split()  # noqa: SIM905
)
"""What a text that was asked for is called."""

TEXT_PARTS = frozenset(
    """
    word words sentence sentences paragraph paragraphs line lines tone version wording phrase
    phrases poem code function step steps bold italics below above comment comments variable
    variables recipe ingredient ingredients ending rhyme rhymes title subject placeholder
    placeholders bracket brackets unit units example examples verb verbs verse verses section
    sections heading headings column columns row rows bullet bullets point points tip tips story
    scene character characters question questions answer answers detail details explanation
    translation summary paragraph names terms clause accent order version style language grammar
    letters quotes formula syllable syllables headline caption size price alphabetically chapter
    test tests exception return loop class method parameter argument figures numbers part parts
    topic topics category categories theme themes option options plot joke jokes twist hint hints
    riddle spelling punctuation comma commas opening closing greeting sign-off argument arguments
    """.split()  # noqa: SIM905
)
"""What a text is made of: to change it is no act in the world."""

STATES = frozenset(
    """
    on off open closed shut up down running playing set ready live active done sorted handled
    finished complete completed confirmed underway gone locked unlocked armed muted paused
    booked reserved ordered paid sent delivered placed settled cancelled canceled deleted
    saved safe scheduled silenced noted in out back loaded installed secured secure successful
    taken cleared connected dimmed lit
    """.split()  # noqa: SIM905 - a table that people extend reads best as words
)
"""What a thing is once something was done to it."""

RESULTS = frozenset(
    """
    set booked ordered paid sent scheduled confirmed cancelled canceled muted paused locked
    unlocked placed reserved submitted transferred delivered turned switched deleted removed
    ready settled sorted off on processed skipped lowered raised emailed texted posted
    forwarded charged restarted silenced dimmed handled
    """.split()  # noqa: SIM905 - a table that people extend reads best as words
)
"""Of these, what is so of the user's own thing only because somebody did it."""
