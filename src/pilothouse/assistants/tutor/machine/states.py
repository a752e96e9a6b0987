"""The tutor's states and the events that move it (state machine article; T1)."""

from __future__ import annotations

from enum import StrEnum


class State(StrEnum):
    """Where a lesson stands. Only the transition table sets it."""

    INIT = "INIT"
    UNDERSTAND = "UNDERSTAND"
    THINK = "THINK"
    STEP = "STEP"
    CHECK = "CHECK"
    EXTEND = "EXTEND"
    SUMMARY = "SUMMARY"
    DONE = "DONE"
    VIEW_DETAIL = "VIEW_DETAIL"


class Event(StrEnum):
    """What the pupil did, as code reads it."""

    START = "start"
    RIGHT = "right"  # the step's (or the check's) question is answered
    SOLVED = "solved"  # the part's own answer is found, at whatever step
    PARTIAL = "partial"  # a true part of it; something is missing
    WRONG = "wrong"
    UNSURE = "unsure"  # "不知道", "不会"
    SILENT = "silent"  # nothing to read
    TELL = "tell"  # says something that can't be judged, e.g. his thinking
    HINT = "hint"  # asks for a hint
    ASK_ANSWER = "ask_answer"  # wants to be told, by whatever trick
    DETAIL = "detail"  # wants it explained in detail
    BACK = "back"
    NEXT = "next"
    SKIP = "skip"
    QUESTION = "question"  # asks about the subject
    OFF_TOPIC = "off_topic"
    RESTART = "restart"
    STOP = "stop"
