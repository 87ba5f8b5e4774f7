-- Customers (schools), their people, subscriptions and sessions; the bundled OpenID provider's own store.

create table installation (
  key text primary key,
  value jsonb not null
);

create table customer (
  id text primary key,
  customer_no text not null unique,
  name text not null,
  type text not null default '',
  email_domain text not null default '',
  api_user_id text not null unique,
  access_key_hash text,
  -- The last four characters, for the primary contact to recognise it by.
  access_key_hint text,
  pin_hash text,
  created_at timestamptz not null default now()
);

create table app_user (
  id text primary key,
  -- Null for the provider's own people.
  customer_id text references customer,
  -- Lower case.
  username text not null unique,
  email text not null,
  first_name text not null,
  last_name text not null,
  role text not null check (role in ('student', 'staff', 'organisation-admin', 'primary-contact', 'desk')),
  -- argon2id, null for people of an outside issuer.
  password_hash text,
  -- `sub` at an outside issuer.
  subject text unique,
  disabled_at timestamptz,
  -- Has a published password: no sign-in where the demo world is off.
  demo boolean not null default false,
  created_at timestamptz not null default now(),
  check (role = 'desk' or customer_id is not null)
);
create index app_user_of_customer on app_user (customer_id);

create table contact (
  id text primary key,
  customer_id text not null references customer,
  first_name text not null,
  last_name text not null,
  email text not null,
  primary_contact boolean not null default false,
  invoicing_contact boolean not null default false,
  library_contact boolean not null default true,
  marketing_material boolean not null default false,
  type text not null check (type in ('PRIMARY', 'LIBRARY', 'BILLING'))
);
create index contact_of_customer on contact (customer_id);

create table subscription (
  id text primary key,
  customer_id text not null references customer,
  type_name text not null,
  product_code text not null,
  product_name text not null,
  starts_on date not null,
  ends_on date not null,
  due_for_renewal boolean not null default false,
  check (ends_on >= starts_on)
);
create index subscription_of_customer on subscription (customer_id);

-- Only what was saved; what is absent has the specification's default.
create table customer_settings (
  customer_id text primary key references customer,
  settings jsonb not null,
  updated_at timestamptz not null default now()
);

create table session (
  -- SHA-256 of the cookie's value: a leaked table opens no session.
  token_hash text primary key,
  id text not null unique,
  user_id text not null references app_user,
  -- For sign-out at the issuer.
  id_token text,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index session_of_user on session (user_id);
create index session_expiry on session (expires_at);

-- A sign-in under way: one use, one hour.
create table sign_in (
  state_hash text primary key,
  -- SHA-256 of a cookie: only the browser that began a sign-in can end it.
  browser_hash text not null,
  nonce text not null,
  code_verifier text not null,
  redirect text not null,
  expires_at timestamptz not null
);
create index sign_in_expiry on sign_in (expires_at);

-- Failed guesses in a window, by what is guessed at or where from: `account:…`, `pair:…`, `address:…` (hashed).
create table guess (
  subject text primary key,
  failures integer not null,
  window_ends_at timestamptz not null,
  blocked_until timestamptz
);
create index guess_expiry on guess (window_ends_at);

create table oidc_payload (
  model text not null,
  id text not null,
  -- Not jsonb: a request may carry \u0000, which jsonb refuses.
  payload json not null,
  grant_id text,
  uid text,
  consumed_at timestamptz,
  expires_at timestamptz,
  primary key (model, id)
);
create index oidc_payload_grant on oidc_payload (grant_id);
create index oidc_payload_uid on oidc_payload (uid);
create index oidc_payload_expiry on oidc_payload (expires_at);

create table cart (
  id text primary key,
  customer_id text not null references customer,
  user_id text not null references app_user,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index cart_of_user on cart (user_id);

create table cart_item (
  cart_id text not null references cart on delete cascade,
  product_code text not null,
  product_category text not null,
  quantity integer not null check (quantity > 0),
  primary key (cart_id, product_code)
);
