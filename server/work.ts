// Work: what goes to a thread: a request as bytes, which the thread reads, checks and answers by itself.
// In: work as data. Out: a packed reply, and what was compiled for it. Why bytes: the tree of a request takes up to seventy times
// its text, so none is made where all requests are, nor kept while a request waits.

import type { CompiledScript } from '../runtime/compile.ts';
import type { CompiledProgram } from '../runtime/generated.ts';
import type { DecideOptions } from './decide.ts';
import { decideNow } from './decide.ts';
import { answerDecisionsNow } from './decisions.ts';
import type { JudgeOptions } from './engines/systemone/judge.ts';
import type { OpenReply } from './help.ts';
import type { Unfinished } from './inline.ts';
import type { Reply } from './operation.ts';
import type { Interim, Packed } from './packed.ts';
import { pack } from './packed.ts';
import { readJson } from './request-body.ts';
import { routeNow, verifyNow } from './route.ts';
import type { ScriptOperation } from './script-replies.ts';
import { answerScript } from './script-replies.ts';
import type { CompletionIds } from './wire/completion.ts';
import type { RoutableTools } from './wire/mcp.ts';

/** `bytes` are a request's body. */
export interface DecisionWork {
  readonly kind: 'decide' | 'decisions';
  readonly bytes: Uint8Array;
  readonly options: DecideOptions;
}

export interface RouteWork {
  readonly kind: 'route' | 'verify';
  readonly bytes: Uint8Array;
  readonly ids: CompletionIds;
  /** The tools of the registered servers that the request names; null while nobody knows which. */
  readonly serverTools: readonly RoutableTools[] | null;
}

interface ScriptWork {
  readonly kind: 'script';
  readonly operation: ScriptOperation;
  readonly bytes: Uint8Array;
}

export type Work = DecisionWork | RouteWork | ScriptWork;

/** What a thread is told. */
export interface Order {
  readonly work: Work;
  /** Only what is soon done; else the reply is `unfinished`. */
  readonly isQuick: boolean;
}

export interface Done {
  readonly reply: Packed;
  /** What the next request of this kind needs to be answered where it arrives. */
  readonly programs: readonly CompiledProgram[];
  readonly scripts: readonly CompiledScript[];
}

// Steps that are soon done: a tenth of a second at most.
const QUICK_FUEL = 5_000_000;
// Characters of a program of questions that are soon compiled: about a tenth of a second.
const QUICK_PROGRAM_LENGTH = 131_072;

/** Does one piece of work. Throws only for faults of ours. */
export async function doWork({ work, isQuick }: Order): Promise<Done> {
  const programs: CompiledProgram[] = [];
  const scripts: CompiledScript[] = [];
  const reply = await pack(() => answer(work, isQuick, { programs, scripts }));
  return { reply, programs, scripts };
}

async function answer(
  work: Work,
  isQuick: boolean,
  compiled: { readonly programs: CompiledProgram[]; readonly scripts: CompiledScript[] },
): Promise<Reply | Interim> {
  switch (work.kind) {
    case 'decide':
    case 'decisions':
      return DECIDE[work.kind](readJson(work.bytes), work.bytes, work.options, {
        ...(isQuick ? { fuel: QUICK_FUEL, compileLengthMax: QUICK_PROGRAM_LENGTH } : {}),
        onProgram: (program) => compiled.programs.push(program),
      });
    case 'route':
    case 'verify':
      return ROUTE[work.kind](readJson(work.bytes), work.bytes, work.ids, work.serverTools);
    case 'script':
      return answerScript(work.operation, readJson(work.bytes), {
        ...(isQuick ? { fuel: QUICK_FUEL, builds: false } : {}),
        onScript: (script) => compiled.scripts.push(script),
      });
  }
}

type DecideNow = (
  body: ReturnType<typeof readJson>,
  bytes: Uint8Array,
  options: DecideOptions,
  judging: JudgeOptions,
) => Promise<Reply | OpenReply | Unfinished>;

const DECIDE: Readonly<Record<DecisionWork['kind'], DecideNow>> = { decide: decideNow, decisions: answerDecisionsNow };
const ROUTE: Readonly<Record<RouteWork['kind'], typeof routeNow>> = { route: routeNow, verify: verifyNow };
