-- Answers to messages of the contact form go to its sender; first-run hints end once per person.

alter table outgoing_mail
  -- An answer goes here instead of to the sender of all mails; null: there.
  add column reply_to text;

alter table app_user
  add column hints_ended_at timestamptz;
-- Who already has an account needs no hints for the first day.
update app_user set hints_ended_at = now();

-- For the status page: the oldest request whose file is not ready.
create index download_request_unfinished on download_request (making_since)
  where status in ('PROCESSING', 'SCHEDULED');
