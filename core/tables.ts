/** One kind of thing, in a table of its own: IAM can then limit which function may use which. */
export interface TableDescription {
  partitionKey: string;
  sortKey?: string;
  /** Of text unless given. */
  sortKeyType?: "number";
  /** Whether its items expire, at the time in `expiresAt`. */
  expires?: boolean;
  /** Whether other functions follow its changes. */
  hasStream?: boolean;
  /** Whether each tap writes to it. */
  isWrittenByTaps?: boolean;
  /** Sparse: only items that have its keys are in it. */
  index?: TableIndex;
  /**
   * What the deletion of an organization does with its items: it removes them, or they stay for this
   * reason, or none of them belong to an organization.
   */
  deletion: "removes" | { leaves: string } | { passesOver: string };
  /** The setting without which there is no such table. */
  onlyWith?: "mailFrom";
  /** The first release that has it. */
  since: string;
}

export interface TableIndex {
  name: string;
  /** The table's unless given. */
  partitionKey?: string;
  sortKey: string;
  /** What it has besides the keys. */
  attributes: string[];
}

/** Every table. Its name here is also that of its construct, its output and its variable. */
export const tables = {
  organizations: {
    partitionKey: "organizationId",
    // Those that have counters with a daily reset, by the time at which they are due.
    index: {
      ...{ name: "NextDayStarts", partitionKey: "dayStartsIndex", sortKey: "nextDayStart" },
      attributes: [],
    },
    deletion: "removes",
    since: "1.0.0",
  },
  organizationDeletions: {
    partitionKey: "organizationId",
    deletion: { passesOver: "only while a deletion is under way" },
    since: "1.0.0",
  },
  apiKeys: { partitionKey: "keyHash", deletion: "removes", since: "1.0.0" },
  counters: {
    partitionKey: "organizationId",
    sortKey: "counterId",
    isWrittenByTaps: true,
    deletion: "removes",
    since: "1.0.0",
  },
  countEvents: {
    partitionKey: "counterKey",
    sortKey: "lastEventId",
    sortKeyType: "number",
    hasStream: true,
    isWrittenByTaps: true,
    deletion: "removes",
    since: "1.0.0",
  },
  /** Of counters and of groups. */
  countMarks: {
    partitionKey: "targetKey",
    sortKey: "mark",
    isWrittenByTaps: true,
    deletion: "removes",
    since: "1.0.0",
  },
  settingsChanges: {
    partitionKey: "counterId",
    sortKey: "version",
    sortKeyType: "number",
    deletion: "removes",
    since: "1.0.0",
  },
  idempotencyKeys: {
    partitionKey: "counterId",
    sortKey: "idempotencyKey",
    expires: true,
    isWrittenByTaps: true,
    deletion: { leaves: "names a counter by its id; each key expires after its days" },
    since: "1.0.0",
  },
  webhookEndpoints: {
    partitionKey: "organizationId",
    sortKey: "endpointId",
    // Those of which people may have to hear, by the time at which somebody looks.
    index: {
      ...{ name: "WatchedEndpoints", partitionKey: "plan", sortKey: "watchAt" },
      attributes: [],
    },
    deletion: "removes",
    since: "1.0.0",
  },
  dataKeys: {
    partitionKey: "keyName",
    deletion: { passesOver: "one wrapped key of the whole service" },
    since: "1.0.0",
  },
  deliveries: {
    partitionKey: "endpointId",
    sortKey: "deliveryKey",
    expires: true,
    // By state and time, those that are not delivered: a first-try success does not touch it.
    index: { name: "OpenDeliveries", sortKey: "openKey", attributes: ["closedAtMs"] },
    deletion: "removes",
    since: "1.0.0",
  },
  embedSessions: { partitionKey: "sessionId", deletion: "removes", since: "1.0.0" },
  counterGroups: {
    partitionKey: "organizationId",
    sortKey: "groupId",
    deletion: "removes",
    since: "1.0.0",
  },
  groupMembers: {
    partitionKey: "groupKey",
    sortKey: "counterId",
    deletion: "removes",
    since: "1.0.0",
  },
  alerts: {
    partitionKey: "organizationId",
    sortKey: "alertKey",
    hasStream: true,
    deletion: "removes",
    since: "1.0.0",
  },
  alertFirings: {
    partitionKey: "organizationId",
    sortKey: "firingKey",
    expires: true,
    hasStream: true,
    deletion: "removes",
    since: "1.0.0",
  },
  people: { partitionKey: "personId", deletion: "removes", since: "1.0.0" },
  members: {
    partitionKey: "organizationId",
    sortKey: "memberKey",
    deletion: "removes",
    since: "1.0.0",
  },
  invitations: {
    partitionKey: "organizationId",
    sortKey: "invitationId",
    expires: true,
    deletion: "removes",
    since: "1.0.0",
  },
  sessions: {
    partitionKey: "sessionHash",
    expires: true,
    deletion: {
      leaves: "opens nothing without its person; each session expires after 7 days at the latest",
    },
    since: "1.0.0",
  },
  gates: {
    partitionKey: "organizationId",
    sortKey: "gateId",
    deletion: "removes",
    since: "1.0.0",
  },
  rateLimits: {
    partitionKey: "limitKey",
    expires: true,
    deletion: {
      passesOver: "hashes of cookies, addresses and used ids; each item expires within 8 days",
    },
    since: "1.0.0",
  },
  auditEntries: {
    partitionKey: "organizationId",
    sortKey: "entryKey",
    expires: true,
    hasStream: true,
    deletion: {
      leaves: "who changed what stays for its year, the deletion among it; each entry expires",
    },
    since: "1.0.0",
  },
  /** What waits to be told to a recipient. */
  notices: {
    partitionKey: "organizationId",
    sortKey: "recipientId",
    expires: true,
    // Those in which something has to be sent later, by the time at which it is due.
    index: {
      ...{ name: "DueOutboxes", partitionKey: "dueIndex", sortKey: "dueAt" },
      attributes: [],
    },
    deletion: "removes",
    onlyWith: "mailFrom",
    since: "1.1.0",
  },
} as const satisfies Record<string, TableDescription>;

export type TableName = keyof typeof tables;
/** What these tables are called where they are deployed. */
export type Tables<Name extends TableName> = Record<Name, string>;

/** A stored item that lists leave out, because its fields are not as expected. */
export interface DamagedItemKey {
  table: StandingTable;
  /** What tells it from the others of its organization. */
  id: string;
}

export const tableNames = Object.keys(tables) as TableName[];

/** The tables of every stack; the others are there only with a setting. */
export type StandingTable = {
  [Name in TableName]: (typeof tables)[Name] extends { onlyWith: string } ? never : Name;
}[TableName];

export const standingTables = tableNames.filter(
  (name): name is StandingTable => tableDescription(name).onlyWith === undefined,
);

export function tableDescription(name: TableName): TableDescription {
  return tables[name];
}

/** What its construct is called, such as `CountEvents`. */
export function constructOf<Name extends TableName>(name: Name): Capitalize<Name> {
  return (name.charAt(0).toUpperCase() + name.slice(1)) as Capitalize<Name>;
}

/** The stack's output with its name, such as `CountEventsTable`. */
export function tableOutput<Name extends TableName>(name: Name): `${Capitalize<Name>}Table` {
  return `${constructOf(name)}Table`;
}
