-- Sessions with ids, scopes and their last use; look-alike names; open tables whose host is here.

-- The public id of a session: a prefix of its hash, which does not reveal the secret.
ALTER TABLE sessions ADD COLUMN id TEXT;
UPDATE sessions SET id = SUBSTR(secret_hash, 1, 16);
CREATE INDEX sessions_by_id ON sessions (id);
-- What a token allows, such as `play read`; null for a browser, which may do everything.
ALTER TABLE sessions ADD COLUMN scopes TEXT;
UPDATE sessions SET scopes = 'play read' WHERE kind = 'token';
-- When it was last used, to the hour; null if never.
ALTER TABLE sessions ADD COLUMN used_at BIGINT;
-- Lists the sessions of a person page by page.
CREATE INDEX sessions_of_person ON sessions (person, kind, created_at);
DROP INDEX sessions_by_person;

-- Networks from which an account was used with its password or a session, as hashes. Whoever guesses passwords
-- elsewhere does not lock them out.
CREATE TABLE known_networks (
    person TEXT NOT NULL REFERENCES people (id),
    network TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (person, network)
);

-- The version of the rules that made `name_key`. Older keys are renewed when the server starts.
ALTER TABLE people ADD COLUMN key_version BIGINT NOT NULL DEFAULT 1;
CREATE INDEX people_by_key_version ON people (key_version) WHERE name_key IS NOT NULL;
-- For an account whose look-alike is older: the key that the older one has.
ALTER TABLE people ADD COLUMN twin_of TEXT;
CREATE INDEX people_by_twin ON people (twin_of) WHERE twin_of IS NOT NULL;

-- When the host of an open table was last connected to it.
ALTER TABLE tables ADD COLUMN host_seen_at BIGINT;
-- The network from which an open table was created; null as soon as its game starts or it is closed.
ALTER TABLE tables ADD COLUMN opened_from TEXT;
CREATE INDEX tables_open_by_host ON tables (host) WHERE state = 'open';
CREATE INDEX tables_open_by_network ON tables (opened_from) WHERE state = 'open';

-- A closed table needs nobody's name.
UPDATE tables SET seats = '[]' WHERE state = 'closed';

-- The leaderboard is sorted by the rating less twice its uncertainty.
CREATE INDEX ratings_by_estimate ON ratings (seats, (rating - 2 * uncertainty), person);
DROP INDEX ratings_best;
