-- What a game takes: bytes of each table and index, divided by the games.
select relname as "table or index", pg_size_pretty(size) as size, round(size / games.count, 1) as "bytes a game"
from (select count(*) from games) as games, (
    select relname, case relkind when 'r' then pg_table_size(pg_class.oid) else pg_relation_size(pg_class.oid) end as size
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')
    union all select 'all of it', sum(pg_total_relation_size(oid))
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r') as relations
where size / games.count >= 0.1 order by relations.size desc;
