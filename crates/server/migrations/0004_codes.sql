-- Short codes to type instead of a link, one for each open table.

-- Null once the game starts or the table is closed: then the code can be reused.
ALTER TABLE tables ADD COLUMN code TEXT;
CREATE UNIQUE INDEX tables_by_code ON tables (code);
