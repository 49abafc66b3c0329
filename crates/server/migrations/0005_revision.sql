-- How often who has which seat was changed: whoever changes it names the revision they know, and of two who do so at
-- once one is refused.

ALTER TABLE tables ADD COLUMN revision BIGINT NOT NULL DEFAULT 0;
