"""Plays, reads back, lists, imports, reads cards and sits at a table through the Python client of openapi-generator.

To know: unions are wrapped: `PlayRequest(FooleryPlayRequest(…))` is sent, and `game.actual_instance` is the game.
"""

import json
import os
import unittest
from uuid import uuid4

import arcana_client as arcana
from arcana_client.exceptions import ConflictException, NotFoundException

# A game of each ruleset, with an option that is not the default and a value inside it.
ORDERS: dict[str, tuple[type, object]] = {
    "fortunes": (
        arcana.FortunesPlayRequest,
        arcana.FortunesOptionsInput(
            match=arcana.FortunesMatchInput(arcana.FortunesMatchRaceInput(type="race", target=20)), folder_may_win=True
        ),
    ),
    "fortuno": (arcana.FortunoPlayRequest, arcana.FortunoOptionsInput(hand_size=5)),
    "foolery": (arcana.FooleryPlayRequest, arcana.FooleryOptionsInput(deals=3)),
    "fortuna": (arcana.FortunaPlayRequest, arcana.FortunaOptionsInput(max_turns=20)),
    "reversal": (arcana.ReversalPlayRequest, arcana.ReversalOptionsInput(target=5)),
}


class Walk(unittest.TestCase):
    def setUp(self) -> None:
        self.client = self.with_key(os.environ["KEY"])
        self.games = arcana.GamesApi(self.client)
        self.name = f"Ada {uuid4()}"

    def with_key(self, key: str) -> arcana.ApiClient:
        return arcana.ApiClient(arcana.Configuration(host=os.environ["ADDRESS"], access_token=key))

    def play(self, ruleset: str) -> arcana.Game:
        kind, options = ORDERS[ruleset]
        players = [arcana.PlayRequestPlayer(name=self.name), *(arcana.PlayRequestPlayer() for _ in range(3))]
        order = kind(ruleset=ruleset, options=options, players=players, seed="from outside")
        return self.games.play_game(arcana.PlayRequest(order), idempotency_key=str(uuid4()))

    def test_a_game_of_each_ruleset_is_read_back_as_it_was_sent(self) -> None:
        for ruleset, (_, options) in ORDERS.items():
            with self.subTest(ruleset):
                game = self.play(ruleset).actual_instance
                self.assertEqual(game.ruleset, ruleset)
                for name, value in options.to_dict().items():
                    if name != "match":
                        self.assertEqual(getattr(game.options, name), value, name)
                read = self.games.get_game_without_preload_content(str(game.id))
                sent = json.loads(read.data)
                self.assertEqual(arcana.Game.from_dict(sent).actual_instance, game)
                # Nothing is lost of what was sent, and nothing added.
                self.assertEqual(json.loads(arcana.Game.from_dict(sent).to_json())["options"], sent["options"])
                self.assertEqual(json.loads(arcana.Game.from_dict(sent).to_json())["result"], sent["result"])
        self.assertEqual(self.play("foolery").actual_instance.options.deals, 3)

    def test_games_are_listed_page_by_page(self) -> None:
        two = [self.play("foolery").actual_instance.id for _ in range(2)]
        found, cursor = [], None
        while True:
            page = self.games.list_games(player=[self.name], limit=1, cursor=cursor).actual_instance
            found += [game.actual_instance.id for game in page.items]
            cursor = page.next_cursor
            if cursor is None:
                break
        self.assertEqual(found, list(reversed(two)))

    def test_a_log_is_imported(self) -> None:
        for ruleset in ORDERS:
            with self.subTest(ruleset):
                game = self.play(ruleset).actual_instance
                log = self.games.get_log(str(game.id)).actual_instance.to_dict()
                self.assertEqual(len(log["steps"]), game.step_count)
                order = arcana.ModelImport.from_dict({**log, "external_id": str(uuid4())})
                imported = self.games.import_game(order).actual_instance
                self.assertEqual((imported.source, imported.options), ("imported", game.options))
                self.assertEqual(imported.result, game.result)
                with self.assertRaises(ConflictException) as again:
                    self.games.import_game(order)
                problem = arcana.Problem.from_json(again.exception.body).actual_instance
                self.assertIsInstance(problem, arcana.ExternalIdTakenProblem)
                self.assertEqual(problem.game, imported.id)

    def test_a_reading_of_fortunes_and_one_of_a_spread_are_read_and_deleted(self) -> None:
        readings = arcana.ReadingsApi(self.client)
        orders = (
            arcana.ReadingRequest(querent=self.name, question="What comes of it?"),
            arcana.DrawReadingRequest(
                type="spread", spread=arcana.SpreadChoice("three-card"), seed="any text", querent=self.name
            ),
        )
        for kind, order in zip(("fortunes", "spread"), orders):
            asked = readings.ask_for_reading(arcana.AnyReadingRequest(order)).actual_instance
            self.assertEqual(asked.type, kind)
            self.assertEqual(readings.get_reading(str(asked.id)).actual_instance, asked)
            listed = readings.list_readings(querent=self.name, type=kind).items
            self.assertEqual([reading.actual_instance.id for reading in listed], [asked.id])
            readings.delete_reading(str(asked.id))
            with self.assertRaises(NotFoundException) as gone:
                readings.get_reading(str(asked.id))
            self.assertEqual(arcana.Problem.from_json(gone.exception.body).actual_instance.code, "not_found")

    def test_a_step_is_made_at_a_table(self) -> None:
        order = arcana.FooleryTableRequest(
            ruleset="foolery",
            options=arcana.FooleryOptionsInput(deals=3),
            seats=[arcana.TableRequestSeat(type=kind) for kind in ("person", "bot", "bot", "bot")],
            clock=arcana.TableRequestClock(speak_seconds=0),
        )
        made = arcana.TablesApi(self.client).make_table(arcana.TableRequest(order)).actual_instance
        self.assertEqual(made.options.deals, 3)
        seat = arcana.TablesApi(self.with_key(made.tokens[0]))
        seen = seat.get_table(str(made.id)).actual_instance
        while not seen.legal:
            seen = seat.get_table(str(made.id), after=seen.version, wait=10).actual_instance
        first = seen.legal[0].to_dict()
        request = arcana.TableStepRequest(after=seen.step_count, step=first)
        after = seat.make_step(str(made.id), request).actual_instance
        self.assertGreater(after.step_count, seen.step_count)


if __name__ == "__main__":
    unittest.main(verbosity=2)
