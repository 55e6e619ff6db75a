//! The TypeScript types of everything that goes over the wire, made by ts-rs from the Rust types, so that the page is checked
//! against what the server really sends. `cargo xtask wire` writes them anew.

use std::collections::BTreeMap;
use std::path::Path;

use banmen_core::{Analysis, GameInfo};
use banmen_table::{
    CheckStudy, CheckedStudy, Contribute, CreateTable, Created, Decision, Demo, DrawRequest, Drawn, Hint, Import,
    JobRequest, JoinTable, LeaveSeat, LiveEvent, Lobby, MakeOffer, MakePass, Nudge, PassMade, PlayMove, QrCode,
    QrRequest, ReadStudy, Receipt, RecordView, Rematch, Removal, Rename, Say, SetPace, StudyFile, TableList, TakeSeat,
    ToolInfo, ViewRequest, WriteStudy,
};
use ts_rs::{Config, TS, TypeVisitor};

use crate::error::Problem;
use crate::http::health::Health;
use crate::jobs::JobState;

const FILE: &str = "web/js/wire.d.ts";
const HEAD: &str =
    "// Generated from the Rust types by `cargo xtask wire`; a test fails when it differs. Do not edit.\n";

/// Declarations by name, of the types visited and all that they need.
struct Declarations {
    config: Config,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Only types of our own are declared; numbers and lists are not.
        if T::output_path().is_none() {
            return;
        }
        let name = T::ident(&self.config);
        if self.found.contains_key(&name) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        self.found.insert(name, format!("{docs}export {}\n", T::decl(&self.config)));
        T::visit_dependencies(self);
    }
}

fn typescript() -> String {
    // JSON has one kind of number; ours stay far below 2⁵³.
    let mut types = Declarations { config: Config::new().with_large_int("number"), found: BTreeMap::new() };
    types.visit::<GameInfo>();
    types.visit::<ToolInfo>();
    types.visit::<Demo>();
    types.visit::<CreateTable>();
    types.visit::<Created>();
    types.visit::<TableList>();
    types.visit::<Lobby>();
    types.visit::<JoinTable>();
    types.visit::<LiveEvent>();
    types.visit::<Receipt>();
    types.visit::<PlayMove>();
    types.visit::<MakeOffer>();
    types.visit::<Say>();
    types.visit::<Decision>();
    types.visit::<Nudge>();
    types.visit::<SetPace>();
    types.visit::<Removal>();
    types.visit::<Rematch>();
    types.visit::<TakeSeat>();
    types.visit::<MakePass>();
    types.visit::<PassMade>();
    types.visit::<LeaveSeat>();
    types.visit::<Contribute>();
    types.visit::<Rename>();
    types.visit::<Import>();
    types.visit::<ViewRequest>();
    types.visit::<RecordView>();
    types.visit::<QrRequest>();
    types.visit::<QrCode>();
    types.visit::<ReadStudy>();
    types.visit::<CheckStudy>();
    types.visit::<CheckedStudy>();
    types.visit::<WriteStudy>();
    types.visit::<StudyFile>();
    types.visit::<DrawRequest>();
    types.visit::<Drawn>();
    types.visit::<JobRequest>();
    types.visit::<JobState>();
    types.visit::<Hint>();
    types.visit::<Analysis>();
    types.visit::<Problem>();
    types.visit::<Health>();
    let declarations: Vec<String> = types.found.into_values().collect();
    // Doc comments link to Rust items, which mean nothing here.
    let text = declarations.join("\n").replace("[`", "`").replace("`]", "`").replace("`crate::", "`");
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    format!("{HEAD}\n{}\n", lines.join("\n"))
}

/// Fails when a generated file is not what was committed, or writes it anew.
fn agrees(file: &str, generated: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    if std::env::var_os("BANMEN_UPDATE").is_some() {
        std::fs::write(&path, generated).unwrap();
        return;
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == generated, "{file} differs from the code; run `cargo xtask wire` and commit the result");
}

#[test]
fn wire_types_are_up_to_date() {
    agrees(FILE, &typescript());
}

#[test]
fn openapi_document_is_up_to_date() {
    agrees("docs/openapi.json", &crate::openapi::generated());
}
