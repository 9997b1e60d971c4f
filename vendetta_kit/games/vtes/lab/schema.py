"""The tables of V:TES's laboratory.

All tables are joined by ``game``, most also by ``turn`` and ``seat`` (0 is the first seat; prey sit to the left, so the
prey of seat 0 is seat 1 while both are in the game).

>>> SCHEMA.names
('games', 'seats', 'turns', 'actions', 'decisions', 'ledger')
>>> SCHEMA.column("turns", "bled").unit
'pool'
"""

from __future__ import annotations

from typing import Final

from vendetta_kit.lab.schema import GAME, SEAT, Column, Schema, Table

__all__ = ["SCHEMA"]

_TURN: Final = Column("turn", "int16", "number", "from 1; 0 during set-up")
_WHOSE: Final = Column("seat", "int8", "seat", "whose turn it is")
_PHASE: Final = Column("phase", "text", "phase", "set-up, untap, master, minion, influence, discard or over")

_TABLES: Final = (
    Table(
        "games",
        "a game",
        False,
        (
            GAME,
            Column("seed", "int64", "number", "the seed that this game was set up with, made of the plan's and `game`"),
            Column("players", "int8", "seats", "how many played"),
            Column("rounds", "int16", "rounds", "the limit after which it ends as it stands (RUL-05)"),
            Column("first_player", "text", "reading", "how RUL-01 was read: lot or first_seat"),
            Column("contested_counters", "text", "reading", "how RUL-03 was read: keep or burn"),
            Column("ante", "bool", "yes/no", "with ante (START-07)"),
            Column("ask_always", "bool", "yes/no", "asked in every window, also who could do nothing there"),
            Column("first", "int8", "seat", "who had the first turn"),
            Column("turns", "int16", "turns", "turns begun"),
            Column("decisions", "int32", "decisions", "choices made by all players, those with one option included"),
            Column("winners", "int8", "seats", "how many had the most victory points: more than one shared the game"),
            Column("winner", "int8", "seat", "who won alone; null if several shared the game", True),
            Column("points", "int8", "victory points", "of the winner"),
            Column("ousted", "int8", "seats", "players that were ousted"),
            Column("withdrew", "int8", "seats", "players that withdrew"),
            Column("by_time", "bool", "yes/no", "it ended by the limit, with two players or more at the table"),
        ),
    ),
    Table(
        "seats",
        "a seat of a game",
        False,
        (
            GAME,
            SEAT,
            Column("deck", "text", "deck", "the practice deck played"),
            Column("bot", "text", "bot", "who played it"),
            Column("place", "int8", "place", "place in the turn order of the first round, from 1"),
            Column("won", "bool", "yes/no", "had the most victory points, alone or with others"),
            Column("points", "int8", "victory points", "at the end"),
            Column("ousted", "bool", "yes/no", "was ousted"),
            Column("withdrew", "bool", "yes/no", "withdrew"),
            Column("pool", "int16", "pool", "at the end"),
            Column("ready", "int8", "minions", "ready at the end"),
            Column("torpor", "int8", "vampires", "in torpor at the end"),
            Column("library", "int16", "cards", "left in the library at the end"),
            Column("decisions", "int32", "decisions", "choices made, those with one option included"),
            Column("plays", "int16", "cards", "cards played from the hand"),
            Column("bleeds", "int16", "actions", "bleeds announced without a card"),
            Column("hunts", "int16", "actions", "hunts announced"),
            Column("blocks", "int16", "attempts", "attempts to block"),
            Column("votes", "int16", "sources", "sources of votes cast in referendums"),
            Column("transfers", "int16", "pool", "put onto uncontrolled vampires, 1 for each transfer"),
        ),
    ),
    Table(
        "turns",
        "a turn",
        True,
        (
            GAME,
            Column("turn", "int16", "number", "from 1"),
            _WHOSE,
            Column("prey", "int8", "seat", "whose turn comes next at the table as the turn begins"),
            Column("edge", "bool", "yes/no", "has the Edge as the turn begins"),
            Column("pool_start", "int16", "pool", "of whose turn it is, as it begins"),
            Column("pool_end", "int16", "pool", "of the same, as it ends"),
            Column("actions", "int8", "actions", "announced by minions"),
            Column("blocked", "int8", "actions", "of these, blocked"),
            Column("bled", "int16", "pool", "burned by bleeds"),
            Column("prey_pool", "int16", "pool", "of the prey, as the turn ends"),
            Column("invested", "int16", "pool", "put onto uncontrolled vampires, less what was taken back"),
            Column("new_ready", "int8", "vampires", "became ready out of the uncontrolled region"),
            Column("combats", "int8", "combats", "fought"),
            Column("torpor", "int8", "vampires", "sent into torpor, of whomever"),
            Column("referendums", "int8", "referendums", "called"),
            Column("ousted", "int8", "seats", "ousted in this turn"),
        ),
    ),
    Table(
        "actions",
        "an action of a minion",
        True,
        (
            GAME,
            Column("action", "int16", "number", "in the order in which they were announced, from 0"),
            Column("turn", "int16", "number", "from 1"),
            _WHOSE,
            Column("minion", "text", "card id", "who acts"),
            Column("kind", "text", "action", "bleed, hunt, equip, take, employ, recruit, card, political, …"),
            Column("target", "text", "card id", "the card it is aimed at; null if none", True),
            Column("at_seat", "int8", "seat", "the player it is directed at; null if undirected", True),
            Column("stealth", "int8", "stealth", "as it is announced"),
            Column("bleed", "int8", "bleed", "as it is announced"),
            Column("attempts", "int8", "attempts", "to block it"),
            Column("blocker", "text", "card id", "who blocked it; null if nobody", True),
            Column("blocker_seat", "int8", "seat", "whose that is; null if nobody's", True),
            Column("outcome", "text", "outcome", "success, blocked, fails, or broken_off if the turn ended amid it"),
            Column("bled", "int16", "bleed", "with which it succeeded: the player bled burns as much of it as she has"),
            Column("passed", "bool", "yes/no", "of a political action: the referendum passed; else null", True),
        ),
    ),
    Table(
        "decisions",
        "a choice of a player",
        False,
        (
            GAME,
            Column("decision", "int32", "number", "in the order in which they were made, from 0"),
            _TURN,
            _PHASE,
            Column("active", "int8", "seat", "whose turn it is"),
            Column("seat", "int8", "seat", "who chooses"),
            Column("kind", "text", "kind", "untap, master, minion, block, react, strike, vote, transfer, choose, …"),
            Column("question", "text", "question", "of a choose: what is asked", True),
            Column("options", "int32", "actions", "how many legal actions there were"),
            Column("pool", "int16", "pool", "the own, before the choice"),
            Column("does", "text", "action", "pass, play, bleed, hunt, block, strike, vote, transfer, …"),
            Column("card", "text", "card id", "the card played, used, voted with or named", True),
            Column("minion", "text", "card id", "the minion that does it", True),
            Column("action", "text", "JSON", "the whole action, in the form that saves use"),
        ),
    ),
    Table(
        "ledger",
        "counters that went from one account to another",
        True,
        (
            GAME,
            Column("entry", "int32", "number", "in the order in which they were made, from 0"),
            _TURN,
            _PHASE,
            Column("active", "int8", "seat", "whose turn it is"),
            Column("amount", "int16", "counters", "how many"),
            Column("source", "text", "account", "bank, pool or card"),
            Column("source_seat", "int8", "seat", "whose pool or card", True),
            Column("source_card", "text", "card id", "the card they lay on", True),
            Column("target", "text", "account", "bank, pool or card"),
            Column("target_seat", "int8", "seat", "whose pool or card", True),
            Column("target_card", "text", "card id", "the card they lie on now", True),
            Column("cause", "text", "cause", "bleed, transfer, hunt, damage, healed, cost, prey_ousted, …"),
            Column("card", "text", "card id", "the card that made it happen", True),
            Column("by", "int8", "seat", "whose effect it was", True),
            Column("rules", "texts", "rule ids", "the rules that it rests on"),
        ),
    ),
)

SCHEMA: Final = Schema(_TABLES, usual=("games", "seats"))
