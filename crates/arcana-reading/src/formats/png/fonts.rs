//! The fonts of PNG pictures: the embedded ones come first, then those of the machine, if any.
//!
//! Texts with characters that the embedded fonts lack are split into runs of one font: usvg's own search for other fonts
//! gives up on a text of several scripts, and looks through all fonts for each. A character without a font is shown by its
//! code point, as wide as a character, so that different texts never look alike.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{
        Arc, LazyLock, OnceLock,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use maud::{Markup, html};
use resvg::usvg::{
    FontFamily, FontResolver, Options, Tree,
    fontdb::{Database, FaceInfo, ID, Stretch, Style, Weight},
    roxmltree::{Document, Node},
};
use skrifa::{FontRef, MetadataProvider};
use unicode_segmentation::UnicodeSegmentation;

/// The fonts of PNG pictures. Texts whose characters are all in the embedded fonts use no others, so they look the same
/// on every machine.
#[derive(Debug, Default)]
pub struct Fonts {
    /// Fonts of a folder, which may be none; those of the machine are used as well then.
    more: Option<Database>,
    /// Loaded when a character is first needed that the embedded fonts lack.
    all: OnceLock<AllFonts>,
    /// Whether it was logged that a character is missing.
    logged: AtomicBool,
}

/// A folder without fonts.
#[derive(Debug, thiserror::Error)]
pub enum NoFonts {
    /// It cannot be listed.
    #[error("cannot read the folder {0}: {1}")]
    Unreadable(PathBuf, std::io::Error),
    /// It contains none.
    #[error("the folder {0} holds no font that can be read (.ttf, .otf, .ttc, .otc)")]
    Empty(PathBuf),
}

impl Fonts {
    /// The embedded fonts, those of a folder, and those installed on this machine.
    ///
    /// # Errors
    /// When the folder cannot be read or contains no fonts.
    pub fn of_machine(folder: Option<&Path>) -> Result<Fonts, NoFonts> {
        let fonts = folder.map(of_folder).transpose()?.unwrap_or_default();
        Ok(Fonts { more: Some(fonts), ..Fonts::default() })
    }

    /// A picture of ours with its texts as outlines.
    pub(in crate::formats) fn tree(&self, svg: &str) -> Tree {
        const OURS: &str = "our own pictures are well-formed";
        static FEW: LazyLock<(Options<'static>, Coverage)> = LazyLock::new(embedded);
        let (options, coverage) = &*FEW;
        if svg.chars().all(|sign| sign.is_ascii() || coverage.face(sign).is_some()) {
            return Tree::from_str(svg, options).expect(OURS);
        }
        let all = self.all.get_or_init(|| AllFonts::load(self.more.as_ref(), self.more.is_some()));
        let (svg, missing) = with_all(svg, all);
        if let Some(sign) = missing.filter(|_| !self.logged.swap(true, Relaxed)) {
            tracing::warn!(
                first = %format!("U+{:04X}", u32::from(sign)),
                "no font has a character of a name or a question, so pictures show its number; install fonts for its \
                 script, or name a folder with `--fonts`"
            );
        }
        Tree::from_str(&svg, &all.options).expect(OURS)
    }
}

fn of_folder(folder: &Path) -> Result<Database, NoFonts> {
    std::fs::read_dir(folder).map_err(|error| NoFonts::Unreadable(folder.to_owned(), error))?;
    let mut fonts = Database::new();
    fonts.load_fonts_dir(folder);
    if fonts.is_empty() { Err(NoFonts::Empty(folder.to_owned())) } else { Ok(fonts) }
}

/// The embedded fonts: a family for Latin letters in three faces, and one for other scripts.
const EMBEDDED: [&[u8]; 4] = [
    include_bytes!("../../../assets/Gelasio-Regular.ttf"),
    include_bytes!("../../../assets/Gelasio-Italic.ttf"),
    include_bytes!("../../../assets/Gelasio-Bold.ttf"),
    include_bytes!("../../../assets/DejaVuSans-Scripts.ttf"),
];

/// Weight from which a text is bold.
const BOLD: Weight = Weight(600);

/// All fonts.
#[derive(Debug)]
pub(super) struct AllFonts {
    pub options: Options<'static>,
    embedded: Coverage,
    regular: Coverage,
    bold: Coverage,
    names: HashMap<ID, String>,
}

/// The font that has a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found<'a> {
    /// An embedded font.
    Embedded,
    /// Another one, under this name in the picture.
    Other(&'a str),
    /// None.
    Nothing,
}

/// The embedded fonts alone, and their characters.
fn embedded() -> (Options<'static>, Coverage) {
    let (fonts, ids) = embedded_fonts();
    let coverage = Coverage::of(&fonts, ids.iter().copied());
    (options(fonts, ids, HashMap::new()), coverage)
}

fn embedded_fonts() -> (Database, Vec<ID>) {
    let mut fonts = Database::new();
    for font in EMBEDDED {
        fonts.load_font_data(font.to_vec());
    }
    fonts.set_serif_family("Gelasio");
    let ids = fonts.faces().map(|face| face.id).collect();
    (fonts, ids)
}

/// Faces besides the embedded ones are requested by these names.
fn options(fonts: Database, embedded: Vec<ID>, named: HashMap<String, ID>) -> Options<'static> {
    let usual = FontResolver::default_font_selector();
    let font_resolver = FontResolver {
        select_font: Box::new(move |font, fonts| {
            let found = font.families().iter().find_map(|family| match family {
                FontFamily::Named(name) => named.get(name).copied(),
                FontFamily::Serif
                | FontFamily::SansSerif
                | FontFamily::Cursive
                | FontFamily::Fantasy
                | FontFamily::Monospace => None,
            });
            found.or_else(|| usual(font, fonts))
        }),
        select_fallback: Box::new(move |sign, used, fonts| {
            embedded.iter().copied().find(|id| !used.contains(id) && has(fonts, *id, sign))
        }),
    };
    Options { font_family: "Gelasio".to_owned(), font_resolver, fontdb: Arc::new(fonts), ..Options::default() }
}

fn has(fonts: &Database, face: ID, sign: char) -> bool {
    let found = |data: &[u8], index| Some(FontRef::from_index(data, index).ok()?.charmap().map(sign)?.to_u32() > 0);
    fonts.with_face_data(face, found).flatten().unwrap_or(false)
}

impl AllFonts {
    /// The embedded fonts, those of a folder, and those of the machine if requested.
    pub fn load(folder: Option<&Database>, machine: bool) -> AllFonts {
        let (mut fonts, ids) = embedded_fonts();
        let embedded = Coverage::of(&fonts, ids.iter().copied());
        let mut first = Vec::new();
        first.extend(folder.into_iter().flat_map(Database::faces).map(|face| fonts.push_face_info(face.clone())));
        if machine {
            fonts.load_system_fonts();
        }
        let of = |bold: bool| {
            let chosen = || fonts.faces().filter(|face| !ids.contains(&face.id) && (!bold || face.weight >= BOLD));
            let weight = if bold { Weight::BOLD } else { Weight::NORMAL };
            let (own, others) = (
                in_order(chosen().filter(|face| first.contains(&face.id)), weight),
                in_order(chosen().filter(|face| !first.contains(&face.id)), weight),
            );
            Coverage::of(&fonts, own.into_iter().chain(others))
        };
        let (regular, bold) = (of(false), of(true));
        let others = fonts.faces().map(|face| face.id).filter(|id| !ids.contains(id)).enumerate();
        let names: HashMap<ID, String> = others.map(|(place, id)| (id, format!("font-{place}"))).collect();
        let named = names.iter().map(|(id, name)| (name.clone(), *id)).collect();
        AllFonts { options: options(fonts, ids, named), embedded, regular, bold, names }
    }

    /// The font that has a character.
    pub fn find(&self, sign: char, bold: bool) -> Found<'_> {
        if self.embedded.face(sign).is_some() {
            return Found::Embedded;
        }
        let face = self.bold.face(sign).filter(|_| bold).or_else(|| self.regular.face(sign));
        face.and_then(|face| self.names.get(&face)).map_or(Found::Nothing, |name| Found::Other(name))
    }
}

/// From here on, Unicode blocks are mostly emoji, which are best in colour.
const EMOJI: u32 = 0x1F000;

/// The face of each character: pages of 256 characters, each with the number of its face, from 1, or 0 for none.
#[derive(Debug, Default)]
pub(super) struct Coverage {
    faces: Vec<ID>,
    pages: HashMap<u32, Box<[u16; 256]>>,
}

impl Coverage {
    /// The characters of these faces; the first face that has a character is used for it.
    pub fn of(fonts: &Database, faces: impl IntoIterator<Item = ID>) -> Coverage {
        let mut coverage = Coverage::default();
        for face in faces.into_iter().take(usize::from(u16::MAX)) {
            coverage.add(fonts, face);
        }
        coverage
    }

    fn add(&mut self, fonts: &Database, face: ID) {
        self.faces.push(face);
        let number = self.faces.len() as u16;
        let coloured = fonts.face(face).is_some_and(|info| family(info).contains("Emoji"));
        fonts.with_face_data(face, |data, index| {
            let Ok(font) = FontRef::from_index(data, index) else { return };
            for (sign, _) in font.charmap().mappings().filter(|(_, glyph)| glyph.to_u32() > 0) {
                let page = self.pages.entry(sign >> 8).or_insert_with(|| Box::new([0; 256]));
                let place = &mut page[(sign & 0xFF) as usize];
                if *place == 0 || coloured && sign >= EMOJI {
                    *place = number;
                }
            }
        });
    }

    /// The face that has a character.
    pub fn face(&self, sign: char) -> Option<ID> {
        let sign = u32::from(sign);
        let number = self.pages.get(&(sign >> 8))?[(sign & 0xFF) as usize];
        self.faces.get(usize::from(number).checked_sub(1)?).copied()
    }
}

/// The faces for texts of this weight, the best first: upright, of normal width, and with serifs like ours.
fn in_order<'a>(faces: impl Iterator<Item = &'a FaceInfo>, weight: Weight) -> Vec<ID> {
    let mut faces: Vec<_> = faces.collect();
    faces.sort_by_key(|face| {
        let plain = face.style == Style::Normal && face.stretch == Stretch::Normal && !face.monospaced;
        (!plain, face.weight.0.abs_diff(weight.0), !family(face).contains("Serif"))
    });
    faces.into_iter().map(|face| face.id).collect()
}

fn family(face: &FaceInfo) -> &str {
    face.families.first().map_or("", |(name, _)| name)
}

/// The picture with its texts split where necessary, and the first character that no font has.
fn with_all(svg: &str, fonts: &AllFonts) -> (String, Option<char>) {
    let document = Document::parse(svg).expect("our own pictures are well-formed");
    let (mut split, mut rest, mut missing) = (String::with_capacity(svg.len() + 1024), 0, None);
    let of_text = |node: &Node<'_, '_>| node.is_text() && node.ancestors().any(|parent| parent.has_tag_name("text"));
    for node in document.descendants().filter(of_text) {
        let bold = inherited(node, "font-weight") == Some("700");
        let runs = runs(node.text().unwrap_or_default(), |sign| fonts.find(sign, bold));
        if runs.iter().all(|run| run.font == Found::Embedded) {
            continue;
        }
        let unknown = runs.iter().find(|run| run.font == Found::Nothing);
        missing = missing.or_else(|| unknown.and_then(|run| run.text.chars().next()));
        split.push_str(&svg[rest..node.range().start]);
        split.push_str(&set(&runs, inherited(node, "font-size")).into_string());
        rest = node.range().end;
    }
    split.push_str(&svg[rest..]);
    (split, missing)
}

/// An attribute of a text, or of what it is part of.
fn inherited<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    node.ancestors().find_map(|parent| parent.attribute(name))
}

/// A part of a text in one font; without a font it is one character.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Run<'a> {
    font: Found<'a>,
    text: String,
}

/// A text in runs; grapheme clusters are split only if no font has all of their characters.
fn runs<'a>(text: &str, find: impl Fn(char) -> Found<'a>) -> Vec<Run<'a>> {
    let mut runs: Vec<Run<'a>> = Vec::new();
    let mut add = |font: Found<'a>, text: &str| match runs.last_mut() {
        Some(run) if run.font == font && font != Found::Nothing => run.text.push_str(text),
        Some(_) | None => runs.push(Run { font, text: text.to_owned() }),
    };
    for cluster in text.graphemes(true) {
        let signs = || cluster.chars().filter(|sign| !draws_nothing(*sign));
        let mut fonts = signs().map(&find);
        let font = fonts.next().unwrap_or(Found::Embedded);
        if font != Found::Nothing && fonts.all(|other| other == font) {
            add(font, cluster);
        } else {
            signs().for_each(|sign| add(find(sign), sign.encode_utf8(&mut [0; 4])));
        }
    }
    runs
}

/// Whether a character only modifies how its neighbours are drawn.
const fn draws_nothing(sign: char) -> bool {
    matches!(sign,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2064}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{E0000}'..='\u{E0FFF}')
}

/// The runs as parts of a text of this font size.
fn set(runs: &[Run<'_>], size: Option<&str>) -> Markup {
    html! {
        @for run in runs {
            @match run.font {
                Found::Embedded => (run.text),
                Found::Other(name) => tspan font-family=(name) { (run.text) },
                Found::Nothing => tspan textLength=[size] lengthAdjust="spacingAndGlyphs" { (numbers(&run.text)) },
            }
        }
    }
}

/// The code points of characters, as in `[16A0]`.
fn numbers(text: &str) -> String {
    text.chars().map(|sign| format!("[{:04X}]", u32::from(sign))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_to_hold_fonts() {
        assert!(matches!(Fonts::of_machine(Some(Path::new("no/such/folder"))), Err(NoFonts::Unreadable(..))));
        assert!(matches!(Fonts::of_machine(Some(Path::new("src"))), Err(NoFonts::Empty(_))));
        assert!(Fonts::of_machine(Some(Path::new("assets"))).is_ok());
    }

    #[test]
    fn fonts_of_a_folder_come_after_the_embedded_ones() {
        let mut folder = Database::new();
        folder.load_fonts_dir("assets");
        let all = AllFonts::load(Some(&folder), false);
        assert_eq!(all.find('a', true), Found::Embedded);
        assert_eq!(all.find('字', true), Found::Nothing);
        let (regular, bold) = (all.regular.face('a').expect("a face"), all.bold.face('a').expect("a face"));
        assert_ne!(regular, bold, "a bold text has a bold face where there is one");
        assert!(all.names.contains_key(&regular) && all.names.contains_key(&bold));
    }

    fn font(sign: char) -> Found<'static> {
        match sign {
            ' '..='~' => Found::Embedded,
            '\u{3400}'..='\u{9FFF}' => Found::Other("han"),
            '\u{1F300}'..='\u{1FAFF}' => Found::Other("emoji"),
            _ => Found::Nothing,
        }
    }

    fn run(font: Found<'static>, text: &str) -> Run<'static> {
        Run { font, text: text.to_owned() }
    }

    #[test]
    fn a_text_is_split_by_font() {
        let expected = [run(Found::Embedded, "For "), run(Found::Other("han"), "字典"), run(Found::Embedded, " fi")];
        assert_eq!(runs("For 字典 fi", font), expected);
        let missing = ["\u{16A0}", "\u{16A1}"].map(|sign| run(Found::Nothing, sign));
        assert_eq!(runs("\u{16A0}\u{16A1}", font), missing);
    }

    #[test]
    fn grapheme_clusters_stay_together() {
        let family = "\u{1F469}\u{1F3FD}\u{200D}\u{1F467}";
        assert_eq!(runs(family, font), [run(Found::Other("emoji"), family)]);
        assert_eq!(runs("e\u{353}", font), [run(Found::Embedded, "e"), run(Found::Nothing, "\u{353}")]);
    }

    #[test]
    fn a_character_without_a_font_is_shown_by_its_code_point() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><text x=\"1\" font-size=\"20\">A &lt;b&gt; \u{16A0}</text>\
                   <title>\u{16A0}</title></svg>";
        let (split, missing) = with_all(svg, &AllFonts::load(None, false));
        assert_eq!(missing, Some('\u{16A0}'));
        let number = "<tspan textLength=\"20\" lengthAdjust=\"spacingAndGlyphs\">[16A0]</tspan>";
        assert_eq!(split, svg.replacen("\u{16A0}</text>", &format!("{number}</text>"), 1));
    }
}
