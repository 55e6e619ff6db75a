-- One row that a health check writes, to find out whether anything can be written.
CREATE TABLE pulse (
    id      INTEGER NOT NULL PRIMARY KEY,
    beat_at INTEGER NOT NULL                 -- milliseconds since 1970
) STRICT;
