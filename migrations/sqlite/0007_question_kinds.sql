-- What the question of a reading is about; not told of readings whose texts do not take it up.
alter table readings add column question_kind text;
