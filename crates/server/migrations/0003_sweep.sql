-- What is looked for when somebody goes, and when what nobody needs any more is swept out.

CREATE INDEX silenced_by_person ON silenced (person);
CREATE INDEX tables_by_host ON tables (host);
CREATE INDEX sessions_by_end ON sessions (expires_at);

-- When the places of a table were last changed; null where that was before this was kept.
ALTER TABLE tables ADD COLUMN touched_at BIGINT;
