import { CountingClient } from "counting-client";

const client = new CountingClient({
  apiUrl: "{api_url}",
  apiKey: process.env.API_KEY,
});
const counter = await client.counter("{counterId}");
console.log(counter.count);
