-- A zip of covers may have more bytes than an integer holds. Not bigint: it is read as text.

alter table download_request
  alter column file_size type double precision,
  alter column image_size type double precision,
  alter column package_size type double precision;
