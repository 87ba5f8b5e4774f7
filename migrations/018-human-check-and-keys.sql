-- Answers of the human check that were used; Z39.50 logins; whose access key it is.

create table used_human_check (
  -- What names the puzzle, or SHA-256 of an answer that somebody else checks.
  id text primary key,
  action text not null,
  used_at timestamptz not null,
  -- Until then the answer would be taken again, were it not here.
  expires_at timestamptz not null
);
create index used_human_check_expiry on used_human_check (expires_at);

create table z3950_login (
  customer_id text primary key references customer,
  -- Lower case.
  user_name text not null unique,
  -- argon2id; null until the first password takes effect.
  password_hash text,
  -- The one that was asked for last, and when it takes the place of the former.
  next_password_hash text,
  takes_effect_at timestamptz,
  reset_at timestamptz,
  reset_by text references app_user
);

-- A key stands for the person who made it: where they may do nothing any more, nor may the key.
alter table customer add column access_key_user_id text references app_user;
alter table customer add column access_key_made_at timestamptz;
alter table customer add column access_key_used_at timestamptz;
create unique index customer_access_key on customer (access_key_hash);
