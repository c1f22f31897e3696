//! Loading of fonts: the embedded ones, and the complete set.

use std::{collections::HashMap, sync::Arc};

use resvg::usvg::{
    FontFamily, FontResolver, Options,
    fontdb::{Database, ID, Weight},
};
use skrifa::{FontRef, MetadataProvider};

use super::coverage::{Coverage, in_order};

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
pub(super) fn embedded() -> (Options<'static>, Coverage) {
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
