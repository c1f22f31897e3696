//! A picture of nothing but words.

use maud::html;

use super::{
    block::Block,
    document::{Embedding, Root, document},
    ink::Ink,
    lettering::Letter,
};
use crate::formats::{care::CareForm, heading::UNTOLD};

/// Width of the picture, and its margin above and below.
const WIDTH: i32 = 640;
const MARGIN: i32 = 40;

/// A reading that needs care: whom to turn to, and the list of its places.
pub fn picture(form: &CareForm<'_>, embedding: Embedding) -> String {
    let (title, said) = (UNTOLD, &form.said);
    let mut block = Block::new(WIDTH, MARGIN);
    block.add(title, (40, Letter::Bold, Ink::Text));
    block.height += 20;
    for line in said {
        block.add(line, (24, Letter::Plain, Ink::Text));
        block.height += 8;
    }
    block.height += 16;
    for line in form.list() {
        block.add(&line, (20, Letter::Plain, Ink::Muted));
        block.height += 4;
    }
    let size = (WIDTH, block.height + MARGIN);
    let description = said.join(" ");
    let root = Root { id: "words", language: form.language.tag(), size, title, description: &description, embedding };
    document(
        &root,
        &html! {
            rect width=(size.0) height=(size.1) class=(Ink::Table.fill()) fill=(Ink::Table.light()) {}
            (block.draw(0))
        },
    )
}
