//! The steps by which a database of any age is brought up to date. A step that was ever released is never edited: its checksum is kept in
//! the database.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Number, name and statements of each step.
const SQLITE: [(i64, &str, &str); 2] = [
    (1, "tables", include_str!("../../migrations/0001_tables.sql")),
    (2, "summaries", include_str!("../../migrations/0002_summaries.sql")),
];

/// The steps for SQLite.
pub(super) fn sqlite() -> Migrator {
    let step = |(number, name, sql): (i64, &'static str, &'static str)| {
        Migration::new(number, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(SQLITE.map(step).into())
}
