-- Seals are numbered, and each carries the hash of the one before, so that one that is left out is found. Earlier ones
-- were neither: the log is sealed again from its beginning.
drop table audit_seal;
delete from installation where key = 'audit_seal';

create table audit_seal (
  number integer primary key,
  -- `sealed`; or what happened to the log: `expired`, `restored`, `reset`.
  kind text not null,
  -- How far the log had come; of `expired`, the last entry that was removed.
  position integer not null,
  hash text not null,
  sealed_at timestamptz not null,
  -- SHA-256 of the seal before.
  previous text not null,
  signature text not null
);

-- The number of the last seal, signed.
alter table audit_chain add column seals integer not null default 0;
alter table audit_chain add column seals_signature text not null default '';
