"""Plays, reads back, lists, imports, reads cards and sits at a table with the models of datamodel-code-generator.

To know: models alone (pydantic 2), here with requests. Unions are wrapped: `PlayRequest(root=…)` is sent, and `game.root` is the game.
"""

import os
import unittest
from typing import Any, TypeVar
from uuid import uuid4

import arcana_models as arcana
import requests
from pydantic import BaseModel

# The option that is ordered of a game of each ruleset: never the default.
WANTED: dict[str, dict[str, Any]] = {
    "fortunes": {"folder_may_win": True},
    "fortuno": {"hand_size": 5},
    "foolery": {"deals": 3},
    "fortuna": {"max_turns": 20},
    "reversal": {"target": 5},
}

Model = TypeVar("Model", bound=BaseModel)


class Caller:
    """Whoever has this token."""

    def __init__(self, token: str) -> None:
        self.session = requests.Session()
        self.session.headers["authorization"] = f"Bearer {token}"

    def get(self, kind: type[Model], path: str, status: int = 200, **query: Any) -> Model:
        return self.read(kind, self.session.get(os.environ["ADDRESS"] + path, params=query), status)

    def post(self, kind: type[Model], path: str, body: BaseModel, status: int = 201) -> Model:
        json = body.model_dump(mode="json", by_alias=True, exclude_unset=True)
        return self.read(kind, self.session.post(os.environ["ADDRESS"] + path, json=json), status)

    @staticmethod
    def read(kind: type[Model], answer: requests.Response, status: int) -> Model:
        assert answer.status_code == status, answer.text
        read = kind.model_validate_json(answer.content)
        # Nothing is lost of what was sent, and nothing added.
        again = read.model_dump(mode="json", by_alias=True, exclude_unset=True)
        assert again == answer.json(), (again, answer.json())
        return read


class Walk(unittest.TestCase):
    def setUp(self) -> None:
        self.own, self.name = Caller(os.environ["KEY"]), f"Ada {uuid4()}"

    def play(self, ruleset: str) -> Any:
        players = [{"name": self.name}, {}, {}, {}]
        order = {"ruleset": ruleset, "options": WANTED[ruleset], "players": players}
        return self.own.post(arcana.Game, "/v1/games", arcana.PlayRequest.model_validate(order)).root

    def test_a_game_of_each_ruleset_is_read_back_and_its_log_imported(self) -> None:
        for ruleset, wanted in WANTED.items():
            with self.subTest(ruleset):
                game = self.play(ruleset)
                for option, value in wanted.items():
                    self.assertEqual(getattr(game.options, option), value)
                self.assertEqual(self.own.get(arcana.Game, f"/v1/games/{game.id}").root, game)
                log = self.own.get(arcana.Log, f"/v1/games/{game.id}/log").model_dump(mode="json", exclude_unset=True)
                order = arcana.Import.model_validate({**log, "external_id": str(uuid4())})
                imported = self.own.post(arcana.Game, "/v1/games/import", order).root
                self.assertEqual((imported.source, imported.result), (arcana.GameSource.imported, game.result))
                again = self.own.post(arcana.Problem, "/v1/games/import", order, status=409).root
                self.assertIsInstance(again, arcana.ExternalIdTakenProblem)
                self.assertEqual(again.game, imported.id)

    def test_games_are_listed_page_by_page(self) -> None:
        two = [self.play("foolery").id for _ in range(2)]
        first = self.own.get(arcana.GameList, "/v1/games", player=self.name, limit=1)
        second = self.own.get(arcana.GameList, "/v1/games", player=self.name, limit=1, cursor=first.next_cursor)
        self.assertEqual([game.root.id for game in first.items + second.items], two[::-1])
        self.assertIsNone(second.next_cursor)

    def test_readings_of_a_game_and_of_a_spread_are_read_back_equal(self) -> None:
        spread = {"type": "spread", "spread": "three-card", "seed": "any text", "querent": self.name}
        for order in ({"querent": self.name, "question": "What comes of it?"}, spread):
            asked = self.own.post(arcana.AnyStoredReading, "/v1/readings", arcana.AnyReadingRequest.model_validate(order))
            self.assertEqual(self.own.get(arcana.AnyStoredReading, f"/v1/readings/{asked.root.id}"), asked)

    def test_a_step_is_made_at_a_table(self) -> None:
        seats = [{"type": kind} for kind in ("person", "bot", "bot", "bot")]
        order = {"ruleset": "foolery", "options": {"deals": 3}, "seats": seats, "clock": {"speak_seconds": 0}}
        made = self.own.post(arcana.Table, "/v1/tables", arcana.TableRequest.model_validate(order)).root
        self.assertEqual(made.options.deals, 3)
        path, seat = f"/v1/tables/{made.id}", Caller(made.tokens[0])
        seen = seat.get(arcana.Table, path).root
        while not seen.legal:
            seen = seat.get(arcana.Table, path, after=seen.version, wait=10).root
        step = {"after": seen.step_count, "step": seen.legal[0].model_dump(mode="json", exclude_unset=True)}
        after = seat.post(arcana.Table, f"{path}/steps", arcana.TableStepRequest.model_validate(step), status=200).root
        self.assertGreater(after.step_count, seen.step_count)


if __name__ == "__main__":
    unittest.main(verbosity=2)
