// The operator's settings for the decision log: their flags, and when they cannot be meant.
// In: the values of flags. Out: settings, or one sentence about what is wrong.

import { NUMBERS } from './config-numbers.ts';
import { isMask } from './log/masks.ts';
import type { LogPolicy } from './log/record.ts';
import { LOG_POLICIES, STORED_LOG } from './log/record.ts';

/** Whether an answer may go out that could not be logged. */
const AUDIT_MODES = ['best-effort', 'required'] as const;
type AuditMode = (typeof AUDIT_MODES)[number];

export interface LogConfig {
  /** Where the decision log is: a folder, a database whose name ends with .db, or `store:`; null where none is kept. */
  readonly decisionLog: string | null;
  readonly logPolicy: LogPolicy;
  /** Whether entries have the bodies of requests and answers. */
  readonly logBodies: boolean;
  /** JSON Pointers into requests; what they lead to is not kept. */
  readonly logMasks: readonly string[];
  readonly auditMode: AuditMode;
  /** File with the private key that receipts are signed with; null takes the one in the store. */
  readonly signingKey: string | null;
}

export const LOG_FLAGS = {
  log: {
    type: 'string',
    value: 'WHERE',
    help: 'keep an entry of every answer: in files of a folder, in a database NAME.db, or in store:, the database of --store',
  },
  'log-policy': {
    type: 'string',
    value: 'POLICY',
    help: `what becomes of entries that there is no room for: ${LOG_POLICIES.join(', ')} (${LOG_POLICIES[0]})`,
  },
  'log-bodies': { type: 'boolean', help: 'entries have the bodies of requests and answers, which replay needs' },
  'log-mask': {
    type: 'string',
    multiple: true,
    value: 'POINTER',
    help: 'JSON Pointer into requests, * for any member: what it leads to is not kept',
  },
  'log-days': {
    type: 'string',
    value: 'NUMBER',
    help: `days for which entries are kept (${NUMBERS['log-days'].standard})`,
  },
  'log-mib': {
    type: 'string',
    value: 'NUMBER',
    help: `MiB of entries that are kept at most (${NUMBERS['log-mib'].standard})`,
  },
  audit: {
    type: 'string',
    value: 'MODE',
    help: 'best-effort (default), or required: no answer goes out that the log does not hold',
  },
  'signing-key': {
    type: 'string',
    value: 'FILE',
    help: 'Ed25519 private key in PEM that receipts are signed with, in place of the one in the store',
  },
} as const;

type LogFlag = keyof typeof LOG_FLAGS;
type Value = string | boolean | readonly string[] | undefined;

// The key also signs receipts of what is logged elsewhere.
const GO_WITH_LOG: readonly LogFlag[] = ['log-policy', 'log-bodies', 'log-mask', 'log-days', 'log-mib', 'audit'];

/** What of the other settings matters to the log. */
interface LogSurroundings {
  /** Whether the store is a database. */
  readonly hasDatabase: boolean;
  /** Whether there is a folder that files may be kept in. */
  readonly hasFolder: boolean;
}

/** The settings, or one sentence. */
export function readLogConfig(
  values: Readonly<Partial<Record<LogFlag, Value>>>,
  { hasDatabase, hasFolder }: LogSurroundings,
): LogConfig | string {
  const logPolicy = LOG_POLICIES.find((policy) => policy === (values['log-policy'] ?? LOG_POLICIES[0]));
  if (logPolicy === undefined) return `--log-policy must be one of ${LOG_POLICIES.join(', ')}`;
  const auditMode = AUDIT_MODES.find((mode) => mode === (values.audit ?? AUDIT_MODES[0]));
  if (auditMode === undefined) return `--audit must be one of ${AUDIT_MODES.join(', ')}`;
  const foreign = GO_WITH_LOG.find((name) => values[name] !== undefined);
  if (values.log === undefined && foreign !== undefined) return `--${foreign} goes with --log`;
  if (auditMode === 'required' && values['log-policy'] !== undefined)
    return '--audit required refuses what there is no room for; it takes no --log-policy';
  if (values.log === STORED_LOG && !hasDatabase)
    return `--log ${STORED_LOG} goes with --store; without one name a folder, or a database NAME.db`;
  if (values.log === STORED_LOG && logPolicy === 'spill' && !hasFolder)
    return '--log-policy spill needs a folder: name one with --data';
  const logMasks = (values['log-mask'] ?? []) as readonly string[];
  const mask = logMasks.find((pointer) => !isMask(pointer));
  if (mask !== undefined) return `--log-mask must be a JSON Pointer like /state/email, not ${mask}`;
  return {
    decisionLog: (values.log as string | undefined) ?? null,
    logPolicy,
    logBodies: values['log-bodies'] === true,
    logMasks,
    auditMode,
    signingKey: (values['signing-key'] as string | undefined) ?? null,
  };
}
