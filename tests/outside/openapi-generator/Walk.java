// To know: the library is `native`. With `--schema-mappings ShuffledCards=Object,CardsShuffled=Object,Due=Object`, since it compiles no union with a list, and tells the members of a union apart by their tag alone. Unions are wrapped: `new PlayRequest(new FooleryPlayRequest()…)` is sent, and `game.getActualInstance()` is the game. `importGame` has the type of a dry run, without the id of the stored game.
//
// Plays, reads back, lists, imports, reads cards and sits at a table through the Java client of openapi-generator.
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.GamesApi;
import org.openapitools.client.api.ReadingsApi;
import org.openapitools.client.api.TablesApi;
import org.openapitools.client.model.*;

class Walk {
    static final ObjectMapper JSON = ApiClient.createDefaultObjectMapper();
    static final String NAME = "Ada " + UUID.randomUUID();
    static final ApiClient OWN = caller(System.getenv("KEY"));
    static final GamesApi GAMES = new GamesApi(OWN);

    /** The logs of each ruleset, to be imported. */
    static final Map<String, Class<?>> LOGS = Map.of(
        "fortunes", FortunesImportRequest.class,
        "fortuno", FortunoImportRequest.class,
        "foolery", FooleryImportRequest.class,
        "fortuna", FortunaImportRequest.class,
        "reversal", ReversalImportRequest.class);

    static ApiClient caller(String token) {
        ApiClient client = new ApiClient();
        client.updateBaseUri(System.getenv("ADDRESS"));
        client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
        return client;
    }

    static void same(Object found, Object expected) {
        if (!expected.equals(found)) throw new AssertionError(found + " instead of " + expected);
    }

    static JsonNode json(Object value) {
        return JSON.valueToTree(value);
    }

    /** Games to play, by the option that is not the default and its value. */
    static Map<String, PlayRequest> orders() {
        List<PlayRequestPlayer> players = new ArrayList<>(List.of(new PlayRequestPlayer().name(NAME)));
        while (players.size() < 4) players.add(new PlayRequestPlayer());
        Map<String, PlayRequest> orders = new LinkedHashMap<>();
        orders.put("folder_may_win true", new PlayRequest(new FortunesPlayRequest()
            .ruleset(FortunesPlayRequest.RulesetEnum.FORTUNES).players(players).options(new FortunesOptionsInput().folderMayWin(true))));
        orders.put("hand_size 5", new PlayRequest(new FortunoPlayRequest()
            .ruleset(FortunoPlayRequest.RulesetEnum.FORTUNO).players(players).options(new FortunoOptionsInput().handSize(5))));
        orders.put("deals 3", new PlayRequest(new FooleryPlayRequest()
            .ruleset(FooleryPlayRequest.RulesetEnum.FOOLERY).players(players).options(new FooleryOptionsInput().deals(3))));
        orders.put("max_turns 20", new PlayRequest(new FortunaPlayRequest()
            .ruleset(FortunaPlayRequest.RulesetEnum.FORTUNA).players(players).options(new FortunaOptionsInput().maxTurns(20))));
        orders.put("target 5", new PlayRequest(new ReversalPlayRequest()
            .ruleset(ReversalPlayRequest.RulesetEnum.REVERSAL).players(players).options(new ReversalOptionsInput().target(5))));
        return orders;
    }

    static Game play(PlayRequest order) throws ApiException {
        return GAMES.playGame(order, UUID.randomUUID().toString());
    }

    static UUID idOf(Game game) {
        return UUID.fromString(json(game).get("id").asText());
    }

    static void gamesArePlayedReadBackAndImported() throws Exception {
        for (Map.Entry<String, PlayRequest> order : orders().entrySet()) {
            String[] option = order.getKey().split(" ");
            Game game = play(order.getValue());
            same(json(game).get("options").get(option[0]).asText(), option[1]);
            same(GAMES.getGame(idOf(game)), game);
            ObjectNode log = (ObjectNode) json(GAMES.getLog(idOf(game)));
            same(log.get("steps").size(), json(game).get("step_count").asInt());
            log.put("external_id", UUID.randomUUID().toString());
            ModelImport sent = new ModelImport();
            sent.setActualInstance(JSON.treeToValue(log, LOGS.get(log.get("ruleset").asText())));
            LogVerdict verdict = GAMES.importGame(sent, null, null, null, null);
            same(json(verdict).get("result").get("scores"), json(game).get("result").get("scores"));
            try {
                GAMES.importGame(sent, null, null, null, null);
                throw new AssertionError("stored twice");
            } catch (ApiException refused) {
                same(refused.getCode(), 409);
                Problem problem = JSON.readValue(refused.getResponseBody(), Problem.class);
                same(json(problem).get("code").asText(), "external_id_taken");
            }
        }
    }

    static AnyGameList page(String cursor) throws ApiException {
        return GAMES.listGames(
            null, null, List.of(NAME), null, null, null, null, null, null, null, null, null, null, null, null, null, 1, cursor);
    }

    static void gamesAreListedPageByPage() throws ApiException {
        PlayRequest order = orders().get("deals 3");
        List<UUID> two = new ArrayList<>(List.of(idOf(play(order)), idOf(play(order))));
        Collections.reverse(two);
        List<UUID> found = new ArrayList<>();
        JsonNode next = null;
        do {
            JsonNode page = json(page(next == null ? null : next.asText()));
            page.get("items").forEach(game -> found.add(UUID.fromString(game.get("id").asText())));
            next = page.get("next_cursor");
        } while (next != null && !next.isNull());
        same(found.subList(0, 2), two);
    }

    static void readingsAreReadBack() throws ApiException {
        ReadingsApi readings = new ReadingsApi(OWN);
        List<AnyReadingRequest> orders = List.of(
            new AnyReadingRequest(new ReadingRequest().querent(NAME).question("What comes of it?")),
            new AnyReadingRequest(new DrawReadingRequest().type(SpreadType.SPREAD).spread(new SpreadChoice("three-card")).querent(NAME)));
        for (AnyReadingRequest order : orders) {
            AnyStoredReading asked = readings.askForReading(order, null);
            same(readings.getReading(UUID.fromString(json(asked).get("id").asText()), null, null), asked);
        }
    }

    static void aStepIsMadeAtATable() throws ApiException {
        FooleryTableRequest order = new FooleryTableRequest()
            .ruleset(FooleryTableRequest.RulesetEnum.FOOLERY)
            .options(new FooleryOptionsInput().deals(3))
            .seats(Stream.of(TableSeatType.PERSON, TableSeatType.BOT, TableSeatType.BOT, TableSeatType.BOT)
                .map(type -> new TableRequestSeat().type(type)).toList())
            .clock(new TableRequestClock().speakSeconds(0));
        FooleryTable made = (FooleryTable) new TablesApi(OWN).makeTable(new TableRequest(order), null).getActualInstance();
        same(made.getOptions().getDeals(), 3);
        TablesApi seat = new TablesApi(caller(made.getTokens().get(0)));
        FooleryTable seen = (FooleryTable) seat.getTable(made.getId(), null, null, null).getActualInstance();
        while (seen.getLegal().isEmpty()) {
            seen = (FooleryTable) seat.getTable(made.getId(), seen.getVersion(), 10, null).getActualInstance();
        }
        Map<String, Object> step = JSON.convertValue(seen.getLegal().get(0), new TypeReference<>() {});
        TableStepRequest request = new TableStepRequest().after(seen.getStepCount()).step(step);
        FooleryTable after = (FooleryTable) seat.makeStep(made.getId(), request, null).getActualInstance();
        same(after.getStepCount() > seen.getStepCount(), true);
    }

    public static void main(String[] arguments) throws Exception {
        gamesArePlayedReadBackAndImported();
        gamesAreListedPageByPage();
        readingsAreReadBack();
        aStepIsMadeAtATable();
        System.out.println("The client in Java played, listed, imported, read and made a step.");
    }
}
