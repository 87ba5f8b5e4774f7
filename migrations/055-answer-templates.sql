-- Ready-made texts for the desk's answers, which its people edit. They were part of the program before.

create table answer_template (
  id text primary key,
  -- A reason for declining, or a note to schools with a record.
  kind text not null check (kind in ('DECLINED', 'CATALOGUED')),
  name text not null,
  body text not null,
  -- The items it is offered for.
  items text not null check (items in ('ALL', 'POSTED', 'DIGITAL')),
  position integer not null,
  version integer not null default 1
);

insert into answer_template (id, kind, name, body, items, position) values
  ('not-enough-detail', 'DECLINED', 'Not enough detail', 'We don’t have enough details to catalogue this item. Please send a new request with pictures of both sides of its title page, or with its standard number.', 'ALL', 0),
  ('parcel-not-received', 'DECLINED', 'Parcel not received', 'We haven’t received this item. Please check with your carrier, and send a new request when you have found it.', 'POSTED', 1),
  ('link-does-not-work', 'DECLINED', 'Link doesn’t work', 'We can’t open the address, or it asks us to sign in. Please send a new request with an address that anyone can open.', 'DIGITAL', 2),
  ('not-the-item-described', 'DECLINED', 'Not the item described', 'The item we received is not the one you described. We’re sending it back. Please send a new request for it.', 'POSTED', 3),
  ('duplicate-request', 'DECLINED', 'Duplicate request', 'You have also requested this item in another request. You’ll get the record there.', 'ALL', 4),
  ('outside-our-catalogue', 'DECLINED', 'Outside our catalogue', 'We don’t catalogue this kind of material.', 'ALL', 5);
