-- Countries are written as in the list of countries; others than these stay, until somebody chooses from the list.

update customer set country = 'Australia' where lower(trim(country)) in ('australia', 'au', 'aus') and country <> 'Australia';
update customer set country = 'New Zealand'
  where lower(trim(country)) in ('new zealand', 'nz', 'nzl', 'aotearoa', 'aotearoa new zealand') and country <> 'New Zealand';
