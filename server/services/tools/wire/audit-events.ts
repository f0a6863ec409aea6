// The kinds of rows in the audit, in a file without imports: the console has them, too, and no schema.
// In: nothing. Out: a constant list and its type.

/** What is done that the audit tells of. */
export const AUDIT_EVENTS = [
  'call',
  'relay',
  'approval.decided',
  'decision.denied',
  'server.registered',
  'server.deleted',
  'server.restarted',
  'tools.approved',
  'login.made',
  'login.ended',
  'key.added',
  'key.revoked',
  'policy.put',
  'policy.deleted',
  'audit.dropped',
] as const;
export type AuditEvent = (typeof AUDIT_EVENTS)[number];
