-- Long work on request, taken by whichever node has a thread free. None of it has to survive the database, so none of it is logged.
CREATE UNLOGGED TABLE jobs (
    id         TEXT        COLLATE "C" NOT NULL PRIMARY KEY,
    client     TEXT        NOT NULL,            -- whom limits are counted for
    request    TEXT        NOT NULL,            -- JSON
    state      TEXT        NOT NULL,            -- JSON: what whoever asks is told
    node       TEXT,                            -- the node that works on it
    attempts   INTEGER     NOT NULL DEFAULT 0,
    stop       BOOLEAN     NOT NULL DEFAULT FALSE,
    created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    asked_at   TIMESTAMPTZ NOT NULL DEFAULT now(),
    ended_at   TIMESTAMPTZ
);

CREATE INDEX jobs_under_way ON jobs (created_at) WHERE ended_at IS NULL;
