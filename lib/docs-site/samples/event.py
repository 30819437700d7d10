import os
from counting_client import verify_webhook

secret = os.environ["WEBHOOK_SECRET"]
result = verify_webhook(raw_body, request.headers, secret)
if result.verified:
    print(result.event["type"], result.event["data"])
