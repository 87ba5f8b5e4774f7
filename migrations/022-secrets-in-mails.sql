-- A mail that holds a PIN, or a link that opens something: its text goes as soon as the mail has left.

alter table outgoing_mail add column secret boolean not null default false;
