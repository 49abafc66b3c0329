-- What people ask for: whom they would not hear, which games were played, at which tables they sit.

-- Whom somebody mutes: their lines of chat are not told to that person, at any table.
CREATE TABLE muted (
    person TEXT NOT NULL REFERENCES people (id),
    other TEXT NOT NULL REFERENCES people (id),
    PRIMARY KEY (person, other)
);
CREATE INDEX muted_others ON muted (other);

-- Whom the host of a table silenced there.
CREATE TABLE silenced (
    table_id TEXT NOT NULL REFERENCES tables (id),
    person TEXT NOT NULL REFERENCES people (id),
    PRIMARY KEY (table_id, person)
);

-- Who sits at a table whose game has not begun. From then on `players` says it.
CREATE TABLE sitters (
    table_id TEXT NOT NULL REFERENCES tables (id),
    person TEXT NOT NULL REFERENCES people (id),
    PRIMARY KEY (table_id, person)
);
CREATE INDEX sitters_by_person ON sitters (person);
INSERT INTO sitters (table_id, person)
    SELECT tables.id, people.id FROM tables JOIN people ON tables.seats LIKE '%"id":"' || people.id || '"%'
    WHERE tables.state = 'open';

-- What a game is searched by.
ALTER TABLE tables ADD COLUMN preset TEXT;
ALTER TABLE tables ADD COLUMN players BIGINT;
UPDATE tables SET
    preset = (SELECT preset FROM players WHERE table_id = tables.id AND seat = 0),
    players = (SELECT seats FROM players WHERE table_id = tables.id AND seat = 0);

-- The seat of the person whose decision a running game waits for; null where it waits for nobody, or for a bot.
ALTER TABLE tables ADD COLUMN waits_for BIGINT;

-- Every list of finished games is read from one of these, from its end.
CREATE INDEX games_all ON tables (visibility, ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX games_by_preset ON tables (visibility, preset, ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX games_by_players ON tables (visibility, players, ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX games_by_both ON tables (visibility, preset, players, ended_at) WHERE ended_at IS NOT NULL;

-- Guests have no key: they are found by the name as it is.
CREATE INDEX people_by_name ON people (name, created_at);

-- Where the name of somebody who goes must go too.
CREATE INDEX chat_by_person ON chat (person);
