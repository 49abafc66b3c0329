-- Muted people, the search of finished games, and the tables of a person.

-- People a person has muted: their chat is hidden from that person at every table.
CREATE TABLE muted (
    person TEXT NOT NULL REFERENCES people (id),
    other TEXT NOT NULL REFERENCES people (id),
    PRIMARY KEY (person, other)
);
CREATE INDEX muted_others ON muted (other);

-- People the host has silenced at a table.
CREATE TABLE silenced (
    table_id TEXT NOT NULL REFERENCES tables (id),
    person TEXT NOT NULL REFERENCES people (id),
    PRIMARY KEY (table_id, person)
);

-- People seated at a table before the game starts. After that, `players` has them.
CREATE TABLE sitters (
    table_id TEXT NOT NULL REFERENCES tables (id),
    person TEXT NOT NULL REFERENCES people (id),
    PRIMARY KEY (table_id, person)
);
CREATE INDEX sitters_by_person ON sitters (person);
INSERT INTO sitters (table_id, person)
    SELECT tables.id, people.id FROM tables JOIN people ON tables.seats LIKE '%"id":"' || people.id || '"%'
    WHERE tables.state = 'open';

-- Columns for searching games.
ALTER TABLE tables ADD COLUMN preset TEXT;
ALTER TABLE tables ADD COLUMN players BIGINT;
UPDATE tables SET
    preset = (SELECT preset FROM players WHERE table_id = tables.id AND seat = 0),
    players = (SELECT seats FROM players WHERE table_id = tables.id AND seat = 0);

-- The seat of the person to move in a running game; null when a bot or nobody is to move.
ALTER TABLE tables ADD COLUMN waits_for BIGINT;

-- Each list of finished games is read backwards from one of these.
CREATE INDEX games_all ON tables (visibility, ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX games_by_preset ON tables (visibility, preset, ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX games_by_players ON tables (visibility, players, ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX games_by_both ON tables (visibility, preset, players, ended_at) WHERE ended_at IS NOT NULL;

-- Guests have no key: they are found by their exact name.
CREATE INDEX people_by_name ON people (name, created_at);

-- Finds the chat lines of a deleted account.
CREATE INDEX chat_by_person ON chat (person);
