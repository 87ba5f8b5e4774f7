-- Records that were confirmed before the request was sent: by identifier, as the person chose them.

alter table download_request add column chosen jsonb not null default '[]';
