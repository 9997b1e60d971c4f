"""The tables of Vendetta's laboratory.

All tables are joined by ``game``, most also by ``seat`` (0 is the first seat; seats sit clockwise) and ``round``.

>>> SCHEMA.names
('games', 'seats', 'rounds', 'locations', 'decisions', 'ledger')
>>> SCHEMA.column("seats", "score").unit
'Influence'
>>> print(SCHEMA.described(["games"]).splitlines()[0])
# games: one row is a game
"""

from __future__ import annotations

from typing import Final

from vendetta_kit.lab.schema import GAME, SEAT, Column, Schema, Table

__all__ = ["SCHEMA"]

_ROUND: Final = Column("round", "int8", "number", "1 to 3")
_MOMENT: Final = (
    Column("round", "int8", "number", "1 to 3; 0 during set-up"),
    Column("phase", "text", "phase", "set_up, feed, location_setup, hand_building, planning, resolution, …"),
    Column("step", "text", "step", "withdraw, revelation, preparation, conflict, aftermath; else null", True),
)

_TABLES: Final = (
    Table(
        "games",
        "a game",
        False,
        (
            GAME,
            Column("seed", "int64", "number", "the seed that this game was set up with, made of the plan's and `game`"),
            Column("players", "int8", "seats", "how many played"),
            Column("relics", "bool", "yes/no", "with Relics"),
            Column("teams", "bool", "yes/no", "as Tag Team: seats opposite each other played together"),
            Column("location_cards", "texts", "card ids", "Location cards in play, by Location; empty without them"),
            Column("last_blood", "text", "reading", "how RUL-01 was read: forbid or allow"),
            Column("nobody_left", "text", "reading", "how RUL-32 was read: after_conflict or after_withdraw"),
            Column("mass_manipulation", "text", "reading", "how KIT-07 was read: after_leaving or before_leaving"),
            Column("first_player", "int8", "seat", "who held the Ambition token at the start"),
            Column("rounds", "int8", "rounds", "rounds begun: 3, or fewer where only one side was left"),
            Column("decisions", "int16", "decisions", "choices made by all players, those with one option included"),
            Column("winner", "int8", "seat", "who won; of a winning team the lower seat"),
            Column("winning_score", "int16", "Influence", "of the winner, of a team both scores together"),
            Column("margin", "int16", "Influence", "ahead of the next side; null if no other was left", True),
            Column("tied", "bool", "yes/no", "the best two sides had the same Influence, and a tie-breaker decided"),
            Column("eliminated", "int8", "seats", "players out of the game by a third Diablerie token"),
        ),
    ),
    Table(
        "seats",
        "a seat of a game",
        False,
        (
            GAME,
            SEAT,
            Column("clan", "text", "clan id", "the clan played"),
            Column("bot", "text", "bot", "who played it"),
            Column("turn", "int8", "place", "place in the turn order of round 1, from 1"),
            Column("mate", "int8", "seat", "the team mate; null without teams", True),
            Column("relic", "text", "card id", "the Relic; null without Relics and for players who are out", True),
            Column("won", "bool", "yes/no", "won, alone or with the mate"),
            Column("rank", "int8", "place", "1 is the winner, mates share a place; null for players who are out", True),
            Column("eliminated", "bool", "yes/no", "out of the game by a third Diablerie token"),
            Column("score", "int16", "Influence", "in all; null for players who are out", True),
            Column("from_tokens", "int16", "Influence", "of the score: tokens in the Pool"),
            Column("from_alliance", "int16", "Influence", "of the score: Allies and Victims in the Alliance"),
            Column("from_drained", "int16", "Influence", "of the score: Drained Allies and Victims"),
            Column("from_relic", "int16", "Influence", "of the score: the Relic"),
            Column("from_abilities", "int16", "Influence", "of the score: Allies whose ability counts at the end"),
            Column("from_diablerie", "int16", "Influence", "of the score: Diablerie tokens, so 0 or less"),
            Column("blood", "int16", "Blood", "left in the Pool at the end"),
            Column("alliance", "texts", "card ids", "the Alliance at the end, in the order of gaining"),
            Column("drained", "texts", "card ids", "Drained Allies and Victims, in the order of Draining"),
            Column("diablerie", "int8", "tokens", "Diablerie tokens at the end"),
            Column("decisions", "int16", "decisions", "choices made, those with one option included"),
            Column("plays", "int8", "cards", "cards played in Planning turns"),
            Column("plays_down", "int8", "cards", "of these, face down"),
            Column("drains", "int8", "cards", "Drained by choice in Planning turns"),
            Column("stays", "int8", "tokens", "Stay tokens laid in Withdraw steps"),
            Column("withdraws", "int8", "tokens", "Withdraw tokens laid in Withdraw steps"),
        ),
    ),
    Table(
        "rounds",
        "a seat in a round; players who are out have no row in the rounds after",
        True,
        (
            GAME,
            _ROUND,
            SEAT,
            Column("turn", "int8", "place", "place in the turn order at the start of the round, from 1"),
            Column("blood_start", "int16", "Blood", "in the Pool before the Feed"),
            Column("fed", "int16", "Blood", "Gained in the Feed by the Alliance"),
            Column("blood_end", "int16", "Blood", "in the Pool after the last Location"),
            Column("influence_start", "int16", "Influence", "tokens in the Pool before the Feed"),
            Column("influence_end", "int16", "Influence", "tokens in the Pool after the last Location"),
            Column("plays", "int8", "cards", "cards played in Planning turns"),
            Column("plays_down", "int8", "cards", "of these, face down"),
            Column("fees", "int16", "Blood", "Spent to play face down"),
            Column("blood_played", "int16", "Blood", "from the Pool to the Locations, with plays and by effects"),
            Column("flips", "int8", "tokens", "Diablerie tokens turned over for Blood"),
            Column("drains", "int8", "cards", "Drained, by choice and in Frenzy"),
            Column("diablerie", "int8", "tokens", "Diablerie tokens taken"),
            Column("frenzies", "int8", "times", "entered Frenzy"),
            Column("frenzies_caused", "int8", "times", "drove somebody else into Frenzy"),
            Column("present", "int8", "Locations", "had cards or Blood there as its resolution began"),
            Column("left", "int8", "Locations", "withdrew from"),
            Column("won", "int8", "Locations", "won"),
            Column("allies", "int8", "cards", "Allies got as rewards"),
            Column("victims", "int8", "cards", "Victims got, as rewards and by effects"),
            Column("eliminated", "bool", "yes/no", "went out of the game in this round"),
        ),
    ),
    Table(
        "locations",
        "a seat at a Location in a round, whether it had something there or not; none for players who are out",
        True,
        (
            GAME,
            _ROUND,
            Column("at", "text", "Location", "1, 2, 3 or haven"),
            SEAT,
            Column("location_card", "text", "card id", "the Location card; null without one", True),
            Column("ally", "text", "card id", "the Ally that lies there; null if none", True),
            Column("cards", "texts", "card ids", "Clan cards on the seat's Position as the resolution begins"),
            Column("face_down", "int8", "cards", "of these, face down"),
            Column("blood", "int16", "Blood", "Deployed there as the resolution begins"),
            Column("token", "text", "token", "stay or withdraw, as revealed; null for who was not asked", True),
            Column("left", "bool", "yes/no", "withdrew, by token or by an effect"),
            Column("power", "int16", "Power", "total in the conflict; null for who was not counted", True),
            Column("rank", "int8", "place", "1 won; null for who has no place", True),
            Column("lone", "bool", "yes/no", "won without a count, as the only one with Clan cards"),
            Column("got_ally", "bool", "yes/no", "got the Ally as a reward"),
            Column("victims", "int8", "cards", "Victims got, as rewards and by effects"),
            Column("influence_change", "int16", "Influence", "tokens in the Pool: after this Location less before"),
            Column("blood_change", "int16", "Blood", "in the Pool: after this Location less before"),
            Column("frenzies", "int8", "times", "entered Frenzy meanwhile"),
        ),
    ),
    Table(
        "decisions",
        "a choice of a player",
        False,
        (
            GAME,
            Column("decision", "int16", "number", "in the order in which they were made, from 0"),
            *_MOMENT,
            Column("at", "text", "Location", "the Location being resolved: 1, 2, 3 or haven; null if none", True),
            SEAT,
            Column("kind", "text", "kind", "pick_clan, pick_relic, keep, plan, after_play, withdraw, bid or choose"),
            Column("question", "text", "question", "of a choose: what is asked (use_relic, rival, …)", True),
            Column("asked_by", "text", "card id", "of a choose or bid: the card that asks", True),
            Column("options", "int32", "actions", "how many legal actions there were"),
            Column("blood", "int16", "Blood", "in the own Pool before the choice"),
            Column("influence", "int16", "Influence", "tokens in the own Pool before the choice"),
            Column("does", "text", "action", "play, drain, end_turn, stay, withdraw, keep, choose, …"),
            Column("card", "text", "card id", "the card played, Drained or named", True),
            Column("to", "text", "Location", "of a play: 1, 2, 3 or haven", True),
            Column("face", "text", "face", "of a play: up or down", True),
            Column("with_blood", "int8", "Blood", "of a play: Blood that goes along", True),
            Column("with_flips", "int8", "tokens", "of a play: Diablerie tokens turned over", True),
            Column("action", "text", "JSON", "the whole action, in the form that saves and scenarios use"),
        ),
    ),
    Table(
        "ledger",
        "tokens that went from one account to another",
        True,
        (
            GAME,
            Column("entry", "int16", "number", "in the order in which they were made, from 0"),
            *_MOMENT,
            Column("at", "text", "Location", "where: 1, 2, 3 or haven; null if nowhere", True),
            Column("token", "text", "token", "blood or influence"),
            Column("amount", "int16", "tokens", "how many; for scores the Influence of cards, too"),
            Column("source", "text", "account", "bank, pool, position, card or score"),
            Column("source_seat", "int8", "seat", "of a pool, position or score", True),
            Column("source_at", "text", "Location", "of a position", True),
            Column("target", "text", "account", "bank, pool, position, card or score"),
            Column("target_seat", "int8", "seat", "of a pool, position or score", True),
            Column("target_at", "text", "Location", "of a position", True),
            Column("cause", "text", "cause", "feed, fee, play, drain, gain, lose, steal, reward, score_alliance, …"),
            Column("card", "text", "card id", "the card that paid or made it happen", True),
            Column("by", "int8", "seat", "whose effect it was", True),
            Column("rules", "texts", "rule ids", "the rules that it rests on"),
        ),
    ),
)
"""All tables. The names of Locations are text everywhere, for one of them is ``haven``."""

SCHEMA: Final = Schema(_TABLES, usual=("games", "seats", "rounds", "locations"))
