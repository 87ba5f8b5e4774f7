-- Mails on their way out. A mail exists exactly if the change that it tells of was committed.

create table outgoing_mail (
  id text primary key,
  -- Who asked for it; null for what the portal sends of itself.
  user_id text references app_user,
  recipient text not null,
  subject text not null,
  -- Null some days after it was sent.
  body_text text,
  body_html text,
  state text not null default 'WAITING' check (state in ('WAITING', 'LATER', 'SENT', 'FAILED')),
  -- Why it failed, for whoever runs the portal.
  reason text not null default '',
  created_at timestamptz not null,
  sent_at timestamptz,
  check (state in ('SENT', 'FAILED') or (body_text is not null and body_html is not null))
);
create index outgoing_mail_of_user on outgoing_mail (user_id, created_at desc);
create index outgoing_mail_unsent on outgoing_mail (created_at) where state in ('WAITING', 'LATER');
create index outgoing_mail_kept on outgoing_mail (created_at) where body_text is not null;
