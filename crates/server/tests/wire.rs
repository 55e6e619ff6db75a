//! The committed description of the interface is that of the code. `cargo xtask wire` writes them anew.

use std::path::Path;

fn agrees(file: &str, generated: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    if std::env::var_os("BANMEN_UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, generated).unwrap();
        return;
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == generated, "{file} differs from the code; run `cargo xtask wire` and commit the result");
}

#[test]
fn openapi_document_is_up_to_date() {
    agrees("docs/openapi.json", &banmen_server::openapi_json());
}
