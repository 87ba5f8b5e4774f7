-- A transaction with 20,000 entries updated the row of the chain 20,000 times, and each update walked past all versions
-- before it. Now the first of its entries chains all of them, and the row is updated once. The hashes stay the same.

-- Entries of transactions that have not ended; any other was put in past the trigger.
create index audit_entry_unchained on audit_entry (id) where position is null;

create or replace function chain_new_audit_entry() returns trigger language plpgsql as $$
declare
  chain audit_chain;
  entry audit_entry;
begin
  perform from audit_entry where id = new.id and position is null;
  if not found then
    return null;
  end if;
  select * into chain from audit_chain for update;
  -- Those of this transaction only: one that somebody put in past the trigger stays without a place, and is found.
  -- In the order in which they were added. With savepoints xmin differs, and each entry is chained by its own trigger.
  for entry in
    select * from audit_entry
    where position is null and (xmin = pg_current_xact_id()::xid or id = new.id)
    order by cmin::text::bigint, ctid
  loop
    chain.position := chain.position + 1;
    chain.hash := encode(sha256(convert_to(chain.hash || audit_entry_text(entry, chain.position), 'UTF8')), 'hex');
    update audit_entry set position = chain.position, hash = chain.hash where id = entry.id;
  end loop;
  update audit_chain set position = chain.position, hash = chain.hash;
  return null;
end
$$;

-- A roster that was confirmed waits for its job, or is being applied by it.
alter table roster_run drop constraint roster_run_status_check;
alter table roster_run add constraint roster_run_status_check
  check (status in ('PREVIEW', 'APPLYING', 'APPLIED', 'HELD', 'FAILED'));
