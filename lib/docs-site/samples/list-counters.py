import os
from counting_client import CountingClient

client = CountingClient(
    api_url="{api_url}",
    api_key=os.environ["API_KEY"],
)
for counter in client.counters():
    print(counter["name"], counter["count"])
