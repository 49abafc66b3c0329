-- The server that uses the database, so that a second one is refused.

CREATE TABLE nodes (
    -- Always 1 while only one server may use a database.
    slot BIGINT PRIMARY KEY,
    -- Random, new at each start.
    id TEXT NOT NULL,
    -- The machine's name and the address the server listens on.
    name TEXT NOT NULL,
    address TEXT NOT NULL,
    started_at BIGINT NOT NULL,
    -- Changes every second while the server is alive.
    heartbeat_at BIGINT NOT NULL
);
