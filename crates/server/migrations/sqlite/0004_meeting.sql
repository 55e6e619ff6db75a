-- What players share beside the game: a clock, offers, names. `deadline` and `listed` repeat what is in `meeting`, to be searched for.
ALTER TABLE games ADD COLUMN meeting TEXT;                      -- JSON; NULL for nothing
ALTER TABLE games ADD COLUMN deadline INTEGER;                  -- when the running flag falls, milliseconds since 1970
ALTER TABLE games ADD COLUMN listed INTEGER NOT NULL DEFAULT 0; -- whether strangers are shown the table

CREATE INDEX games_by_deadline ON games (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX games_listed ON games (updated_at DESC, id DESC) WHERE listed = 1;

-- When a server was last alive: time in which nobody could move is not charged to anybody.
CREATE TABLE heartbeat (
    one  INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    at   INTEGER NOT NULL                                       -- milliseconds since 1970
) STRICT, WITHOUT ROWID;

-- The same table with more kinds of events.
CREATE TABLE more_events (
    game_id TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq     INTEGER NOT NULL,               -- counted from 0
    kind    TEXT    NOT NULL CHECK (kind IN ('move', 'chance', 'resign', 'timeout', 'absent', 'end')),
    text    TEXT    NOT NULL,               -- the game's notation; a seat; how both ended the game
    PRIMARY KEY (game_id, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO more_events SELECT game_id, seq, kind, text FROM events;
DROP TABLE events;
ALTER TABLE more_events RENAME TO events;
