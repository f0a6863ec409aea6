// Commands: the one table of what the command line can do. `evident --help`, dispatch and completion read it.
// A command is imported when it is asked for: `check` should not wait for the server, and `--help` for none of them.

import type { Commands } from './command.ts';

export const COMMANDS: Commands = {
  init: {
    summary: 'begin a project: a script with its cases, questions with labelled states',
    load: () => import('./init.ts'),
  },
  check: { summary: 'check a script without running it', load: () => import('./check.ts') },
  run: { summary: 'run a script or an artifact on a JSON input', load: () => import('./run.ts') },
  why: {
    summary: 'run a script and show each expression with its value, and what made the result so',
    load: () => import('./why.ts'),
  },
  test: { summary: 'run the cases beside scripts, and show what no case reaches', load: () => import('./test.ts') },
  build: {
    summary: 'build a script, or questions, into one portable WebAssembly module',
    load: () => import('./build.ts'),
  },
  inspect: {
    summary: 'show what an artifact says of itself, or the program of questions',
    load: () => import('./inspect.ts'),
  },
  verify: {
    summary:
      'compare an artifact with what its text builds to, a receipt with what it says, or tool calls with the conversation that orders them',
    load: () => import('./verify.ts'),
  },
  decide: { summary: 'answer questions about a state, with the evidence', load: () => import('./decide.ts') },
  learn: {
    summary: 'learn the phrases of a question, or points for words, from labelled examples',
    load: () => import('./learn.ts'),
  },
  eval: { summary: 'measure how often questions are right on labelled states', load: () => import('./eval.ts') },
  lint: { summary: 'find phrases and options that will not work as they read', load: () => import('./lint.ts') },
  fmt: { summary: 'format a script', load: () => import('./fmt.ts') },
  table: {
    summary: 'make a decision table into a script, and prove where its rules overlap or leave a gap',
    load: () => import('./table.ts'),
  },
  repl: { summary: 'try the language, entry by entry', load: () => import('./repl.ts') },
  lsp: {
    summary: 'serve an editor: the Language Server Protocol over standard input and output',
    load: () => import('./lsp.ts'),
  },
  docs: {
    summary: 'print the reference of the language, or of one builtin or special form',
    load: () => import('./docs.ts'),
  },
  explain: { summary: 'explain a diagnostic or a fault', load: () => import('./explain.ts') },
  route: { summary: 'choose a tool for a message, or say what is missing', load: () => import('./route.ts') },
  serve: {
    summary: 'run the service, or with --mcp-stdio an MCP server on standard input and output',
    load: () => import('./serve.ts'),
  },
  work: {
    summary: 'decide the messages of a NATS stream, as one of any number of workers',
    load: () => import('./work.ts'),
  },
  publish: {
    summary: 'store an artifact at a NATS broker and make it the policy of its workers',
    load: () => import('./publish.ts'),
  },
  submit: { summary: 'publish the lines of a file to a NATS stream', load: () => import('./submit.ts') },
  collect: { summary: 'print the results of a NATS stream as lines of JSON', load: () => import('./collect.ts') },
  keys: { summary: 'issue, list and revoke API keys', load: () => import('./keys.ts') },
  mcp: { summary: 'sign in at a tool server, for the service that uses it', load: () => import('./mcp.ts') },
  approvals: {
    summary: 'list and decide the calls that policies hold for a person',
    load: () => import('./approvals.ts'),
  },
  policies: {
    summary: 'keep policies in the store, for services that share it (--policies store:)',
    load: () => import('./policies.ts'),
  },
  audit: {
    summary: 'show, check, export and replay what was done with tool servers and keys',
    load: () => import('./audit.ts'),
  },
  log: { summary: 'show, follow and check the decision log', load: () => import('./log.ts') },
  replay: {
    summary: 'give the answers of a decision log again, and tell every difference',
    load: () => import('./replay.ts'),
  },
  receipt: {
    summary: 'sign what the decision log says of one answer, to be checked without the service',
    load: () => import('./receipt.ts'),
  },
  playground: { summary: 'write the console as static files', load: () => import('./playground.ts') },
  backup: {
    summary: 'copy the keys and the registered servers to one file, while the service runs',
    load: () => import('./backup.ts'),
  },
  completion: {
    summary: 'print what a shell needs to complete commands, options and names',
    load: () => import('./completion.ts'),
  },
};
