-- What lets somebody sit down once: invitations, and codes that move a seat to another device.
CREATE TABLE passes (
    hash    BYTEA  NOT NULL PRIMARY KEY,    -- SHA-256 of the invitation or code
    game_id TEXT   COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat    TEXT   NOT NULL CHECK (seat IN ('first', 'second')),
    until   BIGINT                          -- milliseconds since 1970; NULL for no end
);

CREATE INDEX passes_by_game ON passes (game_id);

CREATE INDEX tokens_by_hash ON tokens (hash);
