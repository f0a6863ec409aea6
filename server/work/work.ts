// Work: what goes to a thread: a request as bytes, which the thread reads, checks and answers by itself.
// In: work as data. Out: a packed reply, and what was compiled for it. Why bytes: the tree of a request takes up to seventy times
// its text, so none is made where all requests are, nor kept while a request waits.

import type { CompiledScript } from '../../runtime/compile.ts';
import type { CompiledProgram } from '../../runtime/generated.ts';
import type { PolicyGate } from '../engines/act.ts';
import type { Engine } from '../engines/engine.ts';
import type { Reply } from '../operation.ts';
import { readJson } from '../request-body.ts';
import { OPENAI_DECISIONS } from '../services/decisions/openai.ts';
import type { DecideOptions } from '../services/decisions/options.ts';
import { SYSTEM_ONE } from '../services/decisions/system-one.ts';
import { CHAT } from '../services/routing/chat.ts';
import { VERIFY } from '../services/routing/verify.ts';
import type { CompletionIds } from '../services/routing/wire/completion.ts';
import type { ScriptOperation } from '../services/scripts/scripts.ts';
import { SCRIPT } from '../services/scripts/scripts.ts';
import type { RoutableTools } from '../services/tools/wire/mcp.ts';
import type { Effort } from './effort.ts';
import type { Interim, Packed } from './packed.ts';
import { pack } from './packed.ts';
import type { Kind } from './task.ts';

interface Asked {
  /** A request's body. */
  readonly bytes: Uint8Array;
  /** Whether the summary of the answer says what the decision log keeps. */
  readonly isKept?: boolean;
}

export interface DecisionWork extends Asked {
  readonly kind: 'decide' | 'decisions';
  readonly options: DecideOptions;
  /** Absent: no policy is asked. */
  readonly gate?: PolicyGate | undefined;
}

export interface RouteWork extends Asked {
  readonly kind: 'route' | 'verify';
  readonly ids: CompletionIds;
  /** The tools of the registered servers that the request names; null while nobody knows which. */
  readonly serverTools: readonly RoutableTools[] | null;
  /** Absent: no policy is asked. */
  readonly gate?: PolicyGate | undefined;
}

export interface ScriptWork extends Asked {
  readonly kind: 'script';
  readonly operation: ScriptOperation;
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

/** Does one piece of work. Throws only for faults of ours. */
export async function doWork(engine: Engine, { work, isQuick }: Order): Promise<Done> {
  const programs: CompiledProgram[] = [];
  const scripts: CompiledScript[] = [];
  const effort: Effort = {
    kind: isQuick ? 'quick' : 'full',
    onProgram: (program) => programs.push(program),
    onScript: (script) => scripts.push(script),
  };
  const reply = await pack(() => answer(engine, work, effort));
  return { reply, programs, scripts };
}

async function answer(engine: Engine, work: Work, effort: Effort): Promise<Reply | Interim> {
  switch (work.kind) {
    case 'decide':
      return readAndAnswer(engine, SYSTEM_ONE, work, effort);
    case 'decisions':
      return readAndAnswer(engine, OPENAI_DECISIONS, work, effort);
    case 'route':
      return readAndAnswer(engine, CHAT, work, effort);
    case 'verify':
      return readAndAnswer(engine, VERIFY, work, effort);
    case 'script':
      return readAndAnswer(engine, SCRIPT, work, effort);
  }
}

async function readAndAnswer<Its extends Work, Asked>(
  engine: Engine,
  kind: Kind<Its, Asked>,
  work: Its,
  effort: Effort,
): Promise<Reply | Interim> {
  return kind.answer(engine, kind.read(readJson(work.bytes), work), work, effort);
}
