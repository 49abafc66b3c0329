-- What one may type instead of a link: a short code for each table whose seats are being filled.

-- Null once the game begins or the table is given up: then the code is free again.
ALTER TABLE tables ADD COLUMN code TEXT;
CREATE UNIQUE INDEX tables_by_code ON tables (code);
