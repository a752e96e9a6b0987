"""What tests/flow shows of sessions in SQLite holds in Postgres too: the same tests, another store."""

from __future__ import annotations

import pytest

from ..flow.kit import DATABASE
from ..flow.test_processes import (  # noqa: F401
    test_that_a_program_that_forgets_to_close_ends,
    test_that_a_session_killed_at_any_moment_is_whole,
    test_that_turns_of_two_processes_in_one_session_all_count,
)
from ..flow.test_turns import (  # noqa: F401
    test_that_a_bug_becomes_a_plain_reply_and_one_log_entry_and_the_session_goes_on,
    test_that_a_cancelled_turn_leaves_nothing_running_and_the_session_as_it_was,
    test_that_a_new_session_is_empty,
    test_that_a_session_whose_name_is_not_text_is_refused_with_a_sentence,
    test_that_a_stored_tuple_reads_the_same_before_and_after_a_restart,
    test_that_all_sessions_of_a_user_are_forgotten_and_nobody_else_s,
    test_that_an_error_with_a_sentence_of_its_own_is_raised_and_changes_nothing,
    test_that_half_a_surrogate_pair_in_the_text_is_replaced,
    test_that_session_fields_go_on_in_a_new_process_and_turn_fields_start_afresh,
    test_that_turns_of_other_sessions_go_on_while_one_waits,
    test_that_two_turns_at_once_both_count,
    test_that_user_fields_are_shared_by_the_sessions_of_a_user_and_by_nobody_else,
    test_that_waiting_for_the_previous_turn_ends_with_a_sentence,
)

pytestmark = pytest.mark.postgres


@pytest.fixture(autouse=True)
def over_postgres(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DATABASE, url)
