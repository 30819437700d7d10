/** Every table that a deletion reads or empties. */
export interface DeletionTables {
  organizations: string;
  organizationDeletions: string;
  apiKeys: string;
  counters: string;
  countEvents: string;
  countMarks: string;
  settingsChanges: string;
  webhookEndpoints: string;
  deliveries: string;
  embedSessions: string;
  counterGroups: string;
  groupMembers: string;
  alerts: string;
  alertFirings: string;
  people: string;
  members: string;
  invitations: string;
  gates: string;
  auditEntries: string;
}
