-- The shop's products and prices, carts under review, orders, quotes, card payments, receipts.

create table product (
  code text primary key,
  name text not null,
  category text not null check (category in ('Subscription', 'Authority files', 'Professional learning', 'Barcode scanners', 'Library supplies', 'Postage & Handling')),
  summary text not null default '',
  description text not null default '',
  -- Months of the subscription that it gives; null where it gives none.
  term_months integer check (term_months > 0),
  -- The type of that subscription, as in `subscription.type_name`.
  type_name text not null default '',
  -- Its price depends on the number of pupils and students.
  by_enrollment boolean not null default false,
  -- It is sent by post.
  physical boolean not null default false,
  most_in_cart integer not null default 1 check (most_in_cart > 0),
  place integer not null default 0,
  -- Null while it is offered.
  withdrawn_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((term_months is null) = (type_name = ''))
);

-- What one costs, without tax. Of those that are good on a day, the one that began last is taken.
create table product_price (
  id text primary key,
  product_code text not null references product,
  currency text not null check (currency in ('AUD', 'NZD')),
  -- From so many pupils and students on; 0 where it does not depend on them.
  enrollment_from integer not null default 0 check (enrollment_from >= 0),
  unit_cents integer not null check (unit_cents >= 0),
  starts_on date not null,
  -- The last day; null where another one follows.
  ends_on date,
  created_at timestamptz not null default now(),
  unique (product_code, currency, enrollment_from, starts_on),
  check (ends_on is null or ends_on >= starts_on)
);

create table quote (
  id text primary key,
  quote_no text not null unique,
  customer_id text not null references customer,
  user_id text references app_user,
  -- The last day on which its prices hold.
  valid_until date not null,
  currency text not null,
  -- Whom it is for, as it was written: name, address, contacts.
  bill_to jsonb not null,
  tax_basis_points integer not null,
  sub_total_cents integer not null check (sub_total_cents >= 0),
  shipping_cents integer not null check (shipping_cents >= 0),
  gst_cents integer not null check (gst_cents >= 0),
  total_cents integer not null,
  purchase_order text not null default '',
  created_at timestamptz not null,
  check (total_cents = sub_total_cents + shipping_cents + gst_cents)
);
create index quote_of_customer on quote (customer_id, created_at);

create table quote_line (
  quote_id text not null references quote on delete cascade,
  position integer not null,
  product_code text not null,
  product_category text not null,
  description text not null,
  quantity integer not null check (quantity > 0),
  unit_cents integer not null check (unit_cents >= 0),
  enrollment_size integer check (enrollment_size > 0),
  primary key (quote_id, position)
);

alter table cart add column purchase_order text not null default '';
-- The time within which the order must be placed runs from here; null until the review is opened.
alter table cart add column reviewed_at timestamptz;
-- It has become an order, or a newer cart has taken its items over.
alter table cart add column closed_at timestamptz;
alter table cart add column quote_id text references quote;
-- Of another content site: its items are asked for there.
alter table cart add column elsewhere boolean not null default false;
alter table cart_item add column enrollment_size integer check (enrollment_size > 0);
alter table cart_item add column position integer not null default 0;
alter table cart_item add column added_at timestamptz not null default now();

-- What was ordered, as it was: nothing of it is changed or removed later but its status, and the school's own number until
-- it is placed. A cart becomes one order and no second.
create table shop_order (
  id text primary key,
  order_no text not null unique,
  cart_id text not null unique references cart,
  customer_id text not null references customer,
  user_id text not null references app_user,
  -- AWAITING_PAYMENT: a card payment has begun. PLACED: there is an invoice to be paid. PAID: there is a paid one.
  status text not null check (status in ('AWAITING_PAYMENT', 'PLACED', 'PAID', 'CANCELLED', 'REFUNDED')),
  currency text not null,
  bill_to jsonb not null,
  tax_basis_points integer not null,
  sub_total_cents integer not null check (sub_total_cents >= 0),
  shipping_cents integer not null check (shipping_cents >= 0),
  gst_cents integer not null check (gst_cents >= 0),
  total_cents integer not null,
  purchase_order text not null default '',
  quote_id text references quote,
  -- Of the human check's answer that its invoice was requested with: the same answer again is the same receipt.
  request_key text unique,
  created_at timestamptz not null,
  placed_at timestamptz,
  check (total_cents = sub_total_cents + shipping_cents + gst_cents),
  check (status not in ('PLACED', 'PAID', 'REFUNDED') or placed_at is not null)
);
create index shop_order_of_customer on shop_order (customer_id, created_at);
create index shop_order_by_time on shop_order (created_at);

create table shop_order_line (
  order_id text not null references shop_order on delete cascade,
  position integer not null,
  product_code text not null,
  product_category text not null,
  description text not null,
  quantity integer not null check (quantity > 0),
  unit_cents integer not null check (unit_cents >= 0),
  enrollment_size integer check (enrollment_size > 0),
  term_months integer,
  type_name text not null default '',
  primary key (order_id, position)
);

-- One row for each kind of number that must have no gaps: it is held while a number is given.
create table given_number (
  kind text primary key,
  last_no integer not null
);
insert into given_number (kind, last_no) values ('SCINV', 100000), ('SCORD', 100000), ('SCQUO', 100000);

alter table invoice add column order_id text unique references shop_order;
-- As it was written; null for those from before orders: then the customer's present details are shown.
alter table invoice add column bill_to jsonb;
alter table invoice add column tax_basis_points integer not null default 1000;
alter table invoice add column ended_at timestamptz;
-- Why it was cancelled or refunded.
alter table invoice add column ended_reason text not null default '';
-- How it was paid, where that was not by card: what the desk has written down.
alter table invoice add column paid_note text not null default '';
alter table invoice_line add column enrollment_size integer check (enrollment_size > 0);

-- Reminders that were mailed; each kind once for an invoice.
create table invoice_reminder (
  invoice_id text not null references invoice on delete cascade,
  kind text not null,
  sent_at timestamptz not null,
  primary key (invoice_id, kind)
);

alter table subscription add column order_id text references shop_order;

-- One try to pay by card, of an order or of an invoice. Its ref is what the card page calls it by.
create table payment_attempt (
  id text primary key,
  ref text not null unique,
  order_id text references shop_order,
  invoice_id text references invoice,
  customer_id text not null references customer,
  -- Null for somebody who pays an invoice without signing in.
  user_id text references app_user,
  status text not null check (status in ('BEGUN', 'APPROVED', 'DECLINED', 'CANCELLED', 'HELD', 'RESOLVED')),
  amount_cents integer not null check (amount_cents > 0),
  currency text not null,
  -- As it was sent to the card page, GMT.
  fp_timestamp text not null,
  -- Of the human check's answer that it was begun with: the same answer again is the same attempt.
  begun_by text not null unique,
  created_at timestamptz not null,
  -- A result with a later timestamp is held for a person.
  expires_at timestamptz not null,
  txn_id text unique,
  card_masked text not null default '',
  result_text text not null default '',
  ended_at timestamptz,
  -- Why a person must look at it; '' where none need.
  hold_reason text not null default '',
  resolution text not null default '',
  resolved_by text references app_user,
  resolved_at timestamptz,
  check ((order_id is null) <> (invoice_id is null)),
  check (status <> 'APPROVED' or txn_id is not null)
);
create index payment_attempt_of_customer on payment_attempt (customer_id, created_at);
create index payment_attempt_of_order on payment_attempt (order_id);
create index payment_attempt_of_invoice on payment_attempt (invoice_id);
-- An approved one is there too, where money has come a second time.
create index payment_attempt_held on payment_attempt (created_at) where hold_reason <> '' and resolved_at is null;

-- The ledger: everything that happened to an attempt, never changed.
create table payment_event (
  id text primary key,
  attempt_id text not null references payment_attempt,
  happened_at timestamptz not null,
  kind text not null check (kind in ('BEGUN', 'APPROVED', 'DECLINED', 'CANCELLED', 'HELD', 'REPEATED', 'RESOLVED', 'REFUNDED')),
  -- Where the news came from.
  way text not null check (way in ('portal', 'return', 'callback', 'desk')),
  amount_cents integer,
  txn_id text not null default '',
  result_code text not null default '',
  result_text text not null default '',
  user_id text references app_user,
  note text not null default ''
);
create index payment_event_of_attempt on payment_event (attempt_id, happened_at);
create index payment_event_of_txn on payment_event (txn_id) where txn_id <> '';

-- What /payment/receipt shows. Its id is known to whoever ordered or paid, and to nobody else.
create table receipt (
  id text primary key,
  kind text not null check (kind in ('INVOICE_REQUESTED', 'PAID')),
  invoice_id text not null references invoice,
  attempt_id text unique references payment_attempt,
  subscription_order boolean not null default false,
  created_at timestamptz not null,
  -- The mails about it have been left.
  mailed_at timestamptz,
  check ((kind = 'PAID') = (attempt_id is not null))
);
create unique index receipt_of_request on receipt (invoice_id) where kind = 'INVOICE_REQUESTED';

-- Goes with its mail, as long as that mail's text is kept.
create table outgoing_mail_attachment (
  mail_id text not null references outgoing_mail on delete cascade,
  position integer not null,
  name text not null,
  type text not null,
  bytes bytea not null,
  primary key (mail_id, position)
);
