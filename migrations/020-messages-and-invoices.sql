create table invoice (
  id text primary key,
  invoice_no text not null unique,
  customer_id text not null references customer,
  -- Whether a pending one is overdue is told by its due date alone.
  status text not null check (status in ('PENDING', 'PAID', 'CANCELLED', 'REFUNDED')),
  issued_on date not null,
  due_on date not null,
  currency text not null default 'AUD',
  -- Without shipping and tax.
  sub_total_cents integer not null check (sub_total_cents >= 0),
  shipping_cents integer not null default 0 check (shipping_cents >= 0),
  gst_cents integer not null default 0 check (gst_cents >= 0),
  total_cents integer not null,
  -- The school's own number of the order.
  purchase_order text not null default '',
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  check (due_on >= issued_on),
  check (total_cents = sub_total_cents + shipping_cents + gst_cents),
  check (status <> 'PAID' or paid_at is not null)
);
create index invoice_of_customer on invoice (customer_id, issued_on);

create table invoice_line (
  invoice_id text not null references invoice on delete cascade,
  position integer not null,
  product_code text not null,
  product_category text not null,
  description text not null,
  quantity integer not null check (quantity > 0),
  -- Of one, without tax.
  unit_cents integer not null check (unit_cents >= 0),
  primary key (invoice_id, position)
);

create table site_message (
  id text primary key,
  -- A banner stands above every screen; the others are shown once in a session.
  message_type text not null check (message_type in ('BANNER', 'GLOBAL', 'SUBSCRIPTION', 'INVOICE')),
  -- Its title; '' where it is a banner.
  message_desc text not null,
  content text not null,
  icon text not null check (icon in ('INFO', 'NEWS', 'WARNING', 'MAINTENANCE', 'CALENDAR', 'INVOICE')),
  audience text not null check (audience in ('EVERYBODY', 'SIGNED_IN', 'STAFF', 'PRIMARY_CONTACTS')),
  starts_at timestamptz not null,
  -- Null where somebody ends it.
  ends_at timestamptz,
  -- Null for those that the portal came with, and for the command line.
  changed_by text references app_user,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (ends_at is null or ends_at >= starts_at)
);
create index site_message_by_time on site_message (starts_at);

-- Those alone whom it is for; a message without any is for all of its audience.
create table site_message_customer (
  message_id text not null references site_message on delete cascade,
  customer_id text not null references customer,
  primary key (message_id, customer_id)
);

-- The two reminders that every portal begins with; the desk words them anew, ends or removes them.
insert into site_message (id, message_type, message_desc, content, icon, audience, starts_at) values
  ('reminder-subscription', 'SUBSCRIPTION', 'A subscription is due for renewal',
   'Renew it before it ends, so that your school can go on downloading records without a break.',
   'CALENDAR', 'STAFF', '2026-01-01T00:00:00Z'),
  ('reminder-invoice', 'INVOICE', 'An invoice is overdue',
   'Please arrange for it to be paid. If you have paid it in the last few days, there is nothing more to do.',
   'INVOICE', 'STAFF', '2026-01-01T00:00:00Z');
