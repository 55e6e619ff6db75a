-- A game is a record: rules and events. Everything else is derived by replaying them. The columns are those of SQLite.
CREATE TABLE games (
    id         TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    game       TEXT   NOT NULL,
    rules      TEXT   NOT NULL,             -- JSON, the game's own form
    seats      TEXT   NOT NULL,             -- JSON: who sits where
    options    TEXT   NOT NULL,             -- JSON: what the creator chose beside the rules
    tags       TEXT   NOT NULL,             -- JSON: names, dates and remarks
    seal       TEXT,                        -- JSON: the seal that a finished record came with
    seed       TEXT,                        -- the secret of this table's own seal, 64 hexadecimal digits
    version    BIGINT NOT NULL,             -- grows by one with every change
    next       TEXT,                        -- the table of the rematch
    created_at BIGINT NOT NULL,             -- milliseconds since 1970
    updated_at BIGINT NOT NULL,
    summary    TEXT                         -- JSON: what a list tells of the game
);

CREATE INDEX games_by_change ON games (updated_at DESC, id DESC);

-- (game_id, seq) is unique, so two writers can never both win.
CREATE TABLE events (
    game_id TEXT   COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq     BIGINT NOT NULL,                -- counted from 0
    kind    TEXT   NOT NULL CHECK (kind IN ('move', 'chance', 'resign')),
    text    TEXT   NOT NULL,                -- the game's notation; the seat of a resignation
    PRIMARY KEY (game_id, seq)
);

CREATE TABLE tokens (
    game_id TEXT  COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    hash    BYTEA NOT NULL,                 -- SHA-256 of the token
    seat    TEXT  NOT NULL CHECK (seat IN ('first', 'second')),
    PRIMARY KEY (game_id, hash)
);
