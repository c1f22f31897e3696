//! Every legal step of played games can be made with the rendered forms, as a browser without script sends them.

use std::collections::{BTreeMap, BTreeSet};

use maud::html;
use serde_json::{Map, Value, json};

use super::{Acting, Carried, Choices, PlayPage, posted};
use crate::{
    chance::Chance,
    games::{
        AnyStepKind, Due, Foolery, Fortuna, Fortunes, Fortuno, GameStep, Player, Reversal, foolery, fortunes, fortuno,
        parse_options,
    },
    http::site::board::board,
    narration::Names,
    scenes::{Scene, SceneView},
};

/// Maximum number of legal steps tried at a position.
const MAX_TRIED: usize = 60;

/// The inputs of a form as a browser sees them.
#[derive(Debug, Default)]
struct Sent {
    hidden: Vec<(String, String)>,
    buttons: Vec<Map<String, Value>>,
    boxes: Vec<(String, String)>,
    numbers: BTreeMap<String, u64>,
    lists: Vec<(String, Vec<String>)>,
}

/// The value of an attribute, unescaped.
fn attribute(tag: &str, name: &str) -> Option<String> {
    let value = tag.split(&format!(" {name}=\"")).nth(1)?.split('"').next()?;
    Some(value.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
}

/// The forms of a page.
fn forms(page: &str) -> Vec<Sent> {
    page.split("<form ").skip(1).map(|form| read(form.split("</form>").next().unwrap_or_default())).collect()
}

fn read(form: &str) -> Sent {
    let mut sent = Sent::default();
    for tag in form.split('<').skip(1).map(|tag| tag.split('>').next().unwrap_or_default()) {
        let of = |name: &str| attribute(tag, name).unwrap_or_default();
        match (tag.split(' ').next(), of("type").as_str()) {
            (Some("button"), _) => sent.buttons.push(serde_json::from_str(&of("value")).expect("a step")),
            (Some("input"), "hidden") => sent.hidden.push((of("name"), of("value"))),
            (Some("input"), "checkbox") => sent.boxes.push((of("name"), of("value"))),
            (Some("input"), "number") => drop(sent.numbers.insert(of("name"), of("max").parse().expect("a number"))),
            (Some("select"), _) => sent.lists.push((of("name"), Vec::new())),
            (Some("option"), _) => sent.lists.last_mut().expect("a list").1.push(of("value")),
            _ => {}
        }
    }
    sent
}

impl Sent {
    /// The fields that a browser sends to make this step; `None` if the form cannot make it.
    fn making(&self, step: &Map<String, Value>) -> Option<Vec<(String, String)>> {
        self.buttons.iter().find_map(|button| self.clicked(button, step))
    }

    fn clicked(&self, button: &Map<String, Value>, step: &Map<String, Value>) -> Option<Vec<(String, String)>> {
        let filled: Vec<_> =
            self.hidden.iter().filter(|(name, _)| name == "fill").flat_map(|(_, names)| names.split(',')).collect();
        let mut pairs = self.hidden.clone();
        pairs.push(("step".to_owned(), Value::Object(button.clone()).to_string()));
        let names: BTreeSet<_> = button.keys().chain(step.keys()).filter(|name| *name != "player").collect();
        for name in names {
            match button.get(name) {
                Some(blank) if filled.contains(&name.as_str()) => {
                    pairs.extend(self.filling(name, blank, step.get(name))?);
                }
                value if value == step.get(name) => {}
                _ => return None,
            }
        }
        Some(pairs)
    }

    /// The input values that set a field to this value.
    fn filling(&self, name: &str, blank: &Value, expected: Option<&Value>) -> Option<Vec<(String, String)>> {
        let pair = |value: &str| (name.to_owned(), value.to_owned());
        let has_box = |value: &str| self.boxes.contains(&pair(value));
        let lists: Vec<_> = self.lists.iter().filter(|(list, _)| list == name).map(|(_, values)| values).collect();
        match (blank, expected) {
            (Value::Bool(_), None | Some(Value::Bool(false))) => Some(Vec::new()),
            (Value::Bool(_), Some(Value::Bool(true))) => has_box("yes").then(|| vec![pair("yes")]),
            (Value::Array(_), Some(Value::Array(values))) => {
                let texts: Vec<_> = values.iter().filter_map(Value::as_str).collect();
                let listed = lists.len() >= texts.len()
                    && lists.iter().enumerate().all(|(place, list)| {
                        list.iter().any(|value| value == texts.get(place).copied().unwrap_or_default())
                    });
                let made = if lists.is_empty() { texts.iter().all(|text| has_box(text)) } else { listed };
                made.then(|| texts.into_iter().map(pair).collect())
            }
            (Value::Number(_), Some(Value::Number(number))) => {
                let text = number.to_string();
                let listed = lists.iter().any(|values| values.contains(&text));
                let within =
                    self.numbers.get(name).is_some_and(|most| number.as_u64().is_some_and(|value| value <= *most));
                (listed || within).then(|| vec![pair(&text)])
            }
            (Value::String(_), Some(Value::String(text))) => {
                lists.iter().any(|values| values.contains(text)).then(|| vec![pair(text)])
            }
            (Value::Object(_), Some(Value::Object(terms))) => terms
                .iter()
                .map(|(key, value)| {
                    let (list, value) = (format!("{name}.{key}"), value.as_str()?.to_owned());
                    let has = self.lists.iter().any(|(name, values)| *name == list && values.contains(&value));
                    has.then_some((list, value))
                })
                .collect(),
            _ => None,
        }
    }
}

/// A step as an object.
fn object<S: GameStep>(step: &S) -> Map<String, Value> {
    let value = serde_json::to_value(step).expect("JSON");
    value.as_object().expect("a step is an object").clone()
}

/// Plays a random game and makes each legal step with the forms. Returns the kinds of steps made.
fn plays<G: PlayPage>(players: usize, options: Value, seed: &str, most: usize) -> BTreeSet<&'static str> {
    let mut kinds = BTreeSet::new();
    let options = parse_options::<G>(options).expect("options");
    let mut game = G::new(players, options).expect("a set-up");
    let (mut table, mut chance) = (Chance::of_table(seed, ""), Chance::of_player(seed, "", 0));
    for _ in 0..most {
        match game.due() {
            Due::Over => return kinds,
            Due::Table(_) => drop(game.draw(&mut table)),
            Due::Players { .. } => {
                let legal: Vec<_> = Player::all(players).filter_map(|player| Choices::of(&game, player)).collect();
                legal.iter().for_each(|legal| all_can_be_made(&game, players, legal));
                kinds.extend(legal.iter().flat_map(|legal| legal.steps.iter().map(|step| step.kind().name())));
                let one = &legal[chance.below(legal.len() as u32) as usize];
                let step = one.steps[chance.below(one.steps.len() as u32) as usize].clone();
                game.apply(&step).expect("a legal step");
            }
        }
    }
    kinds
}

fn all_can_be_made<G: PlayPage>(game: &G, players: usize, legal: &Choices<G::Step>) {
    let names = Names {
        players: ["Ada", "Bel", "Cyd", "Dov", "Eve", "Fay", "Gus", "Hal"][..players].to_vec(),
        deck: G::INFO.deck.unwrap_or_default(),
    };
    let view = SceneView::played_by(legal.player, game, &names, None);
    let carried = Carried { action: "/tables/x/steps".to_owned(), hidden: html! {}, entered: Vec::new() };
    let acting = Acting { controls: G::controls(&view, legal), carried: &carried, deck: names.deck };
    let page = board(&Scene::of(&view), &acting).into_string();
    let forms = forms(&page);
    for step in legal.steps.iter().step_by(legal.steps.len().div_ceil(MAX_TRIED)) {
        let expected = object(step);
        let pairs = forms.iter().find_map(|form| form.making(&expected));
        let pairs = pairs.unwrap_or_else(|| panic!("{step:?} cannot be made with {forms:?}"));
        let made: G::Step = posted(&pairs, legal.player).expect("a step");
        assert_eq!(game.check(&made), Ok(()), "{step:?}");
        let plain = |step: &G::Step| {
            object(step).into_iter().filter(|(_, value)| *value != Value::Bool(false)).collect::<Map<_, _>>()
        };
        assert_eq!(plain(&made), plain(step));
    }
}

#[test]
fn fortunes_can_be_played_with_forms() {
    let mut kinds = plays::<Fortunes>(4, json!({}), "a", 160);
    for betting in
        [json!({"type": "wager", "when": "open", "limit": 30}), json!({"type": "ante"}), json!({"type": "bid"})]
    {
        kinds.extend(plays::<Fortunes>(4, json!({"betting": betting}), "b", 60));
    }
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), ["bid", "play", "stake", "wager"]);
}

#[test]
fn foolery_can_be_played_with_forms() {
    let mut kinds = plays::<Foolery>(4, json!({"deals": 3}), "a", 1_000);
    kinds.extend(plays::<Foolery>(3, json!({"deals": 2}), "b", 600));
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), ["give", "pass", "play", "request"]);
}

#[test]
fn fortuno_can_be_played_with_forms() {
    let kinds: BTreeSet<_> =
        (0..40).flat_map(|seed| plays::<Fortuno>(4 + seed % 3, json!({}), &seed.to_string(), 400)).collect();
    let table = ["deal", "redeal", "reshuffle", "rps", "seats", "slap"];
    let all = fortuno::StepKind::NAMES.iter().filter(|name| !table.contains(name));
    assert_eq!(all.filter(|name| !kinds.contains(*name)).collect::<Vec<_>>(), [&""; 0], "not met");
}

#[test]
fn fortuna_can_be_played_with_forms() {
    let mut kinds = plays::<Fortuna>(2, json!({}), "a", 200);
    kinds.extend(plays::<Fortuna>(6, json!({"opponent": "choose"}), "b", 120));
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), ["accept", "call", "challenge"]);
}

#[test]
fn reversal_can_be_played_with_forms() {
    assert_eq!(plays::<Reversal>(3, json!({}), "a", 100).into_iter().collect::<Vec<_>>(), ["choose"]);
}

#[test]
fn a_form_that_makes_no_step_says_why() {
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    for (fields, why) in [
        (vec![], "which step"),
        (vec![pair("step", "[]")], "which step"),
        (vec![pair("step", r#"{"type":"fly"}"#)], "makes no step"),
        (
            vec![pair("step", r#"{"type":"bid","tricks":0}"#), pair("fill", "tricks"), pair("tricks", "many")],
            "Expected a number",
        ),
    ] {
        let error = posted::<fortunes::Step>(&fields, Player(0)).expect_err("no step");
        assert!(error.contains(why), "{error}");
    }
    let nothing = [pair("step", r#"{"type":"play","cards":[]}"#), pair("fill", "cards")];
    assert_eq!(posted::<foolery::Step>(&nothing, Player(0)), Err("Choose cards first.".to_owned()));
    // A form cannot make another player's step.
    let step = posted::<fortunes::Step>(&[pair("step", r#"{"type":"play","player":3,"card":"wa02"}"#)], Player(1));
    assert_eq!(step.ok().and_then(|step| step.player()), Some(Player(1)));
}
