"""Plays, imports, reads and sits at tables through a client made from the OpenAPI document.

To know: a union over all rulesets has no name of its own; `isinstance` tells its members apart.
"""

import json
import os
import unittest
from dataclasses import dataclass
from typing import TypeVar
from uuid import UUID, uuid4

from arcana_client import AuthenticatedClient, Client
from arcana_client.api.games import delete_game, get_game, get_log, import_game, list_games, play_game
from arcana_client.api.readings import ask_for_reading, delete_reading, get_reading, list_readings
from arcana_client.api.spreads import draw_cards
from arcana_client.api.tables import get_table, make_step, make_table, take_seat
from arcana_client.models import (
    Draw,
    DrawReadingRequest,
    DrawRequest,
    DuePlayers,
    ExternalIdTakenProblem,
    FooleryGame,
    FooleryImportRequest,
    FooleryLog,
    FooleryLogVerdict,
    FooleryPlayRequest,
    FooleryTable,
    FooleryTableRequest,
    FortunaGame,
    FortunaImportRequest,
    FortunaLog,
    FortunaLogVerdict,
    FortunaPlayRequest,
    FortunaTable,
    FortunaTableRequest,
    FortunesGame,
    FortunesImportRequest,
    FortunesLog,
    FortunesLogVerdict,
    FortunesOptionsInput,
    FortunesPlayRequest,
    FortunesStepPlayInput,
    FortunesTable,
    FortunesTableRequest,
    FortunoGame,
    FortunoImportRequest,
    FortunoLog,
    FortunoLogVerdict,
    FortunoPlayRequest,
    FortunoTable,
    FortunoTableRequest,
    GameList,
    GameSource,
    IllegalLogProblem,
    IllegalLogReason,
    PlainProblem,
    PlayRequestPlayer,
    ReadingList,
    ReadingRequest,
    ReversalGame,
    ReversalImportRequest,
    ReversalLog,
    ReversalLogVerdict,
    ReversalPlayRequest,
    ReversalTable,
    ReversalTableRequest,
    RulesetId,
    Step,
    StoredReading,
    StoredSpread,
    TablePhase,
    TableRequestClock,
    TableRequestSeat,
    TableSeatType,
    TableStepRequest,
    TakeSeatRequest,
)

Game = FortunesGame | FortunoGame | FooleryGame | FortunaGame | ReversalGame
Log = FortunesLog | FortunoLog | FooleryLog | FortunaLog | ReversalLog
LogVerdict = FortunesLogVerdict | FortunoLogVerdict | FooleryLogVerdict | FortunaLogVerdict | ReversalLogVerdict
ImportRequest = (
    FortunesImportRequest
    | FortunoImportRequest
    | FooleryImportRequest
    | FortunaImportRequest
    | ReversalImportRequest
)
Table = FortunesTable | FortunoTable | FooleryTable | FortunaTable | ReversalTable

PlayRequest = (
    FortunesPlayRequest | FortunoPlayRequest | FooleryPlayRequest | FortunaPlayRequest | ReversalPlayRequest
)
TableRequest = (
    FortunesTableRequest | FortunoTableRequest | FooleryTableRequest | FortunaTableRequest | ReversalTableRequest
)

PLAYS: dict[str, type[PlayRequest]] = {
    "fortunes": FortunesPlayRequest,
    "fortuno": FortunoPlayRequest,
    "foolery": FooleryPlayRequest,
    "fortuna": FortunaPlayRequest,
    "reversal": ReversalPlayRequest,
}
TABLES: dict[str, type[TableRequest]] = {
    "fortunes": FortunesTableRequest,
    "fortuno": FortunoTableRequest,
    "foolery": FooleryTableRequest,
    "fortuna": FortunaTableRequest,
    "reversal": ReversalTableRequest,
}
IMPORTS: dict[str, type[ImportRequest]] = {
    "fortunes": FortunesImportRequest,
    "fortuno": FortunoImportRequest,
    "foolery": FooleryImportRequest,
    "fortuna": FortunaImportRequest,
    "reversal": ReversalImportRequest,
}

T = TypeVar("T")


def sure(kind: type[T], answer: object) -> T:
    """What was answered, which has to be of this kind."""
    assert isinstance(answer, kind), answer
    return answer


def game_of(answer: object) -> Game:
    assert isinstance(answer, Game), answer
    return answer


def log_of(answer: object) -> Log:
    assert isinstance(answer, Log), answer
    return answer


def verdict_of(answer: object) -> LogVerdict:
    assert isinstance(answer, LogVerdict), answer
    return answer


def table_of(answer: object) -> Table:
    assert isinstance(answer, Table), answer
    return answer


def document_of(log: Log) -> ImportRequest:
    """A log, to be imported."""
    return IMPORTS[log.ruleset].from_dict(log.to_dict())


@dataclass
class Caller:
    """Somebody with a key, and with a name that nobody else has."""

    client: AuthenticatedClient
    name: str

    def play(self, ruleset: RulesetId = RulesetId.FORTUNES) -> Game:
        players = [PlayRequestPlayer(name=self.name, bot="random"), *(PlayRequestPlayer() for _ in range(3))]
        fields = {"ruleset": ruleset.value, "players": [player.to_dict() for player in players], "seed": "from outside"}
        order = PLAYS[ruleset.value].from_dict(fields)
        if isinstance(order, FortunesPlayRequest):
            order.options = FortunesOptionsInput(folder_may_win=True)
        return game_of(play_game.sync(client=self.client, body=order, idempotency_key=str(uuid4())))

    def log(self, game: UUID) -> Log:
        return log_of(get_log.sync(game, client=self.client))


@dataclass
class Seat:
    """A seat at a table, with its token and nothing else."""

    table: UUID
    client: AuthenticatedClient

    def seen(self) -> Table:
        return table_of(get_table.sync(self.table, client=self.client))

    def step(self) -> Table:
        """Makes the first legal step, if there is one."""
        table = self.seen()
        if not table.legal:
            return table
        first = Step.from_dict(table.legal[0].to_dict())
        body = TableStepRequest(after=table.step_count, step=first)
        return table_of(make_step.sync(self.table, client=self.client, body=body, idempotency_key=str(uuid4())))


class Walk(unittest.TestCase):
    def setUp(self) -> None:
        address, key = os.environ["ADDRESS"], os.environ["KEY"]
        client = AuthenticatedClient(address, token=key, raise_on_unexpected_status=True)
        self.caller = Caller(self.enterContext(client), f"Ada {uuid4()}")

    def test_a_game_is_played_and_its_log_imported(self) -> None:
        game = self.caller.play()
        self.assertEqual(game.seed, "from outside")
        self.assertTrue(sure(FortunesGame, game).options.folder_may_win)
        log = self.caller.log(game.id)
        self.assertEqual(len(log.steps), game.step_count)
        document = document_of(log)
        document.external_id = str(uuid4())
        imported = game_of(import_game.sync(client=self.caller.client, body=document))
        self.assertEqual(imported.source, GameSource.IMPORTED)
        self.assertEqual(imported.result.scores, game.result.scores)
        again = sure(ExternalIdTakenProblem, import_game.sync(client=self.caller.client, body=document))
        self.assertEqual((again.code, again.game), ("external_id_taken", imported.id))

    def test_nothing_is_lost_of_any_rulesets_game_and_log(self) -> None:
        for ruleset in RulesetId:
            with self.subTest(ruleset):
                game = self.caller.play(ruleset)
                told = get_game.sync_detailed(game.id, client=self.caller.client)
                parsed, sent = game_of(told.parsed).to_dict(), json.loads(told.content)
                self.assertEqual((parsed["options"], parsed["result"]), (sent["options"], sent["result"]))
                logged = get_log.sync_detailed(game.id, client=self.caller.client)
                self.assertEqual(log_of(logged.parsed).to_dict(), json.loads(logged.content))
                document = document_of(self.caller.log(game.id))
                verdict = import_game.sync(client=self.caller.client, body=document, dry_run=True)
                self.assertEqual(verdict_of(verdict).result, game.result)

    def test_a_wrong_step_is_told_as_a_problem_and_nothing_is_stored(self) -> None:
        document = sure(FortunesImportRequest, document_of(self.caller.log(self.caller.play().id)))
        good = import_game.sync(client=self.caller.client, body=document, dry_run=True)
        self.assertEqual(verdict_of(good).step_count, len(document.steps))
        plays = [(index, step) for index, step in enumerate(document.steps) if isinstance(step, FortunesStepPlayInput)]
        index, step = plays[0]
        due = step.player
        step.player = (due + 1) % 4
        answer = import_game.sync(client=self.caller.client, body=document, dry_run=True)
        problem = sure(IllegalLogProblem, answer)
        self.assertEqual((problem.status, problem.index), (422, index))
        self.assertEqual(problem.reason, IllegalLogReason.WRONG_PLAYER)
        self.assertEqual(sure(DuePlayers, problem.due).players, [due])
        self.assertTrue(problem.legal)

    def test_a_players_games_are_listed_page_by_page(self) -> None:
        one, two = self.caller.play(), self.caller.play()
        first = sure(GameList, list_games.sync(client=self.caller.client, player=[self.caller.name], limit=1))
        self.assertEqual([game.id for game in first.items], [two.id])
        cursor = sure(str, first.next_cursor)
        answer = list_games.sync(client=self.caller.client, player=[self.caller.name], limit=1, cursor=cursor)
        second = sure(GameList, answer)
        self.assertEqual(([game.id for game in second.items], second.next_cursor), ([one.id], None))

    def test_a_reading_is_asked_for_read_and_deleted(self) -> None:
        client = self.caller.client
        request = ReadingRequest(querent=self.caller.name, question="What comes of it?")
        asked = sure(StoredReading, ask_for_reading.sync(client=client, body=request))
        self.assertEqual(sure(StoredReading, get_reading.sync(asked.id, client=client)), asked)
        listed = sure(ReadingList, list_readings.sync(client=client, querent=self.caller.name))
        self.assertEqual([reading.id for reading in listed.items], [asked.id])
        self.assertEqual(delete_reading.sync_detailed(asked.id, client=client).status_code, 204)
        self.assertEqual(sure(PlainProblem, get_reading.sync(asked.id, client=client)).code, "not_found")
        self.assertEqual(delete_game.sync_detailed(asked.game.id, client=client).status_code, 204)

    def test_a_spread_is_drawn_and_a_reading_of_one_stored(self) -> None:
        client = self.caller.client
        drawn = sure(Draw, draw_cards.sync(client=client, body=DrawRequest(spread="three-card", seed="any text")))
        request = DrawReadingRequest.from_dict(
            {"type": "spread", "spread": "three-card", "seed": "any text", "querent": self.caller.name}
        )
        stored = sure(StoredSpread, ask_for_reading.sync(client=client, body=request))
        self.assertEqual(stored.reading.to_dict()["places"], drawn.reading.to_dict()["places"])
        self.assertEqual(sure(StoredSpread, get_reading.sync(stored.id, client=client)), stored)
        listed = sure(ReadingList, list_readings.sync(client=client, querent=self.caller.name))
        self.assertEqual([reading.id for reading in listed.items], [stored.id])
        self.assertEqual(delete_reading.sync_detailed(stored.id, client=client).status_code, 204)

    def seat(self, table: Table, index: int) -> Seat:
        token = sure(list, table.tokens)[index]
        client = AuthenticatedClient(os.environ["ADDRESS"], token=sure(str, token), raise_on_unexpected_status=True)
        return Seat(table.id, self.enterContext(client))

    def test_two_people_play_a_table_of_any_ruleset_to_its_end(self) -> None:
        clock = TableRequestClock(speak_seconds=0)
        kinds = (TableSeatType.PERSON, TableSeatType.OPEN, TableSeatType.BOT, TableSeatType.BOT)
        for ruleset in RulesetId:
            with self.subTest(ruleset):
                seats = [TableRequestSeat(kind) for kind in kinds]
                request = TABLES[ruleset.value].from_dict({"ruleset": ruleset.value})
                request.seats, request.clock = seats, clock
                made = table_of(make_table.sync(client=self.caller.client, body=request))
                self.assertEqual((made.phase, made.state), (TablePhase.WAITING, None))
                invited = sure(list, made.invitations)[0]
                guest = TakeSeatRequest(name=self.caller.name, invitation=invited.invitation)
                with Client(os.environ["ADDRESS"], raise_on_unexpected_status=True) as nobody:
                    joined = table_of(take_seat.sync(made.id, invited.seat, client=nobody, body=guest))
                people = [self.seat(made, 0), self.seat(joined, 1)]
                table = joined
                while table.phase is TablePhase.PLAYING:
                    for person in people:
                        table = person.step()
                self.assertEqual(table.phase, TablePhase.OVER)
                game = game_of(get_game.sync(sure(UUID, table.game), client=self.caller.client))
                self.assertEqual((game.source, game.result), (GameSource.TABLE, table.result))
                self.assertEqual(game.players[1].name, self.caller.name)

    def test_a_step_that_breaks_a_rule_is_told_as_a_problem(self) -> None:
        request = FortunesTableRequest.from_dict({"ruleset": "fortunes"})
        seat = self.seat(table_of(make_table.sync(client=self.caller.client, body=request)), 0)
        before = seat.seen()
        body = TableStepRequest(after=before.step_count, step=Step.from_dict({"type": "bid", "tricks": 3}))
        problem = sure(IllegalLogProblem, make_step.sync(seat.table, client=seat.client, body=body))
        self.assertEqual((problem.status, problem.code), (422, "illegal_step"))
        self.assertEqual([step.to_dict() for step in problem.legal], [step.to_dict() for step in before.legal])
        self.assertEqual(seat.seen(), before)


if __name__ == "__main__":
    unittest.main(verbosity=2)
