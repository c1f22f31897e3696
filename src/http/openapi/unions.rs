//! The schemas that differ from ruleset to ruleset.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::Value;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::AdditionalProperties},
};

use crate::{
    games::{Game, Observe, Ruleset, with_game},
    service::{ExternalId, Name, Tag, records::BotRecord},
};

macro_rules! any {
    ($($(#[doc = $words:literal])+ $name:ident $called:literal $trait:ident::$part:ident;)*) => {$(
        $(#[doc = $words])+
        ///
        /// Where `ruleset` stands beside it, `polish` picks that ruleset's. Elsewhere nothing tells them apart, and it
        /// may be any object.
        pub struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                let any = ObjectBuilder::new().description(Some(concat!($($words),+).trim()));
                any.additional_properties(Some(AdditionalProperties::FreeForm(true))).into()
            }
        }

        impl ToSchema for $name {
            fn name() -> Cow<'static, str> {
                $called.into()
            }

            fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
                for ruleset in Ruleset::ALL {
                    with_game!(ruleset, G => {
                        schemas.push((<G as $trait>::$part::name().into(), <G as $trait>::$part::schema()));
                        <G as $trait>::$part::schemas(schemas);
                    });
                }
            }
        }
    )*};
}

any! {
    /// All options of a ruleset.
    AnyOptions "GameOptions" Game::Options;
    /// A `deal` of a ruleset.
    AnyDeal "Deal" Game::Step;
    /// A step of a ruleset, as in its log.
    AnyStep "Step" Game::Step;
    /// What a viewer sees of a game.
    AnyState "State" Observe::State;
    /// Detail of a result, as specified by the rules page.
    AnyDetail "Detail" Game::Detail;
}

/// A log document to check and store, with fields added by the API.
#[derive(ToSchema)]
#[schema(as = ImportRequest)]
#[expect(dead_code, reason = "it describes; the document is read field by field")]
pub struct ImportBody {
    /// What was played.
    ruleset: Ruleset,
    /// Version of the rules, if it matters: a log with another version is rejected.
    #[schema(value_type = u32, required = false)]
    rules_version: Option<u32>,
    /// Options that differ from the defaults.
    #[schema(value_type = AnyOptions, required = false)]
    options: Value,
    /// The players.
    #[schema(min_items = 2, max_items = 20)]
    players: Vec<LogPlayer>,
    /// All steps in order; by default at most 1,000,000.
    #[schema(value_type = Vec<AnyStep>)]
    steps: Vec<Value>,
    /// Time at which the game was played.
    #[schema(required = false)]
    played_at: Option<chrono::DateTime<chrono::Utc>>,
    /// Caller-defined id of the game.
    #[schema(required = false)]
    external_id: Option<ExternalId>,
    /// Tags of the game.
    #[schema(required = false, max_items = 8)]
    tags: Option<Vec<Tag>>,
    /// Who of the players is a bot, one entry for each.
    #[schema(required = false, max_items = 20)]
    bots: Option<Vec<LogBot>>,
}

/// An exported game with its log. The log is checked and stored, and `players` say who is a bot. Other fields of the game
/// are allowed but ignored: they either follow from the log or are assigned anew.
#[derive(ToSchema)]
#[schema(as = ExportedGame)]
#[expect(dead_code, reason = "it describes; the document is read field by field")]
pub struct ExportedBody {
    /// Log of the game.
    log: ImportBody,
    /// Players of the game, one entry for each. The names are those of the log.
    #[schema(required = false, max_items = 20)]
    players: Option<Vec<ExportedPlayer>>,
    /// Time at which the game was played.
    #[schema(required = false)]
    played_at: Option<chrono::DateTime<chrono::Utc>>,
    /// Caller-defined id of the game.
    #[schema(required = false)]
    external_id: Option<ExternalId>,
    /// Tags of the game.
    #[schema(required = false, max_items = 8)]
    tags: Option<Vec<Tag>>,
}

/// A log document, or an exported game with its log.
#[derive(ToSchema)]
#[serde(untagged)]
#[schema(as = Import)]
pub enum AnyImport {
    /// A log document.
    Log(ImportBody),
    /// An exported game.
    Exported(ExportedBody),
}

/// A player of a log.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LogPlayer {
    /// Name, stored trimmed and NFC-normalized.
    #[schema(value_type = Name)]
    pub name: String,
}

/// Whether a player of a log is a bot.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LogBot {
    /// The bot; null for a person.
    #[schema(required, min_length = 1, max_length = 72, example = "adept")]
    pub bot: Option<String>,
    /// The bot's version; null for a person.
    #[schema(required, example = 1)]
    pub bot_version: Option<u32>,
    /// Effort of a bot that has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false, minimum = 1, maximum = 10)]
    pub effort: Option<u8>,
}

/// A player of an exported game, of whom only the bot is read.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes; the document is read field by field")]
struct ExportedPlayer {
    /// Ignored.
    #[schema(required = false)]
    name: Value,
    /// The bot; null for a person.
    #[schema(required = false, min_length = 1, max_length = 72, example = "adept")]
    bot: Option<String>,
    /// The bot's version; null for a person.
    #[schema(required = false, example = 1)]
    bot_version: Option<u32>,
    /// Effort of a bot that has one.
    #[schema(required = false, minimum = 1, maximum = 10)]
    effort: Option<u8>,
}

impl From<Option<BotRecord>> for LogBot {
    /// A log says what the bot was called where it has played.
    fn from(bot: Option<BotRecord>) -> LogBot {
        let effort = bot.as_ref().and_then(BotRecord::effort_number);
        let (bot, bot_version) = bot.map(|bot| (bot.own_id().to_owned(), bot.version)).unzip();
        LogBot { bot, bot_version, effort }
    }
}
