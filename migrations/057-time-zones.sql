-- The time zone that a school has chosen, by its IANA name. Null: that of its state or country.

alter table customer add column time_zone text check (time_zone <> '');
