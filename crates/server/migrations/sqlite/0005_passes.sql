-- What lets somebody sit down once: invitations, and codes that move a seat to another device.
CREATE TABLE passes (
    hash    BLOB    NOT NULL PRIMARY KEY,   -- SHA-256 of the invitation or code
    game_id TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat    TEXT    NOT NULL CHECK (seat IN ('first', 'second')),
    until   INTEGER                         -- milliseconds since 1970; NULL for no end
) STRICT, WITHOUT ROWID;

CREATE INDEX passes_by_game ON passes (game_id);

CREATE INDEX tokens_by_hash ON tokens (hash);
