-- What a list tells of a game, written with every change so that a list replays nothing. Games from before have none until they
-- are first listed.
ALTER TABLE games ADD COLUMN summary TEXT;  -- JSON
