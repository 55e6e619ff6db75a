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
    summary    TEXT,                        -- JSON: what a list tells of the game
    wake_at    BIGINT                       -- when a computer or a clock acts next; milliseconds since 1970
);

CREATE INDEX games_by_change ON games (updated_at DESC, id DESC);
CREATE INDEX games_by_wake ON games (wake_at) WHERE wake_at IS NOT NULL;

-- (game_id, seq) is unique, so two writers can never both win.
CREATE TABLE events (
    game_id TEXT   COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq     BIGINT NOT NULL,                -- counted from 0
    kind    TEXT   NOT NULL,
    text    TEXT   NOT NULL,                -- the game's notation; the seat of a resignation
    PRIMARY KEY (game_id, seq)
);

CREATE TABLE tokens (
    game_id TEXT  COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    hash    BYTEA NOT NULL,                 -- SHA-256 of the token
    seat    TEXT  NOT NULL CHECK (seat IN ('first', 'second')),
    PRIMARY KEY (game_id, hash)
);

-- Which nodes live. Whoever has not written for a while is dead, and what it kept is free. None of this has to survive the database,
-- so none of it is logged.
CREATE UNLOGGED TABLE nodes (
    id          TEXT        NOT NULL PRIMARY KEY,
    alive_until TIMESTAMPTZ NOT NULL        -- by the database's clock, the only one that all nodes share
);

-- The node that keeps a table: that thinks for its computers and watches its clocks. Everybody else only plays there.
CREATE UNLOGGED TABLE leases (
    game_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    node    TEXT NOT NULL
);

CREATE INDEX leases_by_node ON leases (node);
