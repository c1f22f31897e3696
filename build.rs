//! Unpacks the files of Swagger UI that `/docs` needs.

use std::{
    borrow::Cow,
    env,
    fs::File,
    io::{self, Cursor},
    path::Path,
};

use utoipa_swagger_ui_vendored::SWAGGER_UI_VENDORED;
use zip::ZipArchive;

/// The files in the archive of Swagger UI, which has several variants of each. The program contains only these.
const SWAGGER_UI: [&str; 2] = ["swagger-ui.css", "swagger-ui-bundle.js"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Without it cargo runs this for every change in the package.
    println!("cargo:rerun-if-changed=build.rs");
    let folder = env::var("OUT_DIR")?;
    let mut archive = ZipArchive::new(Cursor::new(SWAGGER_UI_VENDORED))?;
    let paths = archive.file_names().map(|path| path.map(Cow::into_owned)).collect::<Result<Vec<_>, _>>()?;
    for name in SWAGGER_UI {
        let is_it = |path: &&String| path.ends_with(&format!("/dist/{name}"));
        let path = paths.iter().find(is_it).ok_or_else(|| format!("Swagger UI has no {name}"))?;
        io::copy(&mut archive.by_name(path)?, &mut File::create(Path::new(&folder).join(name))?)?;
    }
    Ok(())
}
