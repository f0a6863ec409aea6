// Decide: what the library answers to one question about one state, in a word.

import { prepare } from '../../server/services/decisions/library.ts';

/** The option that was decided; else the code of the reason why none was. */
export async function decide(question: unknown, state: unknown): Promise<unknown> {
  const prepared = await prepare({ q: question });
  if (!('decide' in prepared)) throw new Error(JSON.stringify(prepared));
  const decision = await prepared.decide(state);
  if (decision.kind !== 'answered') throw new Error(JSON.stringify(decision));
  const { outcome, choice, noul, reason } = decision.body.answers['q']!;
  if (outcome !== 'decided') return reason?.code;
  return choice ?? noul === 1;
}
