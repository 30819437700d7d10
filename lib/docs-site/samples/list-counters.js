import { CountingClient } from "counting-client";

const client = new CountingClient({
  apiUrl: "{api_url}",
  apiKey: process.env.API_KEY,
});
for (const { name, count } of await client.counters()) {
  console.log(name, count);
}
