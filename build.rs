//! Lets cargo see a new migration, which the macro that embeds them cannot.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
