//! The steps by which a database of any age is brought up to date. A step that was ever released is never edited: its checksum is kept in
//! the database.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Number, name and statements of a step.
type Step = (i64, &'static str, &'static str);

const SQLITE: [Step; 7] = [
    (1, "tables", include_str!("../../migrations/sqlite/0001_tables.sql")),
    (2, "summaries", include_str!("../../migrations/sqlite/0002_summaries.sql")),
    (3, "wake", include_str!("../../migrations/sqlite/0003_wake.sql")),
    (4, "meeting", include_str!("../../migrations/sqlite/0004_meeting.sql")),
    (5, "passes", include_str!("../../migrations/sqlite/0005_passes.sql")),
    (6, "pulse", include_str!("../../migrations/sqlite/0006_pulse.sql")),
    (7, "contested", include_str!("../../migrations/sqlite/0007_contested.sql")),
];

const POSTGRES: [Step; 6] = [
    (1, "tables", include_str!("../../migrations/postgres/0001_tables.sql")),
    (2, "jobs", include_str!("../../migrations/postgres/0002_jobs.sql")),
    (4, "meeting", include_str!("../../migrations/postgres/0004_meeting.sql")),
    (5, "passes", include_str!("../../migrations/postgres/0005_passes.sql")),
    (6, "pulse", include_str!("../../migrations/postgres/0006_pulse.sql")),
    (7, "contested", include_str!("../../migrations/postgres/0007_contested.sql")),
];

fn migrator(steps: &[Step]) -> Migrator {
    let step = |&(number, name, sql): &Step| {
        Migration::new(number, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(steps.iter().map(step).collect())
}

/// The steps for SQLite.
pub(super) fn sqlite() -> Migrator {
    migrator(&SQLITE)
}

/// The steps for PostgreSQL. Nodes that start together take turns: sqlx holds an advisory lock meanwhile.
pub(super) fn postgres() -> Migrator {
    migrator(&POSTGRES)
}
