"""Exceptions that carry a sentence a person can act on."""

from __future__ import annotations


class PilothouseError(Exception):
    """Something a user can cause and mend. ``str()`` is one clear sentence in Chinese and English.

    Interfaces print the sentence and end with exit code ``code``; they never print a stack trace for it.
    """

    code = 1


class UsageError(PilothouseError):
    """An argument, file or setting is wrong."""

    code = 2


class SessionBusy(UsageError):
    """The session's previous turn still runs."""


class AccessDenied(PilothouseError):
    """The user lacks a scope."""

    code = 3


class DataError(PilothouseError):
    """A data file can't be read, or stored data is damaged or from another version."""

    code = 4


class ProviderUnavailable(PilothouseError):
    """A model or search provider can't be used: key missing, address wrong, circuit open."""

    code = 5


class ContractViolation(RuntimeError):
    """Our own code broke a contract (a node wrote a field it does not own, a duplicate tool name …).

    A bug, not a user's error: tests want it loud.
    """
