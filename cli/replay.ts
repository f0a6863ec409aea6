// evident replay: gives the answers of a decision log again, and tells every difference.
// As they were: the same version must give the same bytes. Or with a candidate in place of what was asked: what would have been another.

import { basename } from 'node:path';
import { JsonError } from '../grammar/json.ts';
import { headOf } from '../server/log/chain.ts';
import type { Lines } from '../server/log/find.ts';
import { findForward } from '../server/log/find.ts';
import type { LogReader } from '../server/log/reader.ts';
import { openPolicies, POLICY_SUFFIX } from '../server/policies.ts';
import type { Candidate } from '../server/replay/again.ts';
import { CANDIDATE_WIRES, createReplay } from '../server/replay/again.ts';
import type { Difference } from '../server/replay/compare.ts';
import { compareDenials, compareExactly, compareMeaning } from '../server/replay/compare.ts';
import type { Askable, Logged } from '../server/replay/logged.ts';
import { isSameVersion, NOT_ASKABLE, readLogged } from '../server/replay/logged.ts';
import {
  type Command,
  EXIT,
  type ExitCode,
  note,
  print,
  readBytes,
  readFlags,
  readText,
  UsageError,
} from './command.ts';
import { countDamaged, firstOf, LOG_FLAGS, openLog } from './log.ts';
import { QUERY_FLAGS, QUERY_OPTIONS, readQuery } from './log-query.ts';
import { openProgress } from './progress.ts';
import { openQuestions } from './questions.ts';

export const command: Command = {
  usage: 'evident replay [LOG] [--with FILE | --script FILE] [filters] [--json]',
  options: [
    ['LOG', 'what --log of the service says, with --log-bodies (EVIDENT_LOG when left out)'],
    ['--store URL', 'the database of the log store: (EVIDENT_STORE)'],
    ['--with FILE.json', 'ask these questions in place of those of /v1/systemone: what would have been answered'],
    ['--with FILE.script', 'ask this policy about each answer and call that may act: what would not have'],
    ['--script FILE', 'run this script in place of those of /v1/scripts/run'],
    ...QUERY_OPTIONS,
    ['--json', 'a line of JSON for each answer that differs'],
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, {
      ...QUERY_FLAGS,
      ...LOG_FLAGS,
      with: { type: 'string' },
      script: { type: 'string' },
      json: { type: 'boolean' },
    });
    const { with: tried, script, json, store, ...filters } = values;
    const query = readQuery(filters, Number.POSITIVE_INFINITY);
    const candidate = await readCandidate(tried, script);
    const reader = await openLog(positionals, { store });
    try {
      const damaged = countDamaged();
      const lines = findForward(reader.forward(), query, damaged);
      const code = await replay(lines, { candidate, asJson: json === true, progress: await progressOf(reader) });
      damaged.tell();
      return code;
    } finally {
      await reader.close();
    }
  },
};

async function readCandidate(tried: string | undefined, script: string | undefined): Promise<Candidate | null> {
  if (tried !== undefined && script !== undefined) throw new UsageError('--with or --script, not both');
  if (script !== undefined) return { kind: 'script', script: readText(script) };
  if (tried === undefined) return null;
  if (tried.endsWith('.json')) return { kind: 'questions', json: openQuestions(tried).json };
  if (!tried.endsWith(POLICY_SUFFIX))
    throw new UsageError(`--with takes questions (.json) or a policy (${POLICY_SUFFIX}), not ${tried}`);
  const name = basename(tried, POLICY_SUFFIX);
  const text = readBytes(tried);
  const source = { place: tried, read: async () => [{ name, text, place: tried }], watch: () => () => {} };
  try {
    const policies = await openPolicies(source, note);
    return { kind: 'policy', guard: { policies, names: [name] } };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

interface Progress {
  show(seq: number): void;
  close(): void;
}

/** By the numbers of entries. */
async function progressOf(reader: LogReader): Promise<Progress> {
  const bar = openProgress();
  const lastLine = await firstOf(reader.backward());
  const last = lastLine === null ? 0 : (headOf(lastLine)?.seq ?? 0);
  let first: number | null = null;
  return {
    show(seq) {
      first ??= seq;
      bar.show(seq - first + 1, Math.max(1, last - first + 1));
    },
    close: () => bar.close(),
  };
}

interface Replaying {
  readonly candidate: Candidate | null;
  readonly asJson: boolean;
  readonly progress: Progress;
}

class Counts {
  same = 0;
  differing = 0;
  /** Answered by another version, of which only the meaning is compared. */
  others = 0;
  readonly left = new Map<string, number>();

  leave(why: string): void {
    this.left.set(why, (this.left.get(why) ?? 0) + 1);
  }
}

async function replay(lines: Lines, { candidate, asJson, progress }: Replaying): Promise<ExitCode> {
  const again = createReplay();
  const counts = new Counts();
  for await (const line of lines) {
    const logged = readAskable(line, counts);
    if (logged === null || !concerns(logged, candidate)) continue;
    progress.show(logged.seq);
    const answer = await again(logged, candidate);
    if (answer.kind === 'servers') {
      counts.leave(NOT_ASKABLE.servers);
      continue;
    }
    const isExact = candidate === null && isSameVersion(logged);
    if (candidate === null && !isExact) counts.others += 1;
    const differences = [
      ...(isExact ? compareExactly(logged, answer) : compareMeaning(logged, answer)),
      ...(candidate?.kind === 'policy' ? compareDenials(logged, answer) : []),
    ];
    if (differences.length === 0) {
      counts.same += 1;
      continue;
    }
    counts.differing += 1;
    progress.close();
    print(asJson ? asLine(logged, differences) : describe(logged, differences));
  }
  progress.close();
  return conclude(counts, candidate);
}

function readAskable(line: string, counts: Counts): Askable | null {
  try {
    const reading = readLogged(line);
    if (reading.kind === 'askable') return reading.logged;
    if (reading.kind === 'not-askable') counts.leave(NOT_ASKABLE[reading.why]);
    return null;
  } catch (error) {
    if (!(error instanceof JsonError || error instanceof SyntaxError)) throw error;
    throw new UsageError('a line of the log is no JSON: evident log verify says where');
  }
}

function concerns({ wire }: Logged, candidate: Candidate | null): boolean {
  return candidate === null || CANDIDATE_WIRES[candidate.kind].includes(wire);
}

function asLine({ seq, id, time, wire }: Logged, differences: readonly Difference[]): string {
  return JSON.stringify({ seq, id, time, wire, differences });
}

function describe({ id, time, wire }: Logged, differences: readonly Difference[]): string {
  return [
    `${id}  ${time}  ${wire}`,
    ...differences.map(({ of, id: about, was, is }) => {
      const name = of === 'answer' ? (about ?? wire) : about === undefined ? of : `${of} of ${about}`;
      return `  ${name}: ${inWords(was)} → ${inWords(is)}`;
    }),
  ].join('\n');
}

const SHOWN_LENGTH = 200;

function inWords(value: unknown): string {
  if (value === null) return 'nothing';
  const said = value as { outcome?: string; verdict?: string; may_act?: boolean; answer?: unknown; reason?: string };
  if (said.verdict !== undefined) return `${said.verdict}${said.reason === '' ? '' : `: ${said.reason}`}`;
  if (typeof said.outcome !== 'string') {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
  }
  const { outcome, may_act, answer, reason } = said;
  return [
    outcome,
    ...(answer === undefined ? [] : [JSON.stringify(answer)]),
    ...(reason === undefined ? [] : [`(${reason})`]),
    ...(outcome === 'decided' && may_act === false ? ['may not act'] : []),
  ].join(' ');
}

function conclude({ same, differing, others, left }: Counts, candidate: Candidate | null): ExitCode {
  for (const [why, count] of left) note(`${count} ${count === 1 ? 'answer' : 'answers'} not given again: ${why}`);
  if (others > 0) note(`${others} by another version of evident: what they said is compared, not their bytes`);
  const all = same + differing;
  if (all === 0) {
    note('there was nothing to give again');
    return EXIT.invalid;
  }
  const how = candidate === null ? (others === 0 ? 'the same byte for byte' : 'the same') : 'as they were';
  note(`${all} ${all === 1 ? 'answer' : 'answers'} given again: ${same} ${how}, ${differing} different`);
  return differing === 0 ? EXIT.ok : EXIT.invalid;
}
