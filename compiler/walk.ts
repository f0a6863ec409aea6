// Walking: the parts of a core node, in evaluation order, for passes that look at every node.

import type { Core, FunctionDefinition, Target } from './core.ts';

/** The core nodes directly inside `core`, patterns' defaults and callee bodies included. */
export function parts(core: Core): Core[] {
  switch (core.kind) {
    case 'literal':
    case 'local':
    case 'global':
    case 'input':
      return [];
    case 'vector':
    case 'and':
    case 'or':
    case 'do':
      return [...core.items];
    case 'map':
      return core.entries.map(({ value }) => value);
    case 'cond':
      return [
        ...core.clauses.flatMap(({ test, body }) => [test, ...(body === null ? [] : [body])]),
        ...optional(core.otherwise),
      ];
    case 'bind-test':
      return [core.value, ...targetParts(core.target), core.body, ...optional(core.otherwise)];
    case 'case':
      return [core.subject, ...core.clauses.map(({ body }) => body), ...optional(core.otherwise)];
    case 'let':
    case 'loop':
      return [...core.bindings.flatMap(({ target, value }) => [value, ...targetParts(target)]), core.body];
    case 'recur':
    case 'call':
    case 'builtin':
      return [...core.args];
    case 'some-thread':
      return [core.value, ...core.stages];
    case 'cond-thread':
      return [core.value, ...core.stages.flatMap(({ test, body }) => [test, body])];
    case 'field':
      return [core.target, ...optional(core.otherwise)];
    case 'higher': {
      const { callee } = core;
      const inside =
        callee.kind === 'fn'
          ? [
              ...callee.params.flatMap(targetParts),
              ...(callee.rest === null ? [] : targetParts(callee.rest)),
              callee.body,
            ]
          : [];
      return [...core.args, ...inside];
    }
  }
}

/** The core nodes directly inside a function: its body, and the defaults of its parameters. */
export function functionParts({ params, rest, body }: FunctionDefinition): Core[] {
  return [...params.flatMap(targetParts), ...(rest === null ? [] : targetParts(rest)), body];
}

/** Whether some node of a function is one that is looked for. */
export function someCore(definition: FunctionDefinition, isSought: (core: Core) => boolean): boolean {
  const queue = functionParts(definition);
  for (let core = queue.pop(); core !== undefined; core = queue.pop()) {
    if (isSought(core)) return true;
    queue.push(...parts(core));
  }
  return false;
}

/** Defaults inside a pattern. */
export function targetParts(target: Target): Core[] {
  switch (target.kind) {
    case 'slot':
    case 'ignore':
      return [];
    case 'vector':
      return [...target.items.flatMap(targetParts), ...(target.rest === null ? [] : targetParts(target.rest))];
    case 'map':
      return target.keys.flatMap(({ otherwise }) => optional(otherwise));
  }
}

function optional(core: Core | null): Core[] {
  return core === null ? [] : [core];
}
