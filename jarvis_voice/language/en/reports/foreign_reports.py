"""Finds reports of acts in sentences of other languages, as far as a few words tell. Pure."""

from __future__ import annotations

from jarvis_voice.language.en.reports.clause_words import word_table
from jarvis_voice.language.en.reports.plain_words import BREAKS, PlainWords

_FOREIGN = word_table(
    "der die das den dem ein eine ich du dich dir mich mir ist sind und nicht auf mit f\u00fcr "
    "von im "
    "zum zur wurde wird habe hat jetzt le la les un une des du je tu vous votre est sont et pas "
    "pour "
    "dans ai el los las una lo yo se est\u00e1 es y para en tu su ya il lo gli una \u00e8 ho "
    "non per di che il mio het een ik je is niet voor os um uma eu n\u00e3o j\u2019ai c'est j'ai "
    "al del de que con bei morgen uhr alles klar"
)
_ENGLISH = word_table(
    "the and is are of to in that it you for with on this your have has was not be i my we can will"
)
_DONE = word_table(
    "erledigt fertig gemacht gestellt geschickt gesendet verschickt gebucht bestellt bezahlt "
    "\u00fcberwiesen ge\u00f6ffnet geschlossen ausgeschaltet eingeschaltet angemacht ausgemacht "
    "aus an "
    "notiert gespeichert gel\u00f6scht hinzugef\u00fcgt reserviert angerufen gesetzt eingetragen "
    "versprochen fait envoy\u00e9 envoy\u00e9e r\u00e9serv\u00e9 r\u00e9serv\u00e9e ouvert ouverte "
    "ferm\u00e9 ferm\u00e9e \u00e9teint \u00e9teinte allum\u00e9 allum\u00e9e ajout\u00e9 "
    "ajout\u00e9e "
    "supprim\u00e9 pay\u00e9 pay\u00e9e command\u00e9 command\u00e9e annul\u00e9 annul\u00e9e "
    "enregistr\u00e9 not\u00e9 hecho listo lista enviado enviada mandado reservado reservada "
    "pedido "
    "pagado pagada cerrado cerrada abierto abierta apagado apagada encendido encendida "
    "a\u00f1adido "
    "a\u00f1adida guardado guardada cancelado cancelada fatto inviato inviata prenotato prenotata "
    "ordinato pagato pagata chiuso chiusa aperto aperta spento spenta acceso accesa aggiunto "
    "salvato "
    "gedaan klaar verzonden verstuurd geboekt besteld betaald feito enviei fechado aberto pronto"
)
_AT_ONCE = word_table(
    "jetzt soeben gerade sofort gleich maintenant suite ya ahora enseguida acabo gi\u00e0 "
    "adesso subito "
    "nu meteen agora j\u00e1 klingelt wecke erinnere schalte \u00f6ffne schicke rufe buche "
    "bestelle "
    "r\u00e9veillerai rappellerai recordar\u00e9 avisar\u00e9 despertar\u00e9 marcha ouvre "
    "j'ouvre envoie"
)


_SHORT_SENTENCE = 9
"""Words of a sentence in which a report at the beginning is its sense."""
_ALSO_ENGLISH = word_table("an aus lista fait set reserva aperto spento acceso notiert fertig")
"""Words that stand in English sentences and names, too."""


def is_foreign(plain: PlainWords) -> bool:
    """Whether a sentence is of another language than English."""
    real = [word for word in plain.words if word not in BREAKS]
    foreign = sum(word in _FOREIGN for word in real) + sum(not word.isascii() for word in real)
    english = sum(word in _ENGLISH for word in real)
    return foreign >= 2 and foreign > english


def reports_in_another_language(plain: PlainWords) -> bool:
    """Whether a sentence of another language tells that something is done, or will be now."""
    short = len(plain.words) <= 5 and bool(
        (_DONE - {"an", "aus", "lista"}).intersection(plain.words)
    )
    begins_with_it = len(plain.words) <= _SHORT_SENTENCE and bool(
        (_DONE - _ALSO_ENGLISH).intersection(plain.words[:3])
    )
    is_bare = (short or begins_with_it) and not _ENGLISH.intersection(plain.words)
    return is_bare or (is_foreign(plain) and bool((_DONE | _AT_ONCE).intersection(plain.words)))
