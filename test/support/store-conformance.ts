// What every store must do, as tests that run on each.
// In: a way to open a new store, and a second time. Why one suite: whatever stands on a store must not be able to tell which it is.

import * as assert from 'uvu/assert';
import { parseJson } from '../../grammar/json.ts';
import { ServiceError } from '../../server/errors.ts';
import { showAuditRow, verifyChain } from '../../server/store/audit-chain.ts';
import type {
  ApprovalRow,
  AuditEntry,
  KeyRow,
  PolicyRow,
  ServerChange,
  ServerRow,
  Store,
  ToolRow,
} from '../../server/store/store.ts';
import { CHANGES_KEPT, EVERYBODY } from '../../server/store/store.ts';
import { until } from './until.ts';

interface Subject {
  /** Defines a test. */
  readonly define: (name: string, handler: () => Promise<void>) => void;
  /** A new, empty store, opened twice, as two processes would. */
  openTwice(): Promise<readonly [Store, Store]>;
}

export function serverRow(name: string, change: Partial<ServerRow> = {}): ServerRow {
  return {
    owner: EVERYBODY,
    name,
    id: `srv_${name}`,
    config: '{"n":9007199254740993,"text":"\\u0000 €"}',
    learned: 'null',
    revision: 1,
    toolsRevision: 0,
    createdAtMs: 1_800_000_000_000,
    updatedAtMs: 2,
    ...change,
  };
}

export function toolRow(server: string, name: string, change: Partial<ToolRow> = {}): ToolRow {
  return {
    server,
    name,
    definition: `{"name":"${name}"}`,
    hash: 'sha256:a',
    approvedHash: null,
    approvedDefinition: null,
    listed: true,
    firstSeenAtMs: 3,
    ...change,
  };
}

export function keyRow(name: string, change: Partial<KeyRow> = {}): KeyRow {
  return {
    name,
    hash: `hash of ${name}`,
    scopes: 'decide',
    undecided: null,
    resultBytes: null,
    createdAtMs: 1,
    expiresAtMs: null,
    revokedAtMs: null,
    ...change,
  };
}

function approvalRow(id: string, change: Partial<ApprovalRow> = {}): ApprovalRow {
  return {
    id,
    caller: null,
    server: 'files',
    tool: 'write',
    toolHash: 'sha256:t',
    digest: 'sha256:d',
    arguments: '{"a":1.0}',
    answers: null,
    reason: 'because \0 "so"',
    status: 'pending',
    decidedBy: null,
    createdAtMs: 10,
    changedAtMs: 10,
    expiresAtMs: 100,
    ...change,
  };
}

const added = (row: ServerRow, tools: readonly ToolRow[] = []): ServerChange => ({ row, tools, before: null });
const entry = (atMs: number, members: Record<string, unknown> = {}): AuditEntry => ({
  atMs,
  event: 'call',
  key: 'k',
  members: { server: 's', tool: 't', sent: true, ...members },
});

/** The code a promise rejects with; null when it resolves. */
async function codeOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
}

export function testStore({ define, openTwice }: Subject): void {
  const inBoth = (name: string, work: (one: Store, two: Store) => Promise<void>): void =>
    define(name, async () => {
      const [one, two] = await openTwice();
      try {
        await work(one, two);
      } finally {
        await one.close();
        await two.close();
      }
    });
  testServers(inBoth);
  testFeed(inBoth);
  testKeys(inBoth);
  testApprovals(inBoth);
  testPoliciesAndLogins(inBoth);
  testAudit(inBoth);
}

type InBoth = (name: string, work: (one: Store, two: Store) => Promise<void>) => void;

function testServers(inBoth: InBoth): void {
  inBoth('servers and tools are read as they were put, by name, and by names', async (one, two) => {
    const b = serverRow('b', { toolsRevision: 1 });
    const a = serverRow('a', { learned: '{"x":1}' });
    const tools = [
      toolRow('b', 'z', { approvedHash: 'sha256:a', approvedDefinition: '{}', listed: false }),
      toolRow('b', 'É'),
      toolRow('b', 'Z'),
    ];
    await one.putServers([added(b, tools), added(a)]);
    const byName = [toolRow('b', 'Z'), tools[0]!, toolRow('b', 'É')];
    for (const store of [one, two]) {
      const { servers } = await store.readServers();
      assert.equal(servers, [
        { row: a, tools: [] },
        { row: b, tools: byName },
      ]);
      assert.equal((await store.readServers(['b', 'none'])).servers, [{ row: b, tools: byName }]);
      assert.equal((await store.readServers([])).servers, []);
    }
  });

  inBoth('of two that put a server in the place of the same row, one wins', async (one, two) => {
    const first = serverRow('a');
    assert.is(await codeOf(one.putServers([added(first)])), null);
    assert.is(await codeOf(two.putServers([added(serverRow('a', { id: 'other' }))])), 'revision_mismatch');
    const next = (id: string): ServerChange => ({
      row: { ...first, config: `{"by":"${id}"}`, revision: 2, toolsRevision: 1 },
      tools: [],
      before: first,
    });
    const codes = await Promise.all([one, two].map((store, at) => codeOf(store.putServers([next(String(at))]))));
    assert.equal(codes.sort(), [null, 'revision_mismatch'].sort());
    assert.is((await two.readServers()).servers[0]?.row.revision, 2);
  });

  inBoth('several servers are put all or none', async (one, two) => {
    const a = serverRow('a');
    await one.putServers([added(a)]);
    const changed = [added(serverRow('b')), { row: { ...a, revision: 2 }, tools: [], before: { ...a, revision: 7 } }];
    assert.is(await codeOf(two.putServers(changed)), 'revision_mismatch');
    const twice = [added(serverRow('c'), [toolRow('c', 't'), toolRow('c', 't')])];
    assert.is(await codeOf(two.putServers(twice)), 'storage_failed');
    assert.equal(
      (await one.readServers()).servers.map(({ row }) => row),
      [a],
    );
  });

  inBoth('tools are replaced all or none, while the server is the one that was read', async (one, two) => {
    const a = serverRow('a');
    await one.putServers([added(a)]);
    await one.putTools(a, [toolRow('a', 'x')]);
    assert.is(await codeOf(two.putTools(a, [toolRow('a', 'y')])), 'revision_mismatch', 'written meanwhile');
    const now = { ...a, toolsRevision: 1 };
    for (const other of [
      { ...now, id: 'other' },
      { ...now, revision: 2 },
      { ...now, name: 'none' },
    ])
      assert.is(await codeOf(two.putTools(other, [])), 'revision_mismatch');
    assert.is(await codeOf(two.putTools(now, [toolRow('a', 'y'), toolRow('a', 'y')])), 'storage_failed');
    assert.equal((await two.readServers()).servers, [{ row: now, tools: [toolRow('a', 'x')] }]);
    await two.putTools(now, []);
    assert.equal((await one.readServers()).servers, [{ row: { ...now, toolsRevision: 2 }, tools: [] }]);
  });

  inBoth('a server is deleted with its tools and its login, and only the one that is meant', async (one, two) => {
    const a = serverRow('a');
    await one.putServers([added(a, [toolRow('a', 'x')])]);
    await one.putLogin('a', '{}', null);
    assert.is(await two.deleteServer({ ...a, id: 'other' }), false);
    assert.is(await two.deleteServer(a), true);
    assert.is(await one.deleteServer(a), false);
    assert.equal([(await one.readServers()).servers, await one.getLogin('a')], [[], null]);
    await one.putServers([added(serverRow('a', { id: 'again' }))]);
    assert.equal((await two.readServers()).servers[0]?.tools, []);
  });

  inBoth("an instance's own server stands beside everybody's of the same name", async (one) => {
    const everybody = serverRow('a');
    const own = serverRow('a', { owner: one.instance, id: 'own' });
    await one.putServers([added(everybody, [toolRow('a', 'x')]), added(own, [toolRow('a', 'y')])]);
    assert.equal((await one.readServers(['a'])).servers, [
      { row: everybody, tools: [toolRow('a', 'x')] },
      { row: own, tools: [toolRow('a', 'y')] },
    ]);
    await one.putLogin('a', '{}', null);
    assert.ok(await one.deleteServer(own));
    assert.equal((await one.readServers()).servers, [{ row: everybody, tools: [toolRow('a', 'x')] }]);
    assert.ok((await one.getLogin('a')) !== null, 'the login is of the name');
  });

  inBoth('what was learned is kept with the configuration it was learned of, and is no change', async (one, two) => {
    const a = serverRow('a');
    await one.putServers([added(a)]);
    const { revision } = await one.changesSince(0);
    await two.putLearned({ ...a, learned: '{"era":"legacy"}' });
    await two.putLearned({ ...a, revision: 2, learned: '{"era":"modern"}' });
    await two.putLearned({ ...a, id: 'other', learned: '{"era":"modern"}' });
    assert.is((await one.readServers()).servers[0]?.row.learned, '{"era":"legacy"}');
    assert.equal(await one.changesSince(revision), { revision, changes: [] });
  });
}

function testFeed(inBoth: InBoth): void {
  inBoth('the feed has each change once, the last ones last, and nothing of what was refused', async (one, two) => {
    const start = await one.changesSince(0);
    assert.equal(start, { revision: start.revision, changes: [] });
    const a = serverRow('a');
    await one.putServers([added(a), added(serverRow('b'))]);
    await two.putTools(a, []);
    await codeOf(two.putTools(a, []));
    await one.addKey(keyRow('k'));
    await one.addKey(keyRow('k'));
    await two.putPolicy({ name: 'p', text: '1', revision: 1, changedAtMs: 1 });
    const { revision, changes } = await two.changesSince(start.revision);
    assert.is(revision, start.revision + 5);
    assert.equal(changes, [
      { kind: 'server', name: 'b' },
      { kind: 'server', name: 'a' },
      { kind: 'key', name: 'k' },
      { kind: 'policy', name: 'p' },
    ]);
    assert.equal((await one.changesSince(revision - 1)).changes, [{ kind: 'policy', name: 'p' }]);
    assert.is((await one.readServers()).revision, revision);
    assert.is((await one.changesSince(revision + 1)).changes, null, 'a database that was put back knows fewer');
  });

  inBoth(`the feed keeps ${CHANGES_KEPT} changes`, async (one) => {
    const a = serverRow('a');
    await one.putServers([added(a)]);
    const { revision } = await one.changesSince(0);
    for (let n = 0; n < CHANGES_KEPT; n += 1) await one.putTools({ ...a, toolsRevision: n }, []);
    assert.equal((await one.changesSince(revision)).changes, [{ kind: 'server', name: 'a' }]);
    assert.is((await one.changesSince(revision - 1)).changes, null);
  });
}

function testKeys(inBoth: InBoth): void {
  inBoth('keys are read as they were added, a name is given once, and the other sees each change', async (one, two) => {
    assert.equal([await two.listKeys(), await two.hasKeys()], [[], false]);
    const b = keyRow('b', { undecided: 'error', expiresAtMs: 9, resultBytes: 2048 });
    assert.ok(await one.addKey(b));
    assert.ok(await one.addKey(keyRow('a')));
    assert.not(await two.addKey(keyRow('a', { hash: 'other' })));
    for (const store of [one, two]) assert.equal(await store.listKeys(), [keyRow('a'), b]);
    assert.equal(await two.findKey('hash of b'), b, 'one that was just added is found');
    assert.is(await two.findKey('hash of a'), await two.findKey('hash of a'), 'the same row while nothing changes');
    assert.is(await two.findKey('hash of nobody'), null);
    await until(() => two.hasKeys());
    assert.ok(await two.revokeKey('a', 5));
    assert.not(await one.revokeKey('a', 6));
    assert.not(await one.revokeKey('nobody', 6));
    assert.is((await two.findKey('hash of a'))?.revokedAtMs, 5, 'at once where it was revoked');
    await until(async () => (await one.findKey('hash of a'))?.revokedAtMs === 5);
    assert.is((await one.listKeys())[0]?.revokedAtMs, 5);
  });
}

const MOST = { all: 2, own: 2 };

function testApprovals(inBoth: InBoth): void {
  inBoth('one call is held once, at most so many are, and the expired ones are forgotten', async (one, two) => {
    const row = approvalRow('1');
    const held = await Promise.all([one.holdApproval(row, MOST, 0), two.holdApproval({ ...row, id: '2' }, MOST, 0)]);
    assert.is(held[0]?.id, held[1]?.id, 'two that hold it at once hold one');
    const other = approvalRow('3', { caller: 'k', createdAtMs: 11, answers: '{"q":1.0}' });
    assert.equal(await two.holdApproval(other, MOST, 0), other);
    assert.is(await one.holdApproval(approvalRow('4', { digest: 'sha256:e' }), MOST, 0), null);
    assert.is(await one.holdApproval(approvalRow('4', { digest: 'sha256:e' }), { all: 9, own: 1 }, 0), null, 'its own');
    assert.equal(
      (await one.listApprovals(10)).map(({ id }) => id),
      ['3', held[0]!.id],
    );
    assert.equal(await two.getApproval('3'), other);
    assert.is(await two.getApproval('none'), null);
    const late = approvalRow('5', { createdAtMs: 150, expiresAtMs: 250 });
    assert.equal(await one.holdApproval(late, MOST, 101), late, 'who has expired waits no more');
    assert.equal(await two.listApprovals(10), [late]);
  });

  inBoth('of two that use an approval at once, one does', async (one, two) => {
    const row = approvalRow('1');
    await one.holdApproval(row, MOST, 0);
    assert.ok(await one.changeApproval('1', 'pending', 'approved', 'boss', 20));
    assert.not(await two.changeApproval('1', 'pending', 'denied', 'boss', 20));
    for (const store of [one, two]) assert.is((await store.findApproval(row, 'approved', 99))?.decidedBy, 'boss');
    for (const wanted of [
      { ...row, caller: 'k' },
      { ...row, digest: 'x' },
      { ...row, toolHash: 'x' },
      { ...row, server: 'x' },
    ])
      assert.is(await one.findApproval(wanted, 'approved', 99), null);
    assert.is(await one.findApproval(row, 'approved', 100), null, 'over');
    const used = await Promise.all([one, two].map((store) => store.changeApproval('1', 'approved', 'used', null, 30)));
    assert.equal(used.sort(), [false, true]);
    const { status, decidedBy, changedAtMs } = (await one.getApproval('1'))!;
    assert.equal([status, decidedBy, changedAtMs], ['used', 'boss', 30]);
  });
}

function testPoliciesAndLogins(inBoth: InBoth): void {
  inBoth('a policy is put and deleted only where it has the revision that was read', async (one, two) => {
    const p: PolicyRow = { name: 'p', text: '(+ 1 "€")', revision: 1, changedAtMs: 5 };
    assert.is(await codeOf(one.putPolicy({ ...p, revision: 2 })), 'revision_mismatch');
    await one.putPolicy(p);
    assert.is(await codeOf(two.putPolicy(p)), 'revision_mismatch');
    const codes = await Promise.all(
      [one, two].map((store, at) => codeOf(store.putPolicy({ ...p, text: String(at), revision: 2 }))),
    );
    assert.equal(codes.sort(), [null, 'revision_mismatch'].sort());
    assert.is((await two.listPolicies())[0]?.revision, 2);
    assert.is(await codeOf(two.deletePolicy('p', 1)), 'revision_mismatch');
    assert.is(await codeOf(two.deletePolicy('q', 1)), 'revision_mismatch');
    await two.deletePolicy('p', 2);
    assert.equal(await one.listPolicies(), []);
  });

  inBoth('a secret of the service is made once', async (one, two) => {
    const [first, second] = await Promise.all([one.keepSecret('k', 'fresh-1'), two.keepSecret('k', 'fresh-2')]);
    assert.is(first, second);
    assert.is(await two.keepSecret('k', 'fresh-3'), first);
    assert.is(await one.keepSecret('other', 'fresh-4'), 'fresh-4');
  });

  inBoth('a login is replaced only where it has the revision that was read', async (one, two) => {
    assert.is(await one.getLogin('files'), null);
    assert.is(await one.putLogin('files', '{"a":1}', 7), null, 'there is none to replace');
    assert.is(await one.putLogin('files', '{"a":1}', null), 1);
    assert.is(await two.putLogin('files', '{"a":2}', null), null, 'there is one already');
    assert.is(await two.putLogin('files', '{"a":2}', 1), 2);
    assert.is(await one.putLogin('files', '{"a":3}', 1), null, 'another was faster');
    assert.equal(await one.getLogin('files'), { server: 'files', login: '{"a":2}', revision: 2 });
    assert.equal([await one.deleteLogin('files'), await two.deleteLogin('files')], [true, false]);
  });
}

function testAudit(inBoth: InBoth): void {
  const rowsOf = async (store: Store) =>
    (await store.listAudit({ after: 0, limit: 10_000 })).map((row) => parseJson(Buffer.from(showAuditRow(row))));

  inBoth('rows of two that write at once are one chain', async (one, two) => {
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        (at % 2 === 0 ? one : two).appendAudit([entry(at), entry(at, { text: '\u0000 "€' })], 0),
      ),
    );
    const verdict = verifyChain(await rowsOf(one));
    assert.equal(verdict.kind === 'chain' && [verdict.first, verdict.rows], [1, 40]);
    const [first, ...rest] = await two.listAudit({ after: 37, limit: 10, event: 'call', key: 'k' });
    assert.equal([first?.seq, rest.length], [38, 2]);
    const back = async (before: number | null) =>
      (await two.listAudit({ after: 0, before, limit: 2, key: 'k' })).map(({ seq }) => seq);
    assert.equal([await back(null), await back(39), await back(1)], [[40, 39], [38, 37], []]);
    assert.equal(await two.listAudit({ after: 0, limit: 10, event: 'other' }), []);
    assert.equal(await two.listAudit({ after: 0, limit: 10, key: 'other' }), []);
  });

  inBoth('a batch that is sent again is added once', async (one, two) => {
    const batch = { writer: 'run_1', number: 1 };
    await one.appendAudit([entry(1), entry(2)], 0, batch);
    await two.appendAudit([entry(1), entry(2)], 0, batch);
    await two.appendAudit([entry(3)], 0, { ...batch, number: 2 });
    await two.appendAudit([entry(4)], 0, { ...batch, writer: 'run_2' });
    const verdict = verifyChain(await rowsOf(one));
    assert.equal(verdict.kind === 'chain' && [verdict.first, verdict.rows], [1, 4]);
  });

  inBoth('old rows are forgotten, the last one stays, and the chain goes on from it', async (one, two) => {
    await one.appendAudit([entry(1), entry(2), entry(3)], 0);
    await two.appendAudit([], 10);
    assert.is((await rowsOf(one)).length, 1);
    await two.appendAudit([entry(20)], 10);
    const verdict = verifyChain(await rowsOf(one));
    assert.equal(verdict.kind === 'chain' && [verdict.first, verdict.rows], [4, 1]);
  });

  inBoth('an old row that came late stays as long as the one before it', async (one, two) => {
    await one.appendAudit([entry(1), entry(20), entry(2), entry(21)], 0);
    await two.appendAudit([entry(22)], 10);
    const verdict = verifyChain(await rowsOf(one));
    assert.equal(verdict.kind === 'chain' && [verdict.first, verdict.rows], [2, 4]);
  });

  inBoth(
    'calls that were sent are counted by key, server and tool, those of others alone, and on from a row',
    async (one, two) => {
      const ALL = { sinceMs: 0, after: 0, butWriter: null };
      assert.equal(await one.countCalls(ALL), { seq: 0, counts: [] });
      await one.appendAudit(
        [
          entry(1),
          entry(5),
          entry(6, { sent: undefined }),
          { ...entry(7), event: 'relay' },
          { ...entry(8), key: null },
        ],
        0,
        { writer: 'me', number: 1 },
      );
      await two.appendAudit([entry(9, { tool: 'u' })], 0);
      const sorted = async (query: Parameters<Store['countCalls']>[0]) => {
        const { seq, counts } = await two.countCalls(query);
        return [seq, counts.map(({ key, server, tool, calls }) => `${key} ${server} ${tool} ${calls}`).sort()];
      };
      assert.equal(await sorted(ALL), [6, ['k s t 2', 'k s u 1', 'null s t 1']]);
      assert.equal(await sorted({ ...ALL, sinceMs: 5 }), [6, ['k s t 1', 'k s u 1', 'null s t 1']]);
      assert.equal(await sorted({ ...ALL, after: 2 }), [6, ['k s u 1', 'null s t 1']]);
      assert.equal(await sorted({ ...ALL, butWriter: 'me' }), [6, ['k s u 1']]);
    },
  );
}
