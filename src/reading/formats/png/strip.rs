//! Draws the parts of a picture that intersect a strip of it.
//!
//! `resvg::render` processes the whole picture for each strip: it strokes each outline and sorts its edges even if none
//! of its pixels is in the strip. Here everything outside the strip is skipped, and so are invisible rims of texts.

use resvg::{
    tiny_skia::{Color, FillRule, Paint as Brush, Pixmap, Rect, Shader, Transform},
    usvg::{self, Group, Node, Opacity, Paint, PaintOrder, Path, Tree},
};

/// How far pixels of an outline may be outside its bounds, which are less precise than the drawing.
const AROUND: f32 = 2.0;

/// Draws everything that intersects the strip at this height, over its content.
pub(super) fn draw(tree: &Tree, (scale, top): (f32, u32), strip: &mut Pixmap) {
    let to_dots = Transform::from_row(scale, 0.0, 0.0, scale, 0.0, -(top as f32));
    Strip { to_dots, dots: strip }.group(tree.root(), to_dots);
}

struct Strip<'a> {
    /// From the picture to the pixels of the strip.
    to_dots: Transform,
    dots: &'a mut Pixmap,
}

impl Strip<'_> {
    fn group(&mut self, group: &Group, transform: Transform) {
        for node in group.children() {
            if self.meets(node) {
                self.node(node, transform);
            }
        }
    }

    /// Whether it has pixels in the strip.
    fn meets(&self, node: &Node) -> bool {
        let bounds = match node {
            Node::Group(group) => group.abs_layer_bounding_box().to_rect(),
            Node::Path(path) => path.abs_stroke_bounding_box(),
            Node::Image(image) => image.abs_bounding_box(),
            Node::Text(text) => text.abs_stroke_bounding_box(),
        };
        self.within(bounds).is_some()
    }

    /// The part of the strip that something with these bounds in the picture may cover: left, top, right, bottom.
    fn within(&self, bounds: Rect) -> Option<[usize; 4]> {
        let bounds = bounds.transform(self.to_dots)?;
        let (width, height) = (self.dots.width() as f32, self.dots.height() as f32);
        let (left, right) = ((bounds.left() - AROUND).max(0.0), (bounds.right() + AROUND).min(width));
        let (top, bottom) = ((bounds.top() - AROUND).max(0.0), (bounds.bottom() + AROUND).min(height));
        let sides = [left, top, right.ceil(), bottom.ceil()];
        (left < right && top < bottom).then(|| sides.map(|side| side as usize))
    }

    fn node(&mut self, node: &Node, transform: Transform) {
        match node {
            Node::Group(group) if !group.should_isolate() => {
                self.group(group, transform.pre_concat(group.transform()));
            }
            Node::Path(path) if is_plain(path) => self.path(path, transform),
            Node::Text(text) if text.flattened().children().iter().all(is_plain_path) => {
                self.group(text.flattened(), transform.pre_concat(text.flattened().transform()));
            }
            Node::Group(_) | Node::Path(_) | Node::Image(_) | Node::Text(_) => self.other(node, transform),
        }
    }

    /// Draws anything other than outlines in plain colours.
    fn other(&mut self, node: &Node, transform: Transform) {
        // It is drawn with its upper left corner at the origin, which is compensated here.
        let corner = node.abs_layer_bounding_box();
        let transform = corner.map_or(transform, |corner| transform.pre_translate(corner.x(), corner.y()));
        resvg::render_node(node, transform, &mut self.dots.as_mut());
    }

    fn path(&mut self, path: &Path, transform: Transform) {
        if !path.is_visible() {
            return;
        }
        match path.paint_order() {
            PaintOrder::FillAndStroke => {
                self.fill(path, transform);
                self.stroke(path, transform);
            }
            PaintOrder::StrokeAndFill => {
                if self.is_seen(path) {
                    self.stroke(path, transform);
                }
                self.fill(path, transform);
            }
        }
    }

    fn fill(&mut self, path: &Path, transform: Transform) {
        let bounds = path.data().bounds();
        // A horizontal or vertical line has no area.
        let Some(fill) = path.fill().filter(|_| bounds.width() != 0.0 && bounds.height() != 0.0) else { return };
        let Some(brush) = brush(path, fill.paint(), fill.opacity()) else { return };
        let rule = match fill.rule() {
            usvg::FillRule::NonZero => FillRule::Winding,
            usvg::FillRule::EvenOdd => FillRule::EvenOdd,
        };
        self.dots.fill_path(path.data(), &brush, rule, transform, None);
    }

    fn stroke(&mut self, path: &Path, transform: Transform) {
        let Some(stroke) = path.stroke() else { return };
        let Some(brush) = brush(path, stroke.paint(), stroke.opacity()) else { return };
        self.dots.stroke_path(path.data(), &brush, &stroke.to_tiny_skia(), transform, None);
    }

    /// Whether the rim of a text is visible: not where everything around it has its colour.
    fn is_seen(&self, rim: &Path) -> bool {
        let Some(ink) = rim.stroke().and_then(|stroke| colour(stroke.paint(), stroke.opacity())) else { return false };
        let Some([left, top, right, bottom]) = self.within(rim.abs_stroke_bounding_box()) else { return false };
        let ink = ink.premultiply().to_color_u8();
        let rows = self.dots.pixels().chunks_exact(self.dots.width() as usize).take(bottom).skip(top);
        rows.map(|row| &row[left..right]).any(|row| row.iter().any(|dot| *dot != ink))
    }
}

fn is_plain_path(node: &Node) -> bool {
    match node {
        Node::Path(path) => is_plain(path),
        Node::Group(_) | Node::Image(_) | Node::Text(_) => false,
    }
}

/// Whether a path is drawn in plain colours.
fn is_plain(path: &Path) -> bool {
    let paints = [path.fill().map(usvg::Fill::paint), path.stroke().map(usvg::Stroke::paint)];
    paints.into_iter().flatten().all(|paint| matches!(paint, Paint::Color(_)))
}

fn brush(path: &Path, paint: &Paint, opacity: Opacity) -> Option<Brush<'static>> {
    let anti_alias = path.rendering_mode().use_shape_antialiasing();
    Some(Brush { shader: Shader::SolidColor(colour(paint, opacity)?), anti_alias, ..Brush::default() })
}

fn colour(paint: &Paint, opacity: Opacity) -> Option<Color> {
    match paint {
        Paint::Color(paint) => Some(Color::from_rgba8(paint.red, paint.green, paint.blue, opacity.to_u8())),
        Paint::LinearGradient(_) | Paint::RadialGradient(_) | Paint::Pattern(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::formats::png::Fonts;

    /// Elements of readings: a path behind a text with a rim, a text with a rim on a plain background, a dashed line,
    /// and a tilted, reversed card.
    const PICTURE: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 200 400\">\
        <rect width=\"200\" height=\"400\" fill=\"#f6f1e5\"/>\
        <path d=\"M20 10L160 180\" fill=\"none\" stroke=\"#ddd2bb\" stroke-width=\"3\"/>\
        <g fill=\"none\" stroke=\"#f6f1e5\" stroke-width=\"5\" stroke-linejoin=\"round\" paint-order=\"stroke\"\
        ><text x=\"20\" y=\"100\" font-size=\"20\" fill=\"#2a241c\"\
        >The Tower<tspan dx=\"6\" fill=\"#9c2f2f\">turned</tspan></text\
        ><text x=\"50\" y=\"300\" font-size=\"20\" fill=\"#2a241c\">The Moon</text></g>\
        <path d=\"M10 210H190\" stroke=\"#ddd2bb\" stroke-dasharray=\"2 6\"/>\
        <g transform=\"translate(60 250) rotate(-6)\"><g transform=\"rotate(180)\"\
        ><rect x=\"-20\" y=\"-30\" width=\"40\" height=\"60\" rx=\"8\" fill=\"#ece4d2\" stroke=\"#6b604e\"/\
        ><text y=\"20\" font-size=\"11\" text-anchor=\"middle\">Cups</text></g></g></svg>";

    #[test]
    fn skipped_parts_would_not_be_visible() {
        let tree = Fonts::default().tree(PICTURE);
        for scale in [1.0, 1.7, 3.5] {
            let (width, height) = ((200.0 * scale) as u32, (400.0 * scale) as u32);
            for top in (0..height).step_by(64) {
                let blank = || {
                    let mut strip = Pixmap::new(width, 64).expect("neither side is zero");
                    strip.fill(Color::WHITE);
                    strip
                };
                let (mut ours, mut whole) = (blank(), blank());
                draw(&tree, (scale, top), &mut ours);
                let to_dots = Transform::from_row(scale, 0.0, 0.0, scale, 0.0, -(top as f32));
                resvg::render(&tree, to_dots, &mut whole.as_mut());
                assert!(ours == whole, "{scale}, from {top}");
            }
        }
    }
}
