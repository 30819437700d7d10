import { CountingClient } from "counting-client";

const client = new CountingClient({
  apiUrl: "{api_url}",
  apiKey: process.env.API_KEY,
});
for await (const event of client.history("{counterId}")) {
  console.log(event.createdAt, event.delta);
}
