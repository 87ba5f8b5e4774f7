-- When whoever sits at a session last showed who they are, by signing in or since; null where they only were remembered.
alter table session add column proved_at timestamptz;
-- True where the issuer was told to ask the person, whomever it remembers.
alter table sign_in add column asks_person boolean not null default false;
