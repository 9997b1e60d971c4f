"""Questions as HTML: the question with its options, the grade, and the explanation with its rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from vendetta_kit.course.lesson_player import OpenQuestion
from vendetta_kit.course.questions import AnswerOption as Answer
from vendetta_kit.course.questions import Question, Words

from .controls import Option, button, row
from .html import Html, HtmlWriter, joined, tag
from .page_phrases import UserError

_WHOLE: Final = re.compile(r"[-+\N{MINUS SIGN}]?[0-9]{1,9}")
_SENTENCE_END: Final = re.compile(r"(?<=[.!?]) ")


def asked(
    question: tuple[str, Words, Sequence[Answer]],
    do: str,
    given: Sequence[str],
    pen: HtmlWriter,
    title: str = "predict",
    quiet: bool = False,
    cls: str = "vk-quiz-options",
) -> Html:
    """Return an open question; ``do`` is the action that sends an answer; ``quiet`` makes its button less prominent.
    An empty ``title`` writes none above it.

    ``cls`` is the class of the options where one of them is pressed.
    """
    form, prompt, options = question
    lang = pen.lang
    head = tag("p", pen.say(title), cls="vk-label vk-quiz-kind") if title else None
    words = tag("h3", pen.marked(prompt[lang]), data_quiz=True)
    if form == "number" and options:
        form, cls = "one", f"{cls} vk-quiz-numbers"
    if form == "one":
        picked = given[0] if given else None
        answers = row(pen, "", do, [Option(o.value, _text(o, pen)) for o in options], picked, cls=cls)
        return tag("div", head, words, answers, _said(options, given, pen), cls="vk-quiz", role="group")
    return tag(
        "div", head, words, _form(form, options, do, given, pen, quiet), _said(options, given, pen), cls="vk-quiz"
    )


def _said(options: Sequence[Answer], given: Sequence[str], pen: HtmlWriter, element: str = "p") -> Html | None:
    """Return the learner's answer in words."""
    if not given:
        return None
    texts = {option.value: _text(option, pen) for option in options}
    said = _listed([texts.get(value, value) for value in given], pen)
    return tag(element, pen.say("quiz.given", answer=said), cls="vk-quiz-said")


def _form(form: str, options: Sequence[Answer], do: str, given: Sequence[str], pen: HtmlWriter, quiet: bool) -> Html:
    """Return the form for several options to tick or to order, or for a number to type."""
    fields = []
    if form == "order":
        fields += [_placed(option, len(options), given, pen) for option in options]
    elif form == "many":
        for option in options:
            name = pen.id()
            ticked, named = option.value in given, f"pick-{option.value}"
            box = tag("input", type="checkbox", name=named, id=name, checked=ticked, cls="vk-quiz-box")
            fields.append(tag("p", box, " ", tag("label", _text(option, pen), for_=name), cls="vk-quiz-tick"))
    else:
        name = pen.id()
        number = tag(
            "input",
            type="text",
            inputmode="numeric",
            name="number",
            id=name,
            size=4,
            autocomplete="off",
            value=given[0] if given else None,
        )
        fields.append(tag("p", tag("label", pen.say("quiz.number"), for_=name), " ", number))
    send = tag(
        "button", pen.say("quiz.answer"), type="submit", cls="vk-button vk-quiet" if quiet else "vk-button vk-primary"
    )
    return tag("form", fields, send, data_do=do, novalidate=True, cls="vk-quiz-form")


def _placed(option: Answer, most: int, given: Sequence[str], pen: HtmlWriter) -> Html:
    """Return an option with a list for its place in the order."""
    now = given.index(option.value) + 1 if option.value in given else 0
    places = [tag("option", pen.say("quiz.place"), value="", selected=not now)]
    places += [tag("option", f"{n}.", value=str(n), selected=n == now) for n in range(1, most + 1)]
    name = pen.id()
    field = tag("select", places, name=f"place-{option.value}", id=name)
    return tag("p", field, " ", tag("label", _text(option, pen), for_=name), cls="vk-tick")


def answer_to(form: str, value: object) -> tuple[str, ...]:
    """Return the answer to a question of this form as values.

    Raises:
        UserError: nothing was chosen or typed, or the typed text is not a whole number.
    """
    given = given_of(value)
    if not given:
        raise UserError("quiz.order" if form == "order" else "quiz.empty")
    if form == "number" and not _WHOLE.fullmatch(given[0]):
        raise UserError("quiz.no_number", typed=given[0][:40])
    return given


def _text(option: Answer, pen: HtmlWriter) -> str:
    """Return an option's words without markup, as it is a button itself."""
    return pen.writing.markup.plain(option.text[pen.lang], pen.lang)


def given_of(value: object) -> tuple[str, ...]:
    """Return an answer as values, from a click, ticks, places or a typed number.

    >>> given_of("1"), given_of({"pick-0": "on", "pick-2": "on"}), given_of({"number": " 4 "})
    (('1',), ('0', '2'), ('4',))
    >>> given_of({"place-0": "2", "place-1": "1"}), given_of({"place-0": "2", "place-1": "2"})
    (('1', '0'), ())
    """
    if isinstance(value, dict):
        places = {
            str(at): str(key).removeprefix("place-") for key, at in value.items() if str(key).startswith("place-")
        }
        if places:
            order = [places.get(str(n), "") for n in range(1, len(value) + 1)]
            return tuple(order) if all(order) else ()
        if "number" in value:
            typed = str(value["number"]).strip()
            return (typed,) if typed else ()
        return tuple(str(key).removeprefix("pick-") for key in value if str(key).startswith("pick-"))
    return (str(value),)


def graded(question: Question, given: Sequence[str], pen: HtmlWriter, brief: bool = False) -> Html:
    """Return a graded answer: right or wrong, the right answer and its explanation.

    With ``brief``, a right answer is one line, a wrong one has one sentence that says why, and the rest of the
    explanation opens with a press.
    """
    right = question.grade(given)
    sign = tag("span", "✓" if right else "✗", aria_hidden="true")
    if right and brief:
        told = pen.told(pen.marked(_why_right(question, pen)), question.rules[:1])
        line = tag("p", sign, " ", pen.say("quiz.right"), " ", told, cls="vk-verdict", data_verdict=True)
        why = tag("details", tag("summary", pen.say("quiz.why")), worked_out(question, pen))
        return tag("div", line, why, cls="vk-quiz vk-graded vk-right")
    verdict = tag("p", sign, " ", pen.say("quiz.right" if right else "quiz.wrong"), cls="vk-verdict", data_verdict=True)
    said = _said(question.options, given, pen)
    solution = (
        None if right else tag("p", pen.say("quiz.solution"), " ", tag("b", _words(question, question.right, pen)))
    )
    head = tag("h3", pen.marked(question.prompt[pen.lang]))
    cls = "vk-quiz vk-graded " + ("vk-right" if right else "vk-wrong")
    explained = worked_out(question, pen)
    sentence = _reason(question, given)
    if brief and sentence is not None:
        reason = tag("p", pen.told(pen.marked(sentence[pen.lang]), question.rules[:1]), cls="vk-quiz-reason")
        explained = joined([reason, tag("details", tag("summary", pen.say("quiz.more")), explained)])
    return tag("div", head, verdict, said, solution, explained, cls=cls)


def _why_right(question: Question, pen: HtmlWriter) -> str:
    """Return one sentence why a right answer is right: the question's own, or the first one of its first rule.

    A sum alone stands after its rule's title, and an answer to the question of a ruling after that question.
    """
    if not question.rules:
        return question.reason[pen.lang] if question.reason is not None else _words(question, question.right, pen)
    rules = [pen.writing.book.find(rule, pen.lang) for rule in question.rules]
    rule = next((one for one in rules if not one.title.endswith("?")), rules[0])
    if question.reason is not None:
        own = question.reason[pen.lang]
        return own if any(map(str.isalpha, own)) else f"{rule.title}: {own}"
    first = _SENTENCE_END.split(rule.text, maxsplit=1)[0]
    return f"{rule.title} {first}" if rule.title.endswith("?") else first


def _reason(question: Question, given: Sequence[str]) -> Words | None:
    """Return what says why: the first reason of an option that was missed or wrongly chosen, else the question's own,
    or the line of its explanation about its first rule.

    Of several that fit, one that was missed and one that was wrongly chosen; of one, the one that was chosen.
    """
    whys = {option.value: option.why for option in question.options if option.why is not None}
    both = (*given, *question.right) if question.form == "one" else (*question.right, *given)
    amiss = [value for value in both if (value in question.right) != (value in given)]
    own = {value in given: whys[value] for value in reversed(amiss) if value in whys}
    if own and question.form == "one":
        return next(whys[value] for value in amiss if value in whys)
    if own and question.form != "order":
        told = [own[chosen] for chosen in (False, True) if chosen in own]
        return {lang: " ".join(dict.fromkeys(words[lang] for words in told)) for lang in told[0]}
    if question.reason is not None or not question.working:
        return question.reason
    first = (line.text for line in question.working if set(question.rules[:1]) & set(line.rules))
    return next(first, question.working[-1].text)


def foretold(question: Question, given: Sequence[str], pen: HtmlWriter) -> Html:
    """Return a graded prediction as one line with what was said and what came; the explanation opens with a press."""
    right = question.grade(given)
    sign = tag("span", "✓" if right else "✗", aria_hidden="true")
    told = [] if right else [" · ", pen.say("quiz.solution"), " ", tag("b", _words(question, question.right, pen))]
    grade = tag("b", sign, " ", pen.say("quiz.right" if right else "quiz.wrong"))
    line = tag("p", grade, " ", _said(question.options, given, pen, "span"), *told, cls="vk-verdict", data_verdict=True)
    asked = tag("p", pen.marked(question.prompt[pen.lang]))
    why = tag("details", tag("summary", pen.say("quiz.why")), asked, worked_out(question, pen))
    return tag("div", line, why, cls="vk-quiz vk-graded " + ("vk-right" if right else "vk-wrong"))


def worked_out(question: Question, pen: HtmlWriter) -> Html:
    """Return the explanation of the answer, line by line with rules, without the answer and its reason."""
    right = _words(question, question.right, pen)
    reason = question.reason[pen.lang] if question.reason is not None else None
    steps = [
        line
        for line in question.working
        if line.text[pen.lang] != reason and pen.writing.markup.plain(line.text[pen.lang], pen.lang) != right
    ]
    lines = [tag("li", pen.told(pen.marked(line.text[pen.lang]), line.rules)) for line in steps]
    told = {rule for line in steps for rule in line.rules}
    more = [rule for rule in question.rules if rule not in told]
    rules = tag("p", pen.say("quiz.rules"), " ", pen.rules(more, most=6), cls="vk-quiz-rules") if more else None
    return joined([tag("ol", lines, cls="vk-working") if lines else None, rules])


def _words(question: Question, values: Sequence[str], pen: HtmlWriter) -> str:
    texts = {option.value: _text(option, pen) for option in question.options}
    return _listed([texts.get(value, value) for value in values], pen) or "–"


def _listed(words: Sequence[str], pen: HtmlWriter) -> str:
    """Return several answers as one text: "A, B and C", or whole sentences one after the other."""
    if all(text.endswith(".") for text in words):
        return " ".join(words)
    ends = (pen.say("comma").join(words[:-1]), *words[-1:])
    return pen.say("and").join(end for end in ends if end)


def verdict(question: Question, given: Sequence[str], pen: HtmlWriter) -> str:
    """Return the grade of an answer for a screen reader."""
    said = pen.say("quiz.right" if question.grade(given) else "quiz.wrong")
    return f"{said} {pen.say('quiz.solution')} {_words(question, question.right, pen)}"


def next_button(pen: HtmlWriter, do: str = "go_on", key: str = "go_on", space: bool = False) -> Html:
    """Return the button that goes on; with ``space`` the space bar presses it, too."""
    return button(pen.say(key), do, cls="vk-primary vk-next vk-glow", data_enter=True, data_space=space)


def answered(asked: OpenQuestion, given: Sequence[str], pen: HtmlWriter, title: str) -> Html:
    """Return an answered prediction that is not decided yet."""
    head = tag("p", pen.say(title), cls="vk-label vk-quiz-kind")
    words = tag("h3", pen.marked(asked.prompt[pen.lang]))
    return tag("div", head, words, _said(asked.options, given, pen), cls="vk-quiz")
