-- The library system that a school has chosen in its settings: an id of the list there, '' for none.

alter table z3950_login add column library_system text not null default '';
