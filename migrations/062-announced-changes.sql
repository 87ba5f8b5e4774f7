-- Processes keep in memory what calls need of people and schools (kit/server/memory/recall.ts). Each change of a row of these
-- tables announces whose it is, when it commits, however it was made; '' is everybody.

-- The first argument is the column that names the person or school. A change of only the second one is not announced.
create function announce_change() returns trigger language plpgsql as $$
declare
  before jsonb := to_jsonb(old) - coalesce(tg_argv[1], '');
  after jsonb := to_jsonb(new) - coalesce(tg_argv[1], '');
begin
  if before = after then
    return null;
  end if;
  perform pg_notify('school_catalogue_changes', whose)
  from (values (before ->> tg_argv[0]), (after ->> tg_argv[0]), (case tg_op when 'TRUNCATE' then '' end)) as each (whose)
  where whose is not null;
  return null;
end $$;

do $$
declare
  announced record;
begin
  for announced in
    select * from (values
      ('access_key', 'customer_id', 'used_at'),
      ('app_user', 'id', ''),
      ('contact', 'customer_id', ''),
      ('customer', 'id', ''),
      ('customer_settings', 'customer_id', ''),
      ('passkey', 'user_id', ''),
      ('second_factor', 'user_id', ''),
      ('session', 'user_id', 'last_seen_at'),
      ('subscription', 'customer_id', '')
    ) as each (name, whose, aside)
  loop
    execute format('create trigger change_announced after insert or update or delete on %I
      for each row execute function announce_change(%L, %L)', announced.name, announced.whose, announced.aside);
    execute format('create trigger emptying_announced after truncate on %I execute function announce_change()',
      announced.name);
    -- Also for rows that replication or a restore writes.
    execute format('alter table %I enable always trigger change_announced, enable always trigger emptying_announced',
      announced.name);
  end loop;
end $$;
