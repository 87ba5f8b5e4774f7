-- Whoever watches asks every few seconds when the last backup was made.
create index audit_entry_backups on audit_entry (happened_at) where action = 'backup_made';
