-- When a computer or a clock acts next, so that a server that starts finds the games that wait for it.
ALTER TABLE games ADD COLUMN wake_at INTEGER;  -- milliseconds since 1970
CREATE INDEX games_by_wake ON games (wake_at) WHERE wake_at IS NOT NULL;
