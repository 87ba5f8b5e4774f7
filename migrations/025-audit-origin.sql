-- From which address something was changed, or which command did it; '' for what the portal did by itself.
alter table audit_entry add column came_from text not null default '';
