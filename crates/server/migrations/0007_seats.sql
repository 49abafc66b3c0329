-- What a room must not forget: who was removed, for whom seats are reserved, what an offer has revealed, and where a
-- long log can be picked up.

-- People the host removed from an open table. They may not rejoin.
CREATE TABLE removed (
    table_id TEXT NOT NULL REFERENCES tables (id),
    person TEXT NOT NULL REFERENCES people (id),
    PRIMARY KEY (table_id, person)
);
CREATE INDEX removed_by_person ON removed (person);

-- Seats of a rematch, reserved for the players of the game before it.
CREATE TABLE reserved (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat BIGINT NOT NULL,
    person TEXT NOT NULL REFERENCES people (id),
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX reserved_by_person ON reserved (person);

-- The state of a long game after an entry of its log, so that nobody has to replay the log from its start. Only the
-- program that knows the version reads it; the log decides.
CREATE TABLE snapshots (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    number BIGINT NOT NULL,
    version BIGINT NOT NULL,
    data TEXT NOT NULL
);

-- How many offers were refused because the other side lacks what they ask for, in the turn that began with this entry.
ALTER TABLE tables ADD COLUMN refused_offers BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN refused_in_turn BIGINT NOT NULL DEFAULT 0;
