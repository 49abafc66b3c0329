-- The first tables. TEXT and BIGINT only: both databases have them. Times are milliseconds since 1970.

-- Accounts and guests. A guest has no password and no key.
CREATE TABLE people (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    -- The normalized name, unique among accounts; null for guests.
    name_key TEXT UNIQUE,
    password_hash TEXT,
    created_at BIGINT NOT NULL,
    -- Set when the account is deleted: its games stay, its name is removed.
    deleted_at BIGINT
);

-- Sessions and tokens. The secret itself is never stored, only its hash.
CREATE TABLE sessions (
    secret_hash TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (id),
    -- `cookie`, or `token` for programs.
    kind TEXT NOT NULL,
    label TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX sessions_by_person ON sessions (person);

-- One table is one game, from the first seat taken to its record.
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    -- `open`, `running`, `over` or `closed`.
    state TEXT NOT NULL,
    -- `public` or `link`.
    visibility TEXT NOT NULL,
    host TEXT NOT NULL REFERENCES people (id),
    -- The requested rules, clock, takebacks and chat, as JSON.
    settings TEXT NOT NULL,
    -- The occupant of each seat, as JSON.
    seats TEXT NOT NULL,
    -- Determines the tiles; secret until the game is over.
    seed TEXT,
    created_at BIGINT NOT NULL,
    started_at BIGINT,
    ended_at BIGINT,
    -- When the server must act: a bot's move or a clock running out.
    due_at BIGINT,
    -- The table of the next game.
    rematch TEXT,
    -- The record of a game that is over.
    record TEXT
);
CREATE INDEX tables_listed ON tables (state, visibility, created_at);
CREATE INDEX tables_due ON tables (due_at);
CREATE INDEX tables_ended ON tables (ended_at);

-- The log of each game: decisions and everything else that changes the game, ordered by number. The primary
-- key makes sure that only one of two writers gets a number.
CREATE TABLE entries (
    table_id TEXT NOT NULL REFERENCES tables (id),
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
);

-- Who played which game, with the results.
CREATE TABLE players (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat BIGINT NOT NULL,
    -- A person, or the level of a bot.
    person TEXT,
    bot TEXT,
    seats BIGINT NOT NULL,
    preset TEXT NOT NULL,
    money BIGINT,
    -- 1 is best; ties share the better place.
    place BIGINT,
    ended_at BIGINT,
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX players_by_person ON players (person, ended_at);

CREATE TABLE chat (
    table_id TEXT NOT NULL REFERENCES tables (id),
    number BIGINT NOT NULL,
    person TEXT NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (table_id, number)
);

-- Weng-Lin ratings in thousandths, one for each number of players.
CREATE TABLE ratings (
    person TEXT NOT NULL REFERENCES people (id),
    seats BIGINT NOT NULL,
    rating BIGINT NOT NULL,
    uncertainty BIGINT NOT NULL,
    games BIGINT NOT NULL,
    PRIMARY KEY (person, seats)
);
CREATE INDEX ratings_best ON ratings (seats, rating);

CREATE TABLE rating_history (
    person TEXT NOT NULL REFERENCES people (id),
    seats BIGINT NOT NULL,
    table_id TEXT NOT NULL,
    at BIGINT NOT NULL,
    rating BIGINT NOT NULL,
    uncertainty BIGINT NOT NULL,
    PRIMARY KEY (person, seats, table_id)
);
