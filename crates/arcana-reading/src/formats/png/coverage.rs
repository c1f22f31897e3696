//! Which of many fonts has a character.

use std::collections::HashMap;

use resvg::usvg::fontdb::{Database, FaceInfo, ID, Stretch, Style, Weight};
use skrifa::{FontRef, MetadataProvider};

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
pub(super) fn in_order<'a>(faces: impl Iterator<Item = &'a FaceInfo>, weight: Weight) -> Vec<ID> {
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
