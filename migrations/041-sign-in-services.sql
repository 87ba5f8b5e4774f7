-- Sign-in services beside the portal's own sign-in, the schools that chose one, and the people linked with them.

create table sign_in_service (
  -- Chosen by an administrator; part of the addresses that are registered at the service.
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  kind text not null check (kind in ('oidc', 'saml')),
  preset text not null default '' check (preset in ('', 'google', 'microsoft')),
  -- On the button.
  name text not null,
  -- Null: offered to every school.
  customer_id text references customer,
  -- The issuer of OpenID Connect, or the entity ID of SAML.
  issuer text not null,
  client_id text not null default '',
  -- SAML only: where sign-ins are sent, and the PEM certificates that may sign its answers.
  sign_on_url text not null default '',
  certificates text[] not null default '{}',
  -- Whether its addresses count as confirmed although it does not say so.
  trusts_addresses boolean not null default false,
  -- Whether it may sign in the provider's own people.
  for_provider boolean not null default false check (not for_provider or customer_id is null),
  enabled boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sign_in_service_of_customer on sign_in_service (customer_id);

-- Apart from the service: if the key is lost, only the secret has to be entered again.
create table sign_in_secret (
  service_id text primary key references sign_in_service on delete cascade,
  -- Sealed for `sign-in-service`.
  secret text not null
);

-- A school that has chosen a service. Only its people, and the provider's, sign in there.
create table school_sign_in (
  customer_id text primary key references customer,
  service_id text references sign_in_service on delete set null,
  -- The e-mail domain, claimed by one school: its people are led to the service, and may join.
  domain text unique,
  joining text not null default 'nobody' check (joining in ('nobody', 'student', 'staff')),
  -- False: only the primary contact still signs in by password or passkey.
  passwords boolean not null default true
);
create index school_sign_in_of_service on school_sign_in (service_id);

create table sign_in_link (
  id uuid primary key default gen_random_uuid(),
  user_id text not null references app_user on delete cascade,
  -- Null: the issuer of the settings.
  service_id text references sign_in_service on delete cascade,
  -- Null: from before migration 019.
  issuer text,
  subject text not null,
  created_at timestamptz not null default now(),
  unique nulls not distinct (service_id, issuer, subject),
  unique nulls not distinct (user_id, service_id, issuer)
);

insert into sign_in_link (user_id, issuer, subject)
select id, subject_issuer, subject from app_user where subject is not null;
alter table app_user drop column subject;
alter table app_user drop column subject_issuer;

-- The service of a pending sign-in and of a session; null: the portal's own sign-in or the issuer of the settings.
alter table sign_in add column service_id text references sign_in_service on delete cascade;
create index sign_in_of_service on sign_in (service_id);
alter table session add column service_id text references sign_in_service on delete cascade;
create index session_of_service on session (service_id);
