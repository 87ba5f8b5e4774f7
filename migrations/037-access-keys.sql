-- A school has several access keys, each with a name, scopes, a last day and counts of its use.

create table access_key (
  id text primary key,
  customer_id text not null references customer,
  name text not null,
  key_hash text not null unique,
  -- The key's last four characters.
  hint text not null,
  scopes text[] not null,
  -- The key's maker: the key has their rights.
  user_id text not null references app_user,
  created_at timestamptz not null,
  -- The last day on which it works; null: no end.
  expires_on date,
  used_at timestamptz
);
create index access_key_of_customer on access_key (customer_id, created_at);

create table access_key_use (
  key_id text not null references access_key on delete cascade,
  -- YYYY-MM, in UTC.
  month text not null,
  calls integer not null,
  primary key (key_id, month)
);

insert into access_key (id, customer_id, name, key_hash, hint, scopes, user_id, created_at, used_at)
select 'first-of-' || id, id, 'First key', access_key_hash, coalesce(access_key_hint, ''),
  '{search,download,requests}', access_key_user_id, coalesce(access_key_made_at, now()), access_key_used_at
from customer
where access_key_hash is not null and access_key_user_id is not null;

alter table customer drop column access_key_hash;
alter table customer drop column access_key_hint;
alter table customer drop column access_key_user_id;
alter table customer drop column access_key_made_at;
alter table customer drop column access_key_used_at;
