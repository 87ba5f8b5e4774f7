-- Where parcels go, in the school's own lines; empty if they go to its address.

alter table customer add column delivery_address text not null default '';
