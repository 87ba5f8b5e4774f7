-- Data files for spreadsheets: CSV made for them, and Excel workbooks.

alter table download_request drop constraint download_request_file_format_check;
alter table download_request add constraint download_request_file_format_check check (
  file_format in ('MARC_21', 'MARC_21_MARC8', 'MARC_XML', 'MODS_XML', 'CSV', 'CSV_SPREADSHEET', 'XLSX')
);
