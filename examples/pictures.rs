//! Measures the time to render pictures of readings, by part.
//!
//! `cargo run --release --example pictures -- [WIDTH…]` (600, 1000 and 2000): prints a row for each layout and width,
//! with the processor time per picture in milliseconds. *Text* is writing the SVG, *file* drawing and compressing it. `pictures WIDTH fate` prints only the sum for one layout.

mod processor_time;

use std::env;

use arcana::{
    chance::Chance,
    games::{Fortunes, Game, Player},
    players::{Skill, play_out, seat},
    reading::{
        Heading, Layout, PlayedDeal, Reading, ReadingChoice,
        png::{self, Fonts, Width},
        svg::{Embedding, Faces},
    },
};

use processor_time::processor_time;

/// Number of pictures drawn of each, since the clock is coarse.
const TIMES: u32 = 20;
const SEED: &str = "pictures";

fn main() {
    let (numbers, names): (Vec<_>, Vec<_>) = env::args().skip(1).partition(|word| word.parse::<u32>().is_ok());
    let widths = numbers.iter().filter_map(|word| Width::new(word.parse().ok()?)).collect::<Vec<_>>();
    let widths =
        if widths.is_empty() { [600, 1000, 2000].into_iter().filter_map(Width::new).collect() } else { widths };
    let deal = deal();
    for layout in [Layout::Simple, Layout::Broad, Layout::Fate] {
        if !names.is_empty() && !names.iter().any(|name| name == layout.id()) {
            continue;
        }
        let choice = ReadingChoice { layout: Some(layout), ..ReadingChoice::default() };
        let reading = deal.read(Player(0), choice, Some((SEED, ""))).expect("a deal can be read").told_for("", []);
        for width in &widths {
            let parts = Parts::of(&reading, *width);
            if names.is_empty() { parts.print(layout, *width) } else { println!("{:.1}", parts.sum()) }
        }
    }
}

/// The last deal of a game of random players.
fn deal() -> PlayedDeal {
    let mut game = Fortunes::new(4, Default::default()).expect("four play Fortunes");
    let mut bots = seat::<Fortunes>(&[Skill::Random; 4], SEED, "");
    let mut steps = Vec::new();
    play_out(&mut game, &mut bots, &mut Chance::of_table(SEED, ""), |_, step| steps.push(step));
    let outcome = game.outcome().expect("a played game is over");
    PlayedDeal::all(&steps, outcome.detail.deals).pop().expect("a game has a deal")
}

/// The processor time of each part in milliseconds, and the size of the file.
struct Parts {
    text: f64,
    file: f64,
    bytes: usize,
}

impl Parts {
    fn of(reading: &Reading, width: Width) -> Parts {
        let heading = Heading {
            querent: Some("Ada".to_owned()),
            partner: Some("Cyd".to_owned()),
            question: Some("Shall I take the boat north this spring?".to_owned()),
            ..Heading::default()
        };
        let fonts = Fonts::default();
        let svg = Faces::Drawn.reading(reading, &heading, Embedding::Standalone);
        let file = || png::drawn(&svg, width, &fonts).expect("not too high");
        Parts {
            text: time(|| drop(Faces::Drawn.reading(reading, &heading, Embedding::Standalone))),
            file: time(|| drop(file())),
            bytes: file().len(),
        }
    }

    fn sum(&self) -> f64 {
        self.text + self.file
    }

    fn print(&self, layout: Layout, width: Width) {
        let Parts { text, file, bytes } = self;
        println!(
            "{:6} {:4} wide: text {text:.1}, file {file:.1}: {:.1} ms, {} kB",
            layout.id(),
            width.pixels(),
            self.sum(),
            bytes / 1000
        );
    }
}

/// The average processor time of one run, in milliseconds.
fn time(work: impl Fn()) -> f64 {
    work();
    let start = processor_time();
    (0..TIMES).for_each(|_| work());
    (processor_time() - start).as_secs_f64() * 1000.0 / f64::from(TIMES)
}
