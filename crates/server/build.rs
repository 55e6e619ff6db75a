//! A file that is new in the page's folders makes this crate build anew; `rust-embed` watches only those it knows.

fn main() {
    for folder in ["css", "docs", "i18n", "icons", "js"] {
        println!("cargo:rerun-if-changed=../../web/{folder}");
    }
}
