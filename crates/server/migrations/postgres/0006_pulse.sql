-- One row that a health check writes, to find out whether anything can be written.
CREATE TABLE pulse (
    id      BIGINT NOT NULL PRIMARY KEY,
    beat_at BIGINT NOT NULL                 -- milliseconds since 1970
);
