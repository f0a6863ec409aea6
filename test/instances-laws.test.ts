// Laws of several instances: whatever way their work interleaves, what they answer and what they leave behind is what one instance
// could have answered, one request after the other.
// How: each step of an instance in the store is a task of fast-check's scheduler, which puts them in any order; a failure prints its
// seed and the order.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import * as assert from 'uvu/assert';
import type { Json } from '../grammar/json.ts';
import { ServiceError } from '../server/errors.ts';
import { applyApprovals, applyListing, EMPTY_CATALOGUE } from '../server/mcp/catalogue.ts';
import { Kept } from '../server/mcp/kept.ts';
import { readServer } from '../server/mcp/registration.ts';
import { createRegistry } from '../server/mcp/registry.ts';
import type { Registry } from '../server/services/tools/wire/mcp.ts';
import { followChanges } from '../server/store/follow.ts';
import { openStore } from '../server/store/sqlite.ts';
import type { Store } from '../server/store/store.ts';
import { body, listed } from './support/mcp.ts';
import { newDatabase, open, withPostgres } from './support/postgres.ts';
import { serverRow } from './support/store-conformance.ts';
import { test } from './support/test.ts';

const folder = mkdtempSync(join(tmpdir(), 'evident-laws-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));
let databases = 0;

interface Database {
  readonly define: (name: string, handler: () => Promise<void>) => void;
  readonly name: string;
  readonly runs: number;
  /** A new one, opened twice. */
  openTwice(): Promise<readonly [Store, Store]>;
}

const DATABASES: readonly Database[] = [
  {
    define: test,
    name: 'SQLite',
    runs: 150,
    async openTwice() {
      const path = join(folder, `${(databases += 1)}.db`);
      return [openStore(path), openStore(path)];
    },
  },
  {
    define: withPostgres,
    name: 'PostgreSQL',
    runs: 15,
    async openTwice() {
      const url = newDatabase();
      return [await open(url), await open(url, { instance: 'two' })];
    },
  },
];

/** A store whose every step is begun, and answered, when the scheduler says so. */
function scheduled(store: Store, scheduler: fc.Scheduler, who: string): Store {
  return new Proxy(store, {
    get(target, name) {
      const member = target[name as keyof Store] as unknown;
      if (typeof member !== 'function' || name === 'close' || name === 'onChange') return member;
      return async (...args: unknown[]) => {
        await scheduler.schedule(Promise.resolve(), `${who} begins ${String(name)}`);
        try {
          return await (member as (...all: unknown[]) => Promise<unknown>).apply(target, args);
        } finally {
          await scheduler.schedule(Promise.resolve(), `${who} ends ${String(name)}`);
        }
      };
    },
  });
}

/** One thing that somebody did: when it began and ended, and what was answered. */
interface Event<Work> {
  readonly work: Work;
  readonly beganAt: number;
  readonly endedAt: number;
  readonly answer: string;
}

/** Whether the events can be put in an order, in which none comes before one that had ended when it began, and that gives the answers. */
function isOneHistory<State, Work>(
  events: readonly Event<Work>[],
  start: State,
  step: (state: State, work: Work) => { readonly state: State; readonly answer: string },
  isEnd: (state: State) => boolean,
): boolean {
  const tried = new Set<string>();
  const search = (done: ReadonlySet<Event<Work>>, state: State): boolean => {
    if (done.size === events.length) return isEnd(state);
    const place = JSON.stringify([events.map((event) => done.has(event)), state]);
    if (tried.has(place)) return false;
    tried.add(place);
    const left = events.filter((event) => !done.has(event));
    const endsFirst = Math.min(...left.map(({ endedAt }) => endedAt));
    return left
      .filter(({ beganAt }) => beganAt <= endsFirst)
      .some((event) => {
        const next = step(state, event.work);
        return next.answer === event.answer && search(new Set([...done, event]), next.state);
      });
  };
  return search(new Set(), start);
}

/** Lets callers do what they are to do, one after the other each, all of them at once. */
async function perform<Work>(
  scheduler: fc.Scheduler,
  callers: readonly (readonly Work[])[],
  work: (caller: number, one: Work) => Promise<string>,
): Promise<readonly Event<Work>[]> {
  const events: Event<Work>[] = [];
  let time = 0;
  await scheduler.waitFor(
    Promise.all(
      callers.map(async (own, caller) => {
        for (const one of own) {
          const beganAt = (time += 1);
          const answer = await work(caller, one);
          events.push({ work: one, beganAt, endedAt: (time += 1), answer });
        }
      }),
    ),
  );
  return events;
}

type Request =
  | { readonly kind: 'register' | 'replace' | 'put'; readonly name: string; readonly variant: number }
  | { readonly kind: 'if-match'; readonly name: string; readonly variant: number; readonly revision: number }
  | { readonly kind: 'if-none'; readonly name: string; readonly variant: number }
  | { readonly kind: 'delete'; readonly name: string };

const named = { name: fc.constantFrom('a', 'b') };
const variant = { variant: fc.integer({ min: 0, max: 2 }) };
const REQUESTS: fc.Arbitrary<Request> = fc.oneof(
  fc.record({ kind: fc.constantFrom('register' as const, 'replace' as const, 'put' as const), ...named, ...variant }),
  fc.record({
    kind: fc.constant('if-match' as const),
    ...named,
    ...variant,
    revision: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ kind: fc.constant('if-none' as const), ...named, ...variant }),
  fc.record({ kind: fc.constant('delete' as const), ...named }),
);

type Known = Readonly<Record<string, { readonly variant: number; readonly revision: number }>>;

/** What one instance answers, by itself: the definition. */
function answerAlone(state: Known, request: Request): { readonly state: Known; readonly answer: string } {
  const before = Object.hasOwn(state, request.name) ? state[request.name] : undefined;
  if (request.kind === 'delete') {
    const { [request.name]: gone, ...rest } = state;
    return gone === undefined ? { state, answer: 'server_not_found' } : { state: rest, answer: 'deleted' };
  }
  if (request.kind === 'if-match' && before?.revision !== request.revision)
    return { state, answer: 'revision_mismatch' };
  if (request.kind === 'if-none' && before !== undefined) return { state, answer: 'revision_mismatch' };
  if (before?.variant === request.variant) return { state, answer: `200 ${before.revision}` };
  if (request.kind === 'register' && before !== undefined) return { state, answer: 'name_conflict' };
  const revision = (before?.revision ?? 0) + 1;
  const status = before === undefined || request.kind === 'replace' ? 201 : 200;
  return {
    state: { ...state, [request.name]: { variant: request.variant, revision } },
    answer: `${status} ${revision}`,
  };
}

async function answerOf(registry: Registry, request: Request): Promise<string> {
  try {
    if (request.kind === 'delete') {
      await registry.deleteServer(request.name);
      return 'deleted';
    }
    const config = { url: 'https://tools.example/mcp', enabled: false, description: String(request.variant) };
    const named = body({ name: request.name, ...config });
    const { status, body: record } =
      request.kind === 'register' || request.kind === 'replace'
        ? await registry.registerServer(named, { replace: request.kind === 'replace' })
        : await registry.putServer(request.name, named, conditionOf(request));
    return `${status} ${'revision' in record ? record.revision : ''}`;
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
}

function conditionOf(request: Request): Parameters<Registry['putServer']>[2] {
  if (request.kind === 'if-match') return { kind: 'present', revisions: [request.revision] };
  return request.kind === 'if-none' ? { kind: 'absent' } : undefined;
}

async function shownBy(registry: Registry): Promise<Known> {
  const { servers } = await registry.listServers();
  return Object.fromEntries(
    servers.map(({ name, description, revision }) => [name, { variant: Number(description), revision }]),
  );
}

for (const { define, name, runs, openTwice } of DATABASES) {
  define(`on ${name}: what callers of two instances are answered, one instance could have answered`, () =>
    fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.array(REQUESTS, { maxLength: 3 }), { minLength: 2, maxLength: 4 }),
        async (scheduler, callers) => {
          const stores = await openTwice();
          let ids = 0;
          const registries = stores.map((store, at) =>
            createRegistry({
              store: scheduled(store, scheduler, 'AB'[at] as string),
              now: () => 1,
              newId: (prefix) => `${prefix}_${(ids += 1)}`,
            }),
          );
          try {
            const events = await perform(scheduler, callers, (caller, request) =>
              answerOf(registries[caller % 2] as Registry, request),
            );
            // A change that is none makes an instance hear of all there were.
            await scheduler.waitFor(
              Promise.all(registries.map((registry) => registry.deleteServer('none').catch(() => {}))),
            );
            const [one, two] = await Promise.all(registries.map(shownBy));
            assert.equal(one, two, 'both show the same in the end');
            const end = (state: Known): boolean =>
              JSON.stringify(Object.entries(state).sort()) === JSON.stringify(Object.entries(one as Known).sort());
            assert.ok(
              isOneHistory<Known, Request>(events, {}, answerAlone, end),
              `no order of these gives ${JSON.stringify(one)}: ${JSON.stringify(events, null, 1)}`,
            );
          } finally {
            await scheduler.waitFor(Promise.all(registries.map((registry) => registry.close())));
            await Promise.all(stores.map((store) => store.close()));
          }
        },
      ),
      { numRuns: runs },
    ),
  );

  define(`on ${name}: a tool is pinned as one instance would have pinned it, whichever saw it first`, () =>
    fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(
          fc.array(fc.oneof(fc.integer({ min: 0, max: 2 }), fc.constant('approve' as const)), { maxLength: 3 }),
          {
            minLength: 2,
            maxLength: 2,
          },
        ),
        async (scheduler, callers) => {
          const stores = await openTwice();
          const config = readServer('a', body({ url: 'https://tools.example/mcp' }));
          const row = serverRow('a');
          await stores[0].putServers([{ row, tools: [], before: null }]);
          const kept = stores.map((store, at) => {
            const parts = { config, row, catalogue: EMPTY_CATALOGUE, isStored: true, onForgotten() {} };
            return new Kept({
              ...parts,
              hasListed: () => true,
              store: scheduled(store, scheduler, 'AB'[at] as string),
            });
          });
          const heard: (string | null)[] = [null, null];
          try {
            const events = await perform(
              scheduler,
              callers.map((own, caller) => own.map((what) => ({ what, caller }))),
              async (_, { what, caller }) => {
                const own = kept[caller] as Kept;
                const hash = own.catalogue.tools.get('x')?.row.hash;
                if (what !== 'approve') {
                  heard[caller] = `version ${what}`;
                  const listing = [
                    new Map<string, Json>([
                      ['name', 'x'],
                      ['description', heard[caller] as string],
                    ]),
                  ];
                  await own.adopt((before) => applyListing(before, listed(before, listing), config.tools, 'a', 1));
                } else if (hash !== undefined)
                  await own.adopt((before) => {
                    const result = applyApprovals(before, [{ name: 'x', hash }], config.tools, 'a');
                    return result.kind === 'ok' ? result.catalogue : before;
                  });
                return '';
              },
            );
            for (const [at, store] of stores.entries()) {
              const follower = followChanges({
                store,
                from: 0,
                follow: async () => (kept[at] as Kept).follow((await store.readServers()).servers[0]!),
              });
              await follower.catchUp();
              await follower.close();
            }
            const [one, two] = kept.map((own) => own.catalogue.tools.get('x'));
            assert.is(one?.row.approvedHash, two?.row.approvedHash);
            for (const [at, own] of [one, two].entries()) {
              if (heard[at] === null) continue;
              assert.is(own?.definition.get('description'), heard[at], 'what it is, each has heard itself');
              assert.is(own?.status, own?.row.hash === own?.row.approvedHash ? 'approved' : 'changed');
            }
            const approved = [one, two].find((own) => own?.row.approvedDefinition !== null)?.row.approvedDefinition;
            interface Pins {
              readonly approved: number | null;
              readonly heard: readonly (number | null)[];
            }
            const step = (
              { approved: pin, heard: told }: Pins,
              { what, caller }: { what: number | 'approve'; caller: number },
            ) => {
              if (what === 'approve') return { state: { approved: told[caller] ?? pin, heard: told }, answer: '' };
              return { state: { approved: pin ?? what, heard: told.with(caller, what) }, answer: '' };
            };
            const isEnd = ({ approved: pin }: Pins): boolean =>
              pin === null ? approved === undefined : approved?.includes(`version ${pin}`) === true;
            assert.ok(
              isOneHistory(events, { approved: null, heard: [null, null] } as Pins, step, isEnd),
              `no order of these pins ${approved}: ${JSON.stringify(events)}`,
            );
          } finally {
            await Promise.all(stores.map((store) => store.close()));
          }
        },
      ),
      { numRuns: runs },
    ),
  );
}

test.run();
