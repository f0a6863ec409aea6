// Asked by: the words of question about what a tool answers.
// In: a tool. Out: the words, for those of a request. Why: ranking, filling and explaining ask it of every word.

import { askedBy } from '../text/topics.ts';
import { perTool } from './per-leaf.ts';
import type { Tool } from './tools.ts';

export const asksFor: (tool: Tool) => ReadonlySet<string> = perTool(({ nameStems, descriptionStems }) =>
  askedBy([...nameStems, ...descriptionStems]),
);
