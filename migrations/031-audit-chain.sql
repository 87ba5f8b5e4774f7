-- Each entry of the audit log carries the hash of the one before, so that one that is changed or left out is found.

alter table audit_entry add column position integer unique;
-- SHA-256, in hexadecimal digits, of the hash before it and of what the entry says.
alter table audit_entry add column hash text;

-- The last entry: one row.
create table audit_chain (
  one boolean primary key default true check (one),
  position integer not null,
  hash text not null
);
insert into audit_chain (position, hash) values (0, '');

create function audit_entry_text(entry audit_entry, place integer) returns text
  language sql immutable
  return jsonb_build_array(
    place, entry.id, (extract(epoch from entry.happened_at) * 1000000)::bigint, entry.customer_id, entry.user_id,
    entry.action, entry.subject, entry.came_from, entry.before, entry.after
  )::text;

create function chain_audit_entry(entry audit_entry) returns void language plpgsql as $$
declare
  chain audit_chain;
begin
  select * into chain from audit_chain for update;
  chain.position := chain.position + 1;
  chain.hash := encode(sha256(convert_to(chain.hash || audit_entry_text(entry, chain.position), 'UTF8')), 'hex');
  update audit_entry set position = chain.position, hash = chain.hash where id = entry.id;
  if found then
    update audit_chain set position = chain.position, hash = chain.hash;
  end if;
end
$$;

-- When the transaction ends: until then nobody waits for another's entry, and afterwards nothing is locked any more.
create function chain_new_audit_entry() returns trigger language plpgsql as $$
begin
  perform chain_audit_entry(new);
  return null;
end
$$;

do $$
declare
  entry audit_entry;
begin
  for entry in select * from audit_entry order by happened_at, id loop
    perform chain_audit_entry(entry);
  end loop;
end
$$;

create constraint trigger audit_entry_chained after insert on audit_entry
  deferrable initially deferred for each row when (new.position is null) execute function chain_new_audit_entry();

-- What the chain came to at that moment, signed with a secret that is not in the database in the clear: whoever can change
-- rows cannot make the chain anew up to here.
create table audit_seal (
  position integer primary key,
  hash text not null,
  sealed_at timestamptz not null,
  signature text not null
);

-- How far the entries were copied to a place outside the database.
create table audit_shipped (
  destination text primary key,
  position integer not null,
  -- Until then a process is sending.
  leased_until timestamptz not null
);
