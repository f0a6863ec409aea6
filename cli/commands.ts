// Commands: the one table of what the command line can do. `evident --help`, dispatch and completion read it.
// A command is imported when it is asked for: `check` should not wait for the server.

import type { Commands } from './command.ts';

export const COMMANDS: Commands = {
  init: () => import('./init.ts'),
  check: () => import('./check.ts'),
  run: () => import('./run.ts'),
  why: () => import('./why.ts'),
  test: () => import('./test.ts'),
  build: () => import('./build.ts'),
  inspect: () => import('./inspect.ts'),
  verify: () => import('./verify.ts'),
  decide: () => import('./decide.ts'),
  learn: () => import('./learn.ts'),
  eval: () => import('./eval.ts'),
  lint: () => import('./lint.ts'),
  fmt: () => import('./fmt.ts'),
  table: () => import('./table.ts'),
  repl: () => import('./repl.ts'),
  lsp: () => import('./lsp.ts'),
  docs: () => import('./docs.ts'),
  explain: () => import('./explain.ts'),
  route: () => import('./route.ts'),
  serve: () => import('./serve.ts'),
  keys: () => import('./keys.ts'),
  mcp: () => import('./mcp.ts'),
  policies: () => import('./policies.ts'),
  audit: () => import('./audit.ts'),
  log: () => import('./log.ts'),
  replay: () => import('./replay.ts'),
  receipt: () => import('./receipt.ts'),
  playground: () => import('./playground.ts'),
  backup: () => import('./backup.ts'),
  completion: () => import('./completion.ts'),
};
