// The catalogue of one server: every tool it has ever listed, what was approved of it, and what it says now.
// In: listings and approvals. Out: tool items, and the rows to store. Why: tools are trusted on first use, so a
// definition that changes afterwards must be held back until a person has looked at it.

import { compareCodePoints } from '../../grammar/form.ts';
import type { Json } from '../../grammar/json.ts';
import { JsonNumber, parseJson } from '../../grammar/json.ts';
import { writeJson } from '../../grammar/json-write.ts';
import type { RoutableTools, ServerToolRules, ToolItem, ToolPolicy, ToolStatus } from '../services/tools/wire/mcp.ts';
import type { ToolRow } from '../store/store.ts';
import { hashCatalogue, hashDefinition, hashText, qualifyNames } from './definition.ts';
import { changesBetween } from './definition-changes.ts';
import type { DefinitionFlag } from './definition-flags.ts';
import { flagsOf } from './definition-flags.ts';

export interface Tool {
  readonly row: ToolRow;
  readonly definition: ReadonlyMap<string, Json>;
  readonly qualifiedName: string;
  readonly status: ToolStatus;
}

export interface Catalogue {
  /** By name, sorted; also those no longer listed. */
  readonly tools: ReadonlyMap<string, Tool>;
  /** Over the hashes of what is listed; null before the first listing. */
  readonly hash: string | null;
}

export const EMPTY_CATALOGUE: Catalogue = { tools: new Map(), hash: null };

// A server that invents new names forever would otherwise fill the store; a listing has at most 512.
const KNOWN_MAX = 2048;
// The specification allows 128; a little more is not a reason to hide a tool.
const NAME_LENGTH_MAX = 256;

/** From the store. */
export function restoreCatalogue(rows: readonly ToolRow[], rules: ServerToolRules, server: string): Catalogue {
  return build(rows.map(rehashed), { rules, server, before: EMPTY_CATALOGUE });
}

/** Hashes follow from the texts: an older version hashed fewer members. */
function rehashed(row: ToolRow): ToolRow {
  const definition = readDefinition(row.definition);
  const approved = row.approvedDefinition === null ? null : readDefinition(row.approvedDefinition);
  return {
    ...row,
    ...(definition === null ? {} : { hash: hashDefinition(definition) }),
    ...(approved === null ? {} : { approvedHash: hashDefinition(approved) }),
  };
}

/** One tool of a listing as it is kept. */
export interface ListedTool {
  readonly name: string;
  readonly definition: ReadonlyMap<string, Json>;
  readonly text: string;
  readonly hash: string;
}

/** The tools of a listing that can be kept; stops often, because there may be megabytes of them. */
export function* readListing(
  { tools }: Catalogue,
  listing: readonly ReadonlyMap<string, Json>[],
): Generator<void, readonly ListedTool[], void> {
  const read: ListedTool[] = [];
  for (const listed of listing) {
    const name = listed.get('name');
    if (typeof name !== 'string' || !isName(name) || isLonger(new Map(listed))) continue;
    const text = writeJson(listed);
    yield;
    const known = tools.get(name);
    if (known?.row.definition === text) {
      read.push({ name, text, definition: known.definition, hash: known.row.hash });
      continue;
    }
    // What cannot be read back could be neither compared nor shown faithfully.
    const definition = readDefinition(text);
    yield;
    if (definition !== null) read.push({ name, text, definition, hash: hashDefinition(definition) });
    yield;
  }
  return read;
}

/** More than any model reads; what is longer is read, compared and hashed in one turn. */
export const DEFINITION_LENGTH_MAX = 1_048_576;

/** Whether a definition has more than so many characters, of which a name, a number and a bracket count as one at least. */
function isLonger(definition: Json): boolean {
  let length = 0;
  const add = (value: Json): boolean => {
    length += 1 + (typeof value === 'string' ? value.length : value instanceof JsonNumber ? value.text.length : 0);
    if (length > DEFINITION_LENGTH_MAX) return true;
    if (Array.isArray(value)) return value.some(add);
    if (!(value instanceof Map)) return false;
    for (const [name, member] of value) {
      length += name.length;
      if (add(member)) return true;
    }
    return false;
  };
  return add(definition);
}

/** After a listing: new tools appear, known ones are compared, missing ones stay known. */
export function applyListing(
  before: Catalogue,
  listing: readonly ListedTool[],
  rules: ServerToolRules,
  server: string,
  nowMs: number,
): Catalogue {
  const rows = new Map([...before.tools.values()].map(({ row }) => [row.name, { ...row, listed: false }]));
  for (const { name, text, hash } of listing) {
    const known = rows.get(name);
    // Two tools of one name: the first is the one a call would reach.
    if (known?.listed === true) continue;
    const isTrusted = known === undefined ? trustsNew(rules.policy, before) : rules.policy === 'open';
    rows.set(name, {
      server,
      name,
      definition: text,
      hash,
      approvedHash: isTrusted ? hash : (known?.approvedHash ?? null),
      approvedDefinition: isTrusted ? text : (known?.approvedDefinition ?? null),
      listed: true,
      firstSeenAtMs: known?.firstSeenAtMs ?? nowMs,
    });
  }
  return build(forgetOldest([...rows.values()]), { rules, server, before, listing });
}

/** A NUL is in no name that anybody types, and not every store can keep it. */
function isName(name: string): boolean {
  return name !== '' && name.length <= NAME_LENGTH_MAX && name.isWellFormed() && !name.includes('\0');
}

interface Merging {
  readonly rules: ServerToolRules;
  readonly server: string;
  /** The catalogue says what the server itself has listed here, over a connection of this instance. */
  readonly hasListed: boolean;
}

/**
 * The catalogue with the pins that are stored. What a tool is was heard by each instance for itself, since a local server may
 * be another version here; whether it may be called was said once for all.
 */
export function mergePins(
  before: Catalogue,
  stored: readonly ToolRow[],
  { rules, server, hasListed }: Merging,
): Catalogue {
  if (!hasListed) return restoreCatalogue(stored, rules, server);
  const rows = stored.map(rehashed).map((row) => {
    const own = before.tools.get(row.name)?.row;
    if (own === undefined) return { ...row, listed: false };
    const { approvedHash, approvedDefinition, firstSeenAtMs } = row;
    return { ...own, approvedHash, approvedDefinition, firstSeenAtMs };
  });
  return build(rows, { rules, server, before });
}

/** Whether a tool that was never seen may be called: `first` trusts what a server lists when it is first reached. */
function trustsNew(policy: ToolPolicy, before: Catalogue): boolean {
  return policy === 'tofu' || policy === 'open' || (policy === 'first' && before.hash === null);
}

export interface Approval {
  readonly name: string;
  /** The hash the person looked at; undefined: whatever is there now. */
  readonly hash: string | undefined;
}

type ApprovalResult =
  | { readonly kind: 'ok'; readonly catalogue: Catalogue }
  | { readonly kind: 'unknown'; readonly name: string }
  | { readonly kind: 'outdated'; readonly name: string };

/** Returns the new catalogue, or the first name that does not exist or no longer has that hash. */
export function applyApprovals(
  before: Catalogue,
  approvals: readonly Approval[],
  rules: ServerToolRules,
  server: string,
): ApprovalResult {
  const rows = new Map([...before.tools.values()].map(({ row }) => [row.name, row]));
  for (const { name, hash } of approvals) {
    const row = rows.get(name);
    if (row === undefined) return { kind: 'unknown', name };
    if (hash !== undefined && hash !== row.hash) return { kind: 'outdated', name };
    rows.set(name, { ...row, approvedHash: row.hash, approvedDefinition: row.definition });
  }
  return { kind: 'ok', catalogue: build([...rows.values()], { rules, server, before }) };
}

/** `isNamedTwice`: another server lists a tool of this name. */
export function toolItem(
  { row, definition, qualifiedName, status }: Tool,
  isReady: boolean,
  isNamedTwice = false,
): ToolItem {
  const flags: readonly DefinitionFlag[] = [...flagsOf(definition), ...(isNamedTwice ? (['same-name'] as const) : [])];
  const approved = row.approvedDefinition === null ? null : readDefinition(row.approvedDefinition);
  const optional = Object.fromEntries(
    SHOWN.filter((name) => definition.has(name)).map((name) => [name, definition.get(name)]),
  );
  return {
    server: row.server,
    name: row.name,
    qualified_name: qualifiedName,
    ...optional,
    inputSchema: inputSchemaOf(definition),
    status,
    hash: row.hash,
    approved_hash: row.approvedHash,
    ...(status === 'changed' && approved !== null ? { changes: changesBetween(approved, definition) } : {}),
    ...(flags.length === 0 ? {} : { flags }),
    first_seen_at: new Date(row.firstSeenAtMs).toISOString(),
    available: isReady && row.listed && status === 'approved',
  };
}

/** The tools that may be called, by name. */
export function callableTools(catalogue: Catalogue): readonly Tool[] {
  return [...catalogue.tools.values()].filter(({ row, status }) => row.listed && status === 'approved');
}

const ROUTABLE = new WeakMap<Catalogue, RoutableTools>();

/** Written once for each state of a catalogue: requests that route over it come often, changes seldom. */
export function routableTools(catalogue: Catalogue): RoutableTools {
  const known = ROUTABLE.get(catalogue);
  if (known !== undefined) return known;
  const text = writeJson(
    callableTools(catalogue).map(({ row, definition, qualifiedName }) => {
      const description = definition.get('description');
      return {
        name: qualifiedName,
        server: row.server,
        tool: row.name,
        annotations: definition.get('annotations') ?? new Map(),
        description: typeof description === 'string' ? description : '',
        inputSchema: inputSchemaOf(definition),
      };
    }),
  );
  const written = Buffer.from(text);
  const bytes = new Uint8Array(new SharedArrayBuffer(written.length));
  bytes.set(written);
  const routable: RoutableTools = { hash: hashText(text), bytes };
  ROUTABLE.set(catalogue, routable);
  return routable;
}

function inputSchemaOf(definition: ReadonlyMap<string, Json>): Json {
  return definition.get('inputSchema') ?? new Map([['type', 'object']]);
}

const SHOWN = ['title', 'description', 'outputSchema', 'annotations', 'icons'] as const;

interface Building {
  readonly rules: ServerToolRules;
  readonly server: string;
  readonly before: Catalogue;
  readonly listing?: readonly ListedTool[];
}

/** What is the same in the catalogue before, or was just listed, is not read again. */
function build(rows: readonly ToolRow[], { rules, server, before, listing = [] }: Building): Catalogue {
  const known = new Map<string, Pick<ListedTool, 'text' | 'definition'>>();
  for (const { row, definition } of before.tools.values()) known.set(row.name, { text: row.definition, definition });
  for (const listed of listing) known.set(listed.name, listed);
  const sorted = [...rows].sort((a, b) => compareCodePoints(a.name, b.name));
  const qualified = qualifyNames(
    server,
    sorted.map(({ name }) => name),
  );
  const tools = new Map<string, Tool>();
  for (const row of sorted) {
    const own = known.get(row.name);
    const definition = own?.text === row.definition ? own.definition : readDefinition(row.definition);
    if (definition === null) continue;
    tools.set(row.name, {
      row,
      definition,
      qualifiedName: qualified.get(row.name) as string,
      status: statusOf(row, rules),
    });
  }
  const listed = sorted.filter((row) => row.listed).map((row) => row.hash);
  return { tools, hash: sorted.length === 0 ? null : hashCatalogue(listed) };
}

function readDefinition(text: string): ReadonlyMap<string, Json> | null {
  try {
    const definition = parseJson(Buffer.from(text, 'utf8'));
    return definition instanceof Map ? definition : null;
  } catch {
    return null;
  }
}

function statusOf(row: ToolRow, { allow, deny }: ServerToolRules): ToolStatus {
  const isAllowed = allow.length === 0 || allow.some((pattern) => matches(row.name, pattern));
  if (!isAllowed || deny.some((pattern) => matches(row.name, pattern))) return 'blocked';
  if (row.approvedHash === null) return 'pending';
  return row.approvedHash === row.hash ? 'approved' : 'changed';
}

/** `*` stands for any text, also none. */
export function matches(name: string, pattern: string): boolean {
  const [first, ...rest] = pattern.split('*') as [string, ...string[]];
  if (!name.startsWith(first)) return false;
  if (rest.length === 0) return name === first;
  let at = first.length;
  const last = rest.pop() as string;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

function forgetOldest(rows: readonly ToolRow[]): readonly ToolRow[] {
  const excess = rows.length - KNOWN_MAX;
  if (excess <= 0) return rows;
  const unlisted = rows
    .filter((row) => !row.listed)
    .sort((a, b) => a.firstSeenAtMs - b.firstSeenAtMs || compareCodePoints(a.name, b.name));
  const forgotten = new Set(unlisted.slice(0, excess));
  return rows.filter((row) => !forgotten.has(row));
}

/** What the store keeps of a catalogue. */
export function toolRows(catalogue: Catalogue): readonly ToolRow[] {
  return [...catalogue.tools.values()].map(({ row }) => row);
}

export function isSameTools(rows: readonly ToolRow[], others: readonly ToolRow[]): boolean {
  return rows.length === others.length && rows.every((row, index) => isSameTool(row, others[index] as ToolRow));
}

function isSameTool(row: ToolRow, other: ToolRow): boolean {
  return row === other || TOOL_FIELDS.every((field) => row[field] === other[field]);
}

const TOOL_FIELDS = [
  'server',
  'name',
  'hash',
  'approvedHash',
  'approvedDefinition',
  'listed',
  'firstSeenAtMs',
  'definition',
] as const satisfies readonly (keyof ToolRow)[];
