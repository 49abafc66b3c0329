-- Optimistic locking for the seats: a writer names the revision it read, and of two concurrent writers one is
-- refused.

ALTER TABLE tables ADD COLUMN revision BIGINT NOT NULL DEFAULT 0;
