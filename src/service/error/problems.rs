//! The table of problem codes: the status, the title and the advice of each.

use std::fmt;

/// A row of the table of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProblemKind {
    /// The code.
    pub code: ProblemCode,
    /// The id in responses and in `/problems/{id}`.
    pub id: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// Short summary of the problem type.
    pub title: &'static str,
    /// What it means and what to do about it.
    pub advice: &'static str,
}

/// Declares the codes and their rows, in the same order.
macro_rules! problems {
    ($($code:ident $id:literal $status:literal $title:literal $advice:literal)*) => {
        /// A problem's stable code.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ProblemCode {
            $(
                #[doc = $title]
                $code,
            )*
        }

        /// Every problem type.
        pub const PROBLEMS: &[ProblemKind] = &[$(ProblemKind {
            code: ProblemCode::$code, id: $id, status: $status, title: $title, advice: $advice,
        }),*];
    };
}

problems! {
    BadJson "bad_json" 400 "The body is not valid JSON"
        "The body could not be parsed; `detail` says where. Send a single JSON value in UTF-8."
    UnknownParameter "unknown_parameter" 400 "Unknown query parameter"
        "Invalid input is never ignored. `errors` lists up to 20 parameters that the route does not accept; remove them."
    BadParameter "bad_parameter" 400 "Invalid parameter value"
        "`errors` lists each invalid parameter and the values it accepts."
    BadCursor "bad_cursor" 400 "Invalid cursor"
        "A cursor is valid only with the filters it was issued for. Send `next_cursor` unchanged with the same filters, or start again without it."
    ProxyNotConfigured "proxy_not_configured" 400 "The service is not configured for a proxy"
        "The request has a header that proxies add, but the service is configured to trust local callers. The operator must set `--forwarded-for` to the number of proxies in front of it, and grant access with `--anonymous` or keys."
    Unauthorized "unauthorized" 401 "A valid key is required"
        "Send a key as `Authorization: Bearer arcana_…`. If a key was sent, it is unknown, has expired or was revoked. The operator creates keys with `arcana keys create`, or with `POST /v1/keys` and a key with the scope `admin`."
    Forbidden "forbidden" 403 "The caller lacks the required permission"
        "The key lacks the scope named in `detail`, or the resource to delete belongs to another owner. Use a key with that scope or of that owner."
    CrossSite "cross_site" 403 "The request was sent by a page of another site"
        "A page can write only if its origin is allowed, or with a key. The operator allows origins with `--cors-origin`. Programs other than browsers should send neither `Origin` nor `Sec-Fetch-Site`."
    SignUpClosed "sign_up_closed" 403 "Nobody can make a profile here"
        "The operator lets nobody make a profile without a key (`--sign-up`). Send a key that reads and writes: its owner can have one."
    NotFound "not_found" 404 "Not found"
        "The URL matches no route, or the resource does not exist or was deleted."
    MethodNotAllowed "method_not_allowed" 405 "Method not allowed"
        "The header `Allow` lists the methods of the route."
    NotAcceptable "not_acceptable" 406 "No acceptable representation"
        "The resource is not available in any media type requested by `Accept` or by the URL suffix; `detail` lists the available ones."
    Conflict "conflict" 409 "The request conflicts with stored data"
        "Fetch the current state and send a different request."
    CommitmentUsed "commitment_used" 409 "The commitment cannot be used"
        "A commitment can be used for one game, one stored draw or one table, within 7 days, by the caller who created it. `GET /v1/commitments/{id}` says what used it. Create a new one."
    ExternalIdTaken "external_id_taken" 409 "The external id is already in use"
        "You have already stored another game with this `external_id`; `game` is its id."
    NameTaken "name_taken" 409 "The name is taken"
        "Another profile has the name or one that looks like it, or games of others bear it. `free_name` is a similar one that is free. Whoever owns all games of a name can take it by sending the key of these games."
    NoReading "no_reading" 409 "The game has no reading"
        "Only games of Fortunes have readings."
    NoSeed "no_seed" 409 "The reading has no seed"
        "Another card of the same shuffle can be drawn only for a reading of a spread whose cards were drawn from a seed. These were drawn by hand or won in a game: draw the next card by hand too, and enter it with `given`."
    TooManySimulations "too_many_simulations" 409 "Too many unfinished simulations"
        "A caller may have 4 simulations that are not finished. Wait until one is done, or cancel one with `POST /v1/simulations/{id}/cancel`."
    TooManyAnalyses "too_many_analyses" 409 "Too many unfinished analyses"
        "A caller may have 2 analyses that are not finished. Ask for them until one is answered with 200, and then for this one."
    TableMovedOn "table_moved_on" 409 "The table has moved on"
        "Steps were made that the request does not know of: `step_count` is their number now. Fetch the table and decide again."
    TableNotBegun "table_not_begun" 409 "The game has not begun"
        "The game of a table begins when its last seat is taken. `GET /v1/tables/{id}?after=0&wait=30` waits for that."
    TableOver "table_over" 409 "The table has ended"
        "The game is over or the table was closed. Fetch the table: `game` is the id of the stored game, if there is one."
    NoHints "no_hints" 409 "The table has no hints"
        "Hints are given at tables that were set up with `hints`, and never at the deal of a day."
    NotYourTurn "not_your_turn" 409 "The game does not wait for the seat"
        "Fetch the table with `after` and `wait` until `due` names the seat, and ask then."
    NoAnalysis "no_analysis" 409 "The game is not analysed"
        "Only games of up to so many steps as `detail` says are analysed."
    SeatTaken "seat_taken" 409 "The seat is taken"
        "Fetch the table to see which seats are open."
    BadInvitation "bad_invitation" 403 "The seat requires its invitation"
        "Send the `invitation` to this seat, which the response to setting the table up contained. A seat of a listed table needs none if the caller may write."
    BadSeatToken "bad_seat_token" 403 "The seat token is not valid here"
        "A seat token is valid for its table and seat alone, until the person leaves the seat. Send the one that the response to taking the seat contained."
    ProfileNeeded "profile_needed" 403 "The deal of today is played with a profile"
        "Make a profile with `POST /v1/profiles` and send its key. Without one, the deal of a day that is over can be played."
    DayAlreadyPlayed "day_already_played" 409 "The day was already played"
        "A profile has one try a day, used by opening its table: `table` is its id. `GET /v1/tables/{id}` with the profile's key shows the table with the token of its seat, as long as the table exists."
    DayNotOpen "day_not_open" 409 "The day has not begun"
        "A day can be played from 00:00 UTC on: `GET /v1/days/{date}` says when it opens."
    DayNotFinished "day_not_finished" 403 "The board is for those who have finished"
        "Finish the deal of the day, or wait until the day is over."
    SeatKept "seat_kept" 409 "The seat cannot be left"
        "At a deal of the day nobody plays for a person. Leave the table as it is and come back, or give it up with `DELETE /v1/tables/{id}`."
    IllegalStep "illegal_step" 422 "The step breaks the rules"
        "`reason` is the error code from the rules page, `due` what is due and `legal` the steps that the seat could make instead. Nothing has changed."
    IdempotencyInProgress "idempotency_in_progress" 409 "The same request is still in progress"
        "An earlier request with this `Idempotency-Key` is not finished. Retry later to get its response."
    LinkExpired "link_expired" 410 "The link has expired"
        "A link for another device is valid for ten minutes. Whoever made it can make a new one, on the page `/me` of a device that has the profile."
    LinkUsed "link_used" 410 "The link was used"
        "A link for another device can be used once. Whoever made it can make a new one, on the page `/me` of a device that has the profile, and revoke there what is not known."
    RequestTimeout "request_timeout" 408 "The body took too long to arrive"
        "Nothing was done. Send the request again over a faster connection, or in smaller parts."
    TooLarge "too_large" 413 "The body is too large"
        "`detail` states the limit. It applies to the uncompressed size of the body."
    UnsupportedMediaType "unsupported_media_type" 415 "Unsupported media type"
        "Send `Content-Type: application/json` or one of the types in the `Accept` header of the response. If the response has `Accept-Encoding` instead, send the body in one of those codings or without `Content-Encoding`."
    BadHost "bad_host" 421 "The service does not serve this host"
        "The `Host` header names a host that this service does not serve. On loopback it accepts only `localhost` and loopback addresses, so that no page of another site can reach it under another name. The operator can add names with `--allowed-host`."
    InvalidBody "invalid_body" 422 "The body has invalid fields"
        "`errors` lists every invalid field with the reason, up to 100. `errors_truncated` is true if there are more."
    BadOptions "bad_options" 422 "Invalid options"
        "`errors` lists every invalid option. `GET /v1/rulesets/{ruleset}` describes the options."
    BadPlayers "bad_players" 422 "Invalid number of players"
        "`GET /v1/rulesets/{ruleset}` states the allowed numbers of players."
    UnknownRuleset "unknown_ruleset" 422 "Unknown ruleset"
        "`GET /v1/rulesets` lists the rulesets."
    UnknownBot "unknown_bot" 422 "Unknown bot"
        "`GET /v1/rulesets/{ruleset}` lists the bots for the ruleset."
    UnknownCard "unknown_card" 422 "Unknown card"
        "`GET /v1/decks/{deck}` lists the cards with their ids."
    IdempotencyKeyReused "idempotency_key_reused" 422 "The idempotency key was used for another request"
        "Within 24 hours, an `Idempotency-Key` identifies one request with one URL and one body. Use a new key for a new request."
    IllegalLog "illegal_log" 422 "The log breaks the rules"
        "`index` is the first illegal step (from 0; null if the document itself is invalid), `reason` the error code from the rules page, and `legal` the steps that were legal instead. If omitted hands cannot be derived, `cause` is the later step that is at fault. Nothing was stored."
    RateLimited "rate_limited" 429 "Too many requests"
        "The `Retry-After` header states how many seconds to wait. Long games, wide pictures, large imports, streams, counts and statistics count as several requests. `RateLimit-Policy` states the limit, and `RateLimit` on every response what is left of it."
    TooManyStreams "too_many_streams" 429 "Too many concurrent streams"
        "A list counts until its last line is read, an event stream until it ends or is closed. Finish or close the current streams before you start another."
    Internal "internal" 500 "Internal server error"
        "An unexpected error occurred in the service. Retrying may help. If you report it, include the `request_id`."
    Unavailable "unavailable" 503 "The service is temporarily unavailable"
        "The database is unreachable, the service is overloaded, or the response took too long. Retry later."
}

impl ProblemCode {
    /// Its row in the table.
    pub fn kind(self) -> &'static ProblemKind {
        &PROBLEMS[self as usize]
    }
}

impl fmt::Display for ProblemCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind().id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_is_in_the_table_once() {
        for kind in PROBLEMS {
            assert_eq!(PROBLEMS.iter().filter(|other| other.id == kind.id).count(), 1);
            assert_eq!(kind.code.kind(), kind);
        }
    }
}
