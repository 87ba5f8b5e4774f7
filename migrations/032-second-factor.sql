-- The second step of a sign-in: a code of an authenticator app, or one of ten recovery codes.

create table second_factor (
  user_id text primary key references app_user on delete cascade,
  -- What app and portal share, sealed with the secret key.
  secret text not null,
  -- The time step (30 seconds) of the last code that was used: neither it nor an earlier one is taken again.
  last_step bigint not null,
  created_at timestamptz not null
);

-- Shown as a QR code, and not confirmed by a code yet.
create table second_factor_draft (
  user_id text primary key references app_user on delete cascade,
  secret text not null,
  expires_at timestamptz not null
);

-- Those not used yet. They have 80 random bits, so a plain SHA-256 cannot be searched.
create table recovery_code (
  user_id text not null references second_factor on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

-- Sign-in pages on which somebody gave the right password and owes the second step. `page`: id of the interaction.
create table half_sign_in (
  page text primary key,
  user_id text not null references app_user on delete cascade,
  expires_at timestamptz not null
);
create index half_sign_in_of_user on half_sign_in (user_id);

-- Whether two factors were given in it: a passkey, or a password and a code.
alter table session add column second_factor boolean not null default false;
update session set second_factor = true where method = 'passkey';
