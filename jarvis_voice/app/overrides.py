"""What a caller gives the brain besides its configuration."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jarvis_voice.core.passing_memory import PassingMemory
from jarvis_voice.core.paths import Paths
from jarvis_voice.core.prosody import Prosody
from jarvis_voice.core.talk_manner import TalkManner
from jarvis_voice.tools.announcer import Announcer
from jarvis_voice.tools.microphone_switch import MicrophoneSwitch
from jarvis_voice.tools.post_turn import PostTurnActions

if TYPE_CHECKING:
    from jarvis_voice.assistant.planning.rules import Rule
    from jarvis_voice.assistant.understanding.grammar import Grammar
    from jarvis_voice.core.alarm_state import AlarmState
    from jarvis_voice.core.sentence_reader import MeaningReader
    from jarvis_voice.tools.dependencies import Edge
    from jarvis_voice.tools.desktop.applications import Applications
    from jarvis_voice.tools.effect_place import EffectPlaces
    from jarvis_voice.tools.registry import Registry, Tool


@dataclass(frozen=True, slots=True)
class Overrides:
    """What a caller gives the brain besides its configuration; None keeps the default.

    Attributes:
        edge: The machine's edge and the addresses of services; None is the real ones.
        rules: The planning rules; None is all. An evaluation leaves one out.
        applications: What is installed; None looks at this machine.
        dials: How Jarvis speaks; shared with the mouth where there is one.
        effects: What Jarvis can do at the places that doors serve; None is at this machine alone.
        alarm_state: The state of the alarm clock; None without one.
        manner: How models are used, where the settings can change meanwhile; None is as they are.
        afterwards: Who forgets what a turn asks to be forgotten.
        asks_to_share: Jarvis asks in talk whether models elsewhere may be told of facts.
        microphone: Who closes the microphone when a turn asks for it.
        load_grammar: Instead of compiling the sentences, which takes 0.3 s.
        load_reader: Instead of loading the trained reader that ships.
        passing: Counts what is kept in memory for a while.
        refit: Gives the tools that stand in for those that are here; a trial makes them dry.
    """

    edge: Edge | None = None
    rules: frozenset[Rule] | None = None
    applications: Applications | None = None
    dials: Prosody = field(default_factory=Prosody)
    effects: EffectPlaces | None = None
    alarm_state: AlarmState | None = None
    load_grammar: Callable[[Paths, Registry], Grammar] | None = None
    load_reader: Callable[[], MeaningReader] | None = None
    refit: Callable[[list[Tool]], list[Tool]] = list
    asks_to_share: bool = False
    manner: TalkManner | None = None
    afterwards: PostTurnActions = field(default_factory=PostTurnActions)
    microphone: MicrophoneSwitch = field(default_factory=MicrophoneSwitch)
    announcer: Announcer = field(default_factory=Announcer)
    passing: PassingMemory = field(default_factory=PassingMemory)
