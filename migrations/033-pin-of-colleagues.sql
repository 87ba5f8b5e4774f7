-- The new PIN that a colleague has had mailed to the primary contact; the former one works until this one is used.
alter table customer add column next_pin_hash text;

-- Wrong PINs are counted with other guesses, for each person.
alter table customer drop column pin_failures;
alter table customer drop column pin_failed_at;
alter table customer drop column pin_locked_until;
