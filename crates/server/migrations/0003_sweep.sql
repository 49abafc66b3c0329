-- Indexes for deleting accounts and sweeping old data.

CREATE INDEX silenced_by_person ON silenced (person);
CREATE INDEX tables_by_host ON tables (host);
CREATE INDEX sessions_by_end ON sessions (expires_at);

-- When the seats of a table last changed; null for changes before this migration.
ALTER TABLE tables ADD COLUMN touched_at BIGINT;
