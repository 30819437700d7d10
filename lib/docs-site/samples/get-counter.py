import os
from counting_client import CountingClient

client = CountingClient(
    api_url="{api_url}",
    api_key=os.environ["API_KEY"],
)
counter = client.counter("{counterId}")
print(counter["count"])
