import {
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  type GetRecordsOutput,
} from "@aws-sdk/client-dynamodb-streams";

/** Reads pages of stream records; mappings that ask for one page at the same time share the call. */
export class StreamPages {
  readonly #client: DynamoDBStreamsClient;
  readonly #reading = new Map<string, Promise<GetRecordsOutput>>();

  constructor(client: DynamoDBStreamsClient) {
    this.#client = client;
  }

  /** Readers must not change the page. */
  read(iterator: string): Promise<GetRecordsOutput> {
    const shared = this.#reading.get(iterator);
    if (shared !== undefined) return shared;
    const page = this.#client
      .send(new GetRecordsCommand({ ShardIterator: iterator }))
      .finally(() => this.#reading.delete(iterator));
    this.#reading.set(iterator, page);
    return page;
  }
}
