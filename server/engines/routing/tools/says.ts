// Says: what the words of a tool account for, read once.
// In: a tool. Out: the stems that it says of itself, and the words of question that it answers. Why: ranking, filling and explaining ask
// it for every word.

import { askedBy } from '../text/topics.ts';
import { initialsOf } from '../text/words.ts';
import { perTool } from './per-leaf.ts';
import type { Tool } from './tools.ts';

/** Of its name, its server and its description. */
export const stemsSaidBy: (tool: Tool) => ReadonlySet<string> = perTool(
  ({ nameWords, nameStems, serverStems, descriptionStems }) =>
    new Set([...nameStems, ...initialsOf(nameWords), ...serverStems, ...descriptionStems]),
);

export const asksFor: (tool: Tool) => ReadonlySet<string> = perTool(({ nameStems, descriptionStems }) =>
  askedBy([...nameStems, ...descriptionStems]),
);
