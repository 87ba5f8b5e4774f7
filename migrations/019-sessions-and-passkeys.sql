-- Passkeys; how a session was begun; which issuer's name for a person `subject` is.

create table passkey (
  id uuid primary key,
  user_id text not null references app_user on delete cascade,
  -- The authenticator's own name for it, base64url.
  credential_id text not null unique,
  -- COSE, base64url.
  public_key text not null,
  -- How often it was used, as the authenticator counts; most always say 0.
  sign_count bigint not null,
  transports jsonb not null default '[]',
  -- Kept by a password manager on several devices.
  synced boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_of_user on passkey (user_id, created_at);

-- What an authenticator is to sign: one for each sign-in page, and one for each session that adds a passkey.
create table passkey_challenge (
  asked_by text primary key,
  challenge text not null,
  expires_at timestamptz not null
);
create index passkey_challenge_expiry on passkey_challenge (expires_at);

alter table session add column method text not null default '' check (method in ('', 'password', 'passkey', 'issuer'));
-- `sid` of an outside issuer, by which it ends a session of ours.
alter table session add column issuer_session text;
create index session_of_issuer on session (issuer_session);

-- A `sub` means something at its own issuer only. Null: from before this was kept.
alter table app_user add column subject_issuer text;
alter table app_user drop constraint app_user_subject_key;
create unique index app_user_subject on app_user (subject_issuer, subject);
