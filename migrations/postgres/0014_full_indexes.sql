-- Rows are added to these indexes at their end, so that no room is left in a page for rows in between. Pages written before
-- stay as they are.
alter index games_by_position set (fillfactor = 100);

alter index games_by_time set (fillfactor = 100);
