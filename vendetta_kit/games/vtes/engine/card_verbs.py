"""The verbs of which a card's text is composed: the cards that may have each, its argument, its rules.

>>> VERBS["stealth"].takes, sorted(VERBS["stealth"].on)
('number', ['action_modifier', 'gives', 'tap'])
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from types import MappingProxyType
from typing import Any, Final, NamedTuple

MINION_CARDS: Final = (
    "action", "political_action", "equipment", "retainer", "ally", "action_modifier", "reaction", "combat",
)  # fmt: skip
TYPES: Final = ("vampire", "master", "out_of_turn", *MINION_CARDS)
"""All types of cards."""
TARGETS: Final = (
    "methuselah", "other_methuselah", "prey", "minion", "vampire", "own_minion", "own_vampire", "other_minion",
    "other_vampire", "torpid_vampire", "ally", "retainer", "location", "equipment",
)  # fmt: skip
"""The kinds of targets of cards."""
_DONE: Final = frozenset({"master", "out_of_turn", "action", "political_action", "tap", "untap"})
"""The types and parts of cards whose effects happen at once."""


class Verb(NamedTuple):
    """One verb. ``on`` are types of cards, or the parts of a card ``gives``, ``tap`` and ``untap``.

    ``takes`` is ``number``, ``truth``, ``discipline``, ``title``, ``strike``, ``clan``, ``sect``, ``barred``,
    ``fetch``, ``one_of``, or a list of words of which it is one; ``aims`` the targets of which it needs one,
    empty if it needs none.
    """

    on: frozenset[str]
    takes: str | tuple[str, ...]
    rules: tuple[str, ...]
    aims: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    """Verbs of which one must be in the same part, as this one is about it."""
    of: tuple[str, ...] = ()
    """The only types of cards that may have it; empty for all."""


def _verb(
    on: str | frozenset[str],
    takes: str | tuple[str, ...],
    *rules: str,
    aims: tuple[str, ...] = (),
    beside: tuple[str, ...] = (),
    of: tuple[str, ...] = (),
) -> Verb:
    return Verb(frozenset(on.split()) if isinstance(on, str) else on, takes, rules, aims, beside, of)


OF_ITS_CONTROLLER: Final = ("masters", "hand_size", "transfers")
"""What a card in play brings to its controller, not to a minion."""
LASTING: Final = ("strength", "weaken", "first_strike", "aggravated_hands", "no_maneuver", "no_press", "hands_only")
"""Verbs of combat cards for a round, or with ``whole_combat`` for the combat."""
BEFORE_RANGE: Final = (*LASTING, "set_range")
"""Verbs of cards played before range (RANGE-03)."""
PREVENTING: Final = ("prevent_aggravated", "prevent_hands", "prevent_weapons", "prevent_ordinary", "prevent")
"""Verbs that prevent damage (DMG-01), in the order in which those of one card do: what prevents any damage is last."""
LIMITING: Final = ("once_each_combat", "uses", "ammunition")
"""Verbs that limit how often a card in play is used."""
COMBAT_STEPS: Final = (BEFORE_RANGE, ("maneuver",), ("strike",), PREVENTING, ("additional_strikes",), ("press",))
"""The verbs of combat cards in the order in which they come in a round (COMB-04)."""
_USED: Final = ("maneuver", "press", "additional_strikes", *PREVENTING)
"""Verbs for which a card in play is used in a combat, other than strikes."""


def steps_of(verbs: Mapping[str, Any]) -> tuple[frozenset[str], bool]:
    """Return the verbs for which a combat card is played, and whether others follow in later steps of the round.

    It is played for its first verb; an optional maneuver may be left out (RANGE-04, RANGE-05).

    >>> sorted(steps_of({"press": "continue", "strike": None, "maneuver": "optional"})[0])
    ['maneuver', 'strike']
    """
    played: list[str] = []
    steps = [[verb for verb in step if verb in verbs] for step in COMBAT_STEPS]
    steps = [step for step in steps if step]
    for step in steps:
        played += step
        if step != ["maneuver"] or verbs["maneuver"] != "optional":
            break
    return frozenset(played), len(steps) > 1


_METHUSELAHS: Final = ("methuselah", "other_methuselah", "prey")
_MINIONS: Final = ("minion", "vampire", "own_minion", "own_vampire", "other_minion", "other_vampire", "torpid_vampire")
_STANDING: Final = ("minion", "vampire", "own_minion", "own_vampire", "other_minion", "other_vampire", "ally")
_VAMPIRES: Final = ("vampire", "own_vampire", "other_vampire", "torpid_vampire")

CAN_WAIT: Final = frozenset({"bleed", "reduce_bleed", "redirect_bleed", "untap_after"})
"""Effects of an action that can wait until it is known whether it is blocked."""
_NEEDS_A_BLOCK: Final = frozenset({"continue_action", "stealth", "intercept", "reduce_stealth", "reduce_intercept"})
_NEEDS_A_VOTE: Final = frozenset({"votes", "early_votes"})
_ELSEWHERE: Final = _NEEDS_A_VOTE | {"cancel"}
_EARLY: Final = CAN_WAIT | _NEEDS_A_BLOCK | _ELSEWHERE
OF_NO_USE: Final = (
    _EARLY, _EARLY, _NEEDS_A_BLOCK | _ELSEWHERE, (CAN_WAIT - {"untap_after"}) | _ELSEWHERE,
)  # fmt: skip
"""The effects that are of no use at each moment of an action: at its stages while no minion tries to block
(:data:`.state.STAGE`), then ``AT_A_BLOCK``, while one does.
"""
AT_A_BLOCK: Final = 3
IN_A_COMBAT: Final = frozenset({"gain_blood", "burn_blood", "damage", "aggravated_damage", "to_torpor"})
"""What an out-of-turn master can change in a combat."""
IN_A_REFERENDUM: Final = frozenset({"untap", "damage", "aggravated_damage", "to_torpor"})
"""What an out-of-turn master can change in a referendum: who is ready or untapped."""
IN_REFERENDUM: Final = frozenset({"early_votes", "untap_after", "wake"})
"""What modifiers and reactions do in a referendum, beside votes that are cast."""
TAPPED_IN_ACTION: Final = frozenset(
    {"stealth", "intercept", "bleed", "reduce_bleed", "reduce_stealth", "reduce_intercept"}
)
"""Effects for which a card in play is tapped during an action."""

CANCELLED: Final = ("master", "action", "action_modifier", "reaction", "combat")
"""The types of cards that can be cancelled when played."""
CANCELS: Final[Mapping[str, tuple[str, ...]]] = {
    "out_of_turn": CANCELLED, "action_modifier": ("reaction",), "reaction": ("action", "action_modifier"),
    "combat": ("combat",),
}  # fmt: skip
"""The types that a card of each type can cancel; a modifier is the acting player's, a reaction another's (COMB-03)."""

VERBS: Final[Mapping[str, Verb]] = MappingProxyType(
    {
        # what happens
        "one_of": _verb(
            "master out_of_turn action political_action action_modifier reaction",
            "one_of",
            "BLOCK-01",
            "BLOCK-02",
            "COMP-14",
        ),
        "gain_pool": _verb(_DONE, "number", "OBJ-02"),
        "burn_pool": _verb(_DONE, "number", "OBJ-02", "COMP-03", aims=_METHUSELAHS),
        "all_burn_pool": _verb("master action political_action", "number", "OBJ-02", "COMP-03"),
        "share_pool_loss": _verb("political_action", "number", "POL-02", "BLOCK-02", "OBJ-02"),
        "burn_pool_by_vampire": _verb("master action political_action", "number", "OBJ-02", "COMP-03"),
        "gain_blood": _verb(_DONE, "number", "CRYPT-03", aims=(*_VAMPIRES, "")),
        "burn_blood": _verb(_DONE, "number", "COMP-03", aims=_VAMPIRES),
        "tap": _verb(_DONE, "truth", "COMP-01", aims=_MINIONS),
        "untap": _verb("master out_of_turn tap untap action", "truth", "COMP-01", "MIN-03", aims=(*_MINIONS, "")),
        "burn": _verb(
            "master action political_action",
            "truth",
            "COMP-03",
            aims=(*_STANDING, "torpid_vampire", "retainer", "location", "equipment"),
        ),
        "damage": _verb(_DONE, "number", "DMG-02", "DMG-03", "DMG-06", "TORP-02", aims=_STANDING),
        "aggravated_damage": _verb(_DONE, "number", "DMG-04", "DMG-06", "TORP-02", aims=_STANDING),
        "to_torpor": _verb(_DONE, "truth", "TORP-01", "TORP-02", aims=("vampire", "own_vampire", "other_vampire")),
        "take_control": _verb(
            "master action political_action",
            ("turn", "lasting"),
            "COMP-11",
            "COMP-12",
            "COMP-14",
            aims=("minion", "vampire", "other_minion", "other_vampire", "ally", "location"),
        ),
        "add_counters": _verb(_DONE, "number", "CRYPT-04", "INF-06"),
        "draw": _verb(_DONE, "number", "LIB-03", "LIB-05"),
        "look_at_hand": _verb(_DONE, "truth", "START-06", "COMP-14", aims=_METHUSELAHS),
        "fetch": _verb("master out_of_turn action tap untap", "fetch", "COMP-04", "LIB-02", "LIB-05"),
        "add_to_card": _verb("tap untap", "number", "COMP-14", "LIB-12"),
        "pool_from_card": _verb("tap untap", "number", "COMP-14", "COMP-03"),
        "blood_from_card": _verb("tap untap", "number", "COMP-14", "CRYPT-03", aims=("vampire", "own_vampire")),
        "take_edge": _verb("master action political_action", "truth", "COMP-10"),
        "masters": _verb("tap untap gives", "number", "MAST-01"),
        "to_ready": _verb("master action", "truth", "TORP-01", aims=("torpid_vampire",)),
        "combat": _verb("action", "truth", "COMB-01", aims=("other_minion", "other_vampire")),
        "cancel": _verb("out_of_turn action_modifier reaction combat", CANCELLED, "COMP-14", "LIB-10", "LIB-14"),
        "give_title": _verb("political_action master", "title", "TITLE-04", "SECT-02", aims=_VAMPIRES),
        # an action that is a known one (ACARD-01)
        "bleed_action": _verb("action", "number", "BLEED-01", "BLEED-02", "ACARD-01", aims=(*_METHUSELAHS, "")),
        "hunt_action": _verb("action", "number", "HUNT-02", "ACARD-01"),
        # during an action
        "stealth": _verb("action_modifier tap gives", "number", "BLOCK-07", "BLOCK-08"),
        "intercept": _verb("reaction tap gives", "number", "BLOCK-07", "BLOCK-08"),
        "bleed": _verb("action_modifier tap gives", "number", "BLEED-02", "LIB-18"),
        "reduce_bleed": _verb("reaction tap", "number", "BLEED-02", "LIB-20"),
        "reduce_stealth": _verb("reaction tap", "number", "BLOCK-06", "BLOCK-08"),
        "reduce_intercept": _verb("action_modifier tap", "number", "BLOCK-06", "BLOCK-08"),
        "not_blocked_by": _verb("action action_modifier gives", "barred", "BLOCK-03", "COMP-14", "CRYPT-03"),
        "redirect_bleed": _verb(
            "reaction", "truth", "BLEED-01", "BLOCK-03", "BLOCK-04", "LIB-20", aims=("other_methuselah",)
        ),
        "wake": _verb("reaction", ("untap", "as_untapped"), "LIB-20", "COMP-02", "COMP-14"),
        "continue_action": _verb("action_modifier combat", "truth", "BLOCK-04", "BLOCK-11", "COMP-14"),
        "untap_after": _verb("action_modifier", "truth", "MIN-03"),
        # votes
        "votes": _verb("action_modifier reaction tap gives", "number", "POL-10", "POL-13"),
        "early_votes": _verb("action_modifier reaction", "number", "POL-04", "POL-13"),
        # in combat
        "strike": _verb("combat gives", "strike", "STRIKE-03"),
        "maneuver": _verb("combat gives", ("must", "optional"), "RANGE-02", "RANGE-04", "RANGE-05"),
        "press": _verb("combat gives", ("continue", "end", "either"), "PRESS-01"),
        "prevent": _verb("combat gives", "number", "DMG-01"),
        "additional_strikes": _verb("combat gives", "number", "STRIKE-07"),
        "prevent_aggravated": _verb("combat gives", "number", "DMG-01", "DMG-04"),
        "prevent_ordinary": _verb("combat gives", "number", "DMG-01", "DMG-03"),
        "prevent_hands": _verb("combat gives", "number", "DMG-01", "EFF-01"),
        "prevent_weapons": _verb("combat gives", "number", "DMG-01", "EFF-02"),
        "round_damage": _verb("gives", "number", "COMP-14", "STRIKE-05", "DMG-01"),
        "retaliate": _verb("gives", "number", "COMP-14", "EFF-01", "EFF-06", "DMG-01"),
        "strength": _verb("combat gives", "number", "EFF-01", "RANGE-03"),
        "weaken": _verb("combat gives", "number", "EFF-01", "RANGE-03"),
        "first_strike": _verb("combat gives", "truth", "EFF-05", "RANGE-03"),
        "aggravated_hands": _verb("combat gives", "truth", "EFF-02", "DMG-04", "RANGE-03"),
        "hands_only": _verb("combat", ("opponent", "both"), "COMP-14", "STRIKE-03", "RANGE-04"),
        "no_maneuver": _verb("combat gives", "truth", "COMP-14", "RANGE-02"),
        "no_press": _verb("combat gives", "truth", "COMP-14", "PRESS-01"),
        "set_range": _verb("combat", ("close", "long"), "COMP-14", "RANGE-01", "RANGE-03"),
        "whole_combat": _verb("combat", "truth", "COMP-14", "COMB-04", beside=LASTING),
        # how often
        "once_each_combat": _verb(
            "combat gives", "truth", "COMP-14", "COMB-04", beside=("strike", *_USED, *BEFORE_RANGE)
        ),
        "uses": _verb("gives", "number", "COMP-14", "COMP-03", beside=_USED, of=("equipment",)),
        "ammunition": _verb("gives", "number", "COMP-14", "STRIKE-03", beside=("strike",), of=("equipment",)),
        "burned_empty": _verb("gives", "truth", "COMP-14", "COMP-03", beside=("ammunition",), of=("equipment",)),
        "only_one": _verb("gives", "truth", "COMP-14", "EQUIP-01", of=("equipment", "retainer")),
        # as long as the card is in play
        "discipline": _verb("gives", "discipline", "LIB-13"),
        "capacity": _verb("gives", "number", "CRYPT-02", "LIB-13"),
        "title": _verb("gives", "title", "TITLE-04"),
        "clan": _verb("gives", "clan", "SECT-03"),
        "sect": _verb("gives", "sect", "SECT-03"),
        "hand_size": _verb("gives", "number", "LIB-05"),
        "transfers": _verb("gives", "number", "INF-01"),
        "for_all": _verb("gives", "truth", "COMP-14", "POL-06", beside=OF_ITS_CONTROLLER, of=("political_action",)),
        "counters": _verb("gives", "number", "COMP-14", "LIB-12", of=("master",)),
    }
)
"""Each verb by its name."""
BARRED: Final = ("ally", "vampire", "younger", "older")
"""The words for minions that cannot block, beside ``{without: auspex}``."""
LIES_ON: Final = ("discipline", "title", "clan", "sect")
"""Verbs that affect only the minion on which a card is."""
LAID_ON: Final = (*_STANDING, "torpid_vampire")
"""The targets on which a master that is no location can stay in play."""
MOMENTS: Final = (
    frozenset({"votes"}),
    frozenset({"early_votes"}),
    frozenset({"cancel"}),
    frozenset({"stealth", "bleed", "reduce_intercept", "not_blocked_by", "untap_after", "continue_action"}),
    frozenset({"intercept", "reduce_bleed", "reduce_stealth", "redirect_bleed", "wake"}),
)
"""Groups of verbs that are used at their own moment; all others happen at once. A part of a card has one group."""
APART: Final[tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]] = (
    (("bleed_action",), ("hunt_action",)),
    (("maneuver",), ("set_range",)),
    (("strike",), ("hands_only",)),
    (("prevent_weapons",), ("hands_only",)),
    (("continue_action",), ("stealth", "reduce_intercept", "not_blocked_by")),
    (("cancel",), (*chain.from_iterable(COMBAT_STEPS), "continue_action", "damage", "aggravated_damage", "to_torpor")),
)
"""Verbs that exclude one another in one part of a card that is played or tapped."""
APART_IN_PLAY: Final = ((("uses",), ("ammunition",)),)
"""Verbs that exclude one another on a card in play: it has one kind of counters."""
IN_VAIN_AFTER: Final[Mapping[str, tuple[str, ...]]] = {
    "burn": (
        "combat", "damage", "aggravated_damage", "to_torpor", "tap", "untap", "gain_blood", "burn_blood",
        "take_control", "give_title",
    ),
    "aggravated_damage": ("to_torpor",),
    "to_torpor": ("combat", "damage", "aggravated_damage"),
    "take_control": ("combat",),
}  # fmt: skip
"""What does nothing to a target any more once the verb has been done to it."""
IN_VAIN_BEFORE: Final[Mapping[str, tuple[str, ...]]] = {
    "burn": tuple(verb for verb in IN_VAIN_AFTER["burn"] if verb != "combat"),
}
"""What need not have been done to a target to which the verb is done next."""
_BESIDE_IN: Final[Mapping[tuple[str, str], tuple[str, ...]]] = {
    ("combat", "continue_action"): ("strike",),  # it is part of the strike
    ("gives", "once_each_combat"): ("strike", *_USED),  # nothing else of a card in play is used
}
"""What a verb must stand beside on one type of cards, or in one part, alone."""


def beside(verb: str, where: str) -> tuple[str, ...]:
    """Return the verbs of which one must stand in a part beside this verb, as it is about it; empty if none must.

    Args:
        where: a type of cards or a part of a card, as in ``on``.

    >>> beside("continue_action", "combat"), beside("continue_action", "action_modifier")
    (('strike',), ())
    """
    return _BESIDE_IN.get((where, verb), VERBS[verb].beside)


CAN_BE_X: Final = frozenset(
    {
        "gain_pool", "burn_pool", "all_burn_pool", "gain_blood", "burn_blood", "damage", "aggravated_damage",
        "add_counters", "draw", "stealth", "intercept", "bleed", "reduce_bleed", "reduce_stealth", "reduce_intercept",
    }
)  # fmt: skip
"""The verbs whose number may be X, on a card that is played and whose cost has an X."""
PLAYED_WITH_X: Final = ("master", "out_of_turn", "action", "action_modifier", "reaction")
"""The types of cards whose cost may have an X."""
SOURCES: Final = ("ash_heap", "library")
"""The regions from which a card can be fetched."""
BELOW_ZERO: Final = frozenset({"stealth", "intercept", "bleed", "hand_size"})
"""The verbs whose number may be negative on a card in play."""
