-- What players share beside the game: a clock, offers, names. `deadline` and `listed` repeat what is in `meeting`, to be searched for.
ALTER TABLE games ADD COLUMN meeting TEXT;                     -- JSON; NULL for nothing
ALTER TABLE games ADD COLUMN deadline BIGINT;                  -- when the running flag falls, milliseconds since 1970
ALTER TABLE games ADD COLUMN listed BIGINT NOT NULL DEFAULT 0; -- whether strangers are shown the table

CREATE INDEX games_by_deadline ON games (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX games_listed ON games (updated_at DESC, id DESC) WHERE listed = 1;

-- When a server was last alive: time in which nobody could move is not charged to anybody.
CREATE TABLE heartbeat (
    one BIGINT NOT NULL PRIMARY KEY CHECK (one = 1),
    at   BIGINT NOT NULL                                       -- milliseconds since 1970
);
