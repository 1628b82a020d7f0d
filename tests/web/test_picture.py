"""An environment renders the real board: the page of the client, as one seat sees it."""

from __future__ import annotations

import random

import numpy as np
import pytest
from playwright.sync_api import Browser

from sandtable.games import BUILT_IN
from sandtable.learn import Episode, Rulebook
from sandtable.learn.browser import BrowserRenderer, pixels


def played(key: str, answers: int) -> Episode:
    episode, rng = Episode(Rulebook(key), 3), random.Random(1)
    for _ in range(answers):
        episode.act(rng.choice(episode.legal))
    return episode


@pytest.mark.parametrize("key", [*BUILT_IN, "connect-four"])
def test_a_picture_shows_the_board_and_changes_with_it(key: str, browser: Browser) -> None:
    """Guards: what the page is told here is what the server tells it; an empty page would be of one colour."""
    camera, pictures = BrowserRenderer(browser=browser), []
    for answers in (2, 6):
        episode = played(key, answers)
        assert episode.seat is not None
        pictures.append(pixels(camera.png(episode.chairs[episode.seat], episode.table)))
    first, second = pictures
    assert first.shape == second.shape == (800, 1280, 3)
    assert len(np.unique(first.astype(np.uint32) @ (1 << 16, 1 << 8, 1))) > 200  # colours
    board = first[60:560, 20:600].reshape(-1, 3)  # what stands beside it is there without a board, too
    assert len(np.unique(board, axis=0)) > 20
    assert (first != second).any()
