-- The language of the portal that a person has chosen, and that of a school for everyone who has not. Null: not chosen.

alter table app_user add column language text check (language in ('en-AU', 'en-NZ', 'mi'));
alter table customer add column language text check (language in ('en-AU', 'en-NZ', 'mi'));
