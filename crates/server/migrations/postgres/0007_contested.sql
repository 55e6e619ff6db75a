-- Whether two people may be playing from two places, so that nobody is given hints in their game. Repeats what is in `meeting` and
-- `summary`, to be searched for.
ALTER TABLE games ADD COLUMN contested BIGINT NOT NULL DEFAULT 0;
UPDATE games SET contested = 1 WHERE meeting LIKE '%"apart":true%' AND coalesce(summary, '') NOT LIKE '%"kind":"over"%';

CREATE INDEX games_contested ON games (game) WHERE contested = 1;
