// Policies around calls: each verdict, what fails closed, the examples of the documentation, and the flags.

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import type { Audit } from '../server/audit.ts';
import { createAudit } from '../server/audit.ts';
import { openPolicies, POLICY_INPUT_BYTES_MAX } from '../server/policies.ts';
import type { Guards, Progress, Registry } from '../server/services/tools/wire/mcp.ts';
import { openStore } from '../server/store/sqlite.ts';
import { openCommandLine } from './support/command-line.ts';
import { body, call, everything, failure, raw, servers, startRegistry } from './support/mcp.ts';
import { ROOT } from './support/paths.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'evident-policies-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

const POLICIES: Readonly<Record<string, string>> = {
  allow: '{:verdict "allow"}',
  deny: '{:verdict "deny" :reason "never"}',
  approve: '{:verdict "approve" :reason "somebody should look"}',
  rewrite: '{:verdict "allow" :arguments (assoc (:arguments input) :message "changed")}',
  'rewrite-wrongly': '{:verdict "allow" :arguments {:message 3}}',
  faults: '(/ 1 0)',
  endless: '(loop [n 0] (recur (inc n)))',
  shapeless: '"allow"',
  verbose: '{:verdict "allow" :comment "more"}',
  'sees-all':
    '(if (and (= (:server input) "ev") (= (:tool input) "echo") (= (:caller input) "shop") (map? (:annotations input)) (string? (:now input))) {:verdict "allow"} {:verdict "deny"})',
  pass: '{:verdict "pass"}',
  withhold: '{:verdict "deny" :reason "not for you"}',
  redact: '{:verdict "redact" :content [{:type "text" :text "[gone]"}]}',
  cut: '{:verdict "cut" :bytes 8}',
  'no-failures':
    '(if (get-in input [:result :isError]) {:verdict "redact" :content [{:type "text" :text "it failed"}]} {:verdict "pass"})',
};
const scripts = join(folder, 'policies');
mkdirSync(scripts);
for (const [name, script] of Object.entries(POLICIES)) writeFileSync(join(scripts, `${name}.script`), script);

const policies = await openPolicies(scripts, () => {});
test.after(() => policies.close());

async function withGuards<T>(
  guards: Partial<Guards> & { tools?: object },
  work: (registry: Registry) => Promise<T>,
): Promise<T> {
  const registry = startRegistry({
    policies,
    operatorServers: servers({ ev: { ...everything(), guards }, raw: { ...raw(), guards } }),
  });
  try {
    return await work(registry);
  } finally {
    await registry.close();
  }
}

const echo = (registry: Registry) => call(registry, { server: 'ev', tool: 'echo', arguments: { message: 'héllo' } });
const textOf = (answer: Record<string, any>): string => answer['result'].content.map(({ text }: any) => text).join('|');

test('what is allowed happens, and the answer says who allowed it', async () => {
  const answer = await withGuards({ before: ['allow'], after: ['pass'] }, echo);
  assert.is(textOf(answer), 'Echo: héllo');
  assert.equal(
    answer['guards'].map(({ policy, phase, verdict }: any) => [policy, phase, verdict]),
    [
      ['allow', 'before', 'allow'],
      ['pass', 'after', 'pass'],
    ],
  );
  for (const { hash, steps } of answer['guards']) {
    assert.match(hash, /^[0-9a-f]{64}$/);
    assert.ok(steps > 0);
  }
});

test('arguments that a policy writes are what is sent, when the schema allows them', async () => {
  assert.is(textOf(await withGuards({ before: ['rewrite'] }, echo)), 'Echo: changed');
  const error = await withGuards({ before: ['rewrite-wrongly'] }, (registry) =>
    failure(registry.callTool(body({ server: 'ev', tool: 'echo', arguments: { message: 'x' } }))),
  );
  assert.is(error.code, 'invalid_arguments');
  assert.match(error.message, /^the policy rewrite-wrongly changed the arguments: arguments\/message: /);
  assert.is(error.details['policy'], 'rewrite-wrongly');
  // Nobody is asked to approve it.
  const held = await withGuards({ before: ['rewrite-wrongly', 'approve'] }, (registry) =>
    failure(registry.callTool(body({ server: 'ev', tool: 'echo', arguments: { message: 'x' } }))),
  );
  assert.equal([held.code, held.details['policy']], ['invalid_arguments', 'rewrite-wrongly']);
});

const DENIED: readonly (readonly [policy: string, failure: string | undefined, part: RegExp])[] = [
  ['deny', undefined, /never/],
  ['faults', 'divide-by-zero', /divide-by-zero/],
  ['endless', 'out-of-fuel', /all its steps/],
  ['shapeless', 'no-verdict', /no verdict/],
  ['verbose', 'no-verdict', /no verdict/],
  ['pass', 'no-verdict', /no verdict/],
];
for (const [policy, why, part] of DENIED) {
  test(`before a call, ${policy} denies`, async () => {
    const error = await withGuards({ before: ['allow', policy, 'rewrite'] }, (registry) =>
      failure(registry.callTool(body({ server: 'ev', tool: 'echo', arguments: { message: 'x' } }))),
    );
    assert.equal(
      [error.code, error.status, error.details.policy, error.details.failure],
      ['policy_denied', 403, policy, why],
    );
    assert.match(error.message, part);
    assert.equal(
      error.details.guards.map(({ policy: name }: any) => name),
      ['allow', policy],
    );
  });
}

test('a policy that reads what its tools do not have is told of, and its tools are not called', async () => {
  const fits = join(folder, 'fits');
  mkdirSync(fits);
  const write = (name: string, script: string): void => writeFileSync(join(fits, `${name}.script`), script);
  write('typo', '(if (= (get-in input [:arguments :mesage]) "x") {:verdict "deny"} {:verdict "allow"})');
  write('number', '(if (> (:message (:arguments input)) 10) {:verdict "deny"} {:verdict "allow"})');
  write(
    'some',
    '(if (= ["x"] (vals (select-keys (:arguments input) [:message :path]))) {:verdict "deny"} {:verdict "allow"})',
  );
  write('result', '(if (get-in input [:resullt :content]) {:verdict "deny"} {:verdict "pass"})');
  const opened = await openPolicies(fits, () => {});
  const registry = startRegistry({
    policies: opened,
    operatorServers: servers({
      ev: {
        ...everything(),
        guards: {
          before: ['some'],
          tools: { echo: { before: ['typo'] }, 'get-sum': { after: ['result'] }, 'get-env': { before: ['number'] } },
        },
      },
    }),
  });
  try {
    await registry.refreshServer('ev');
    const { warnings } = await registry.getServer('ev');
    assert.equal(warnings, [
      'policy_misfit: typo.script:1:8: no input has /arguments/mesage (did you mean message?)',
      'policy_misfit: number.script:1:8: no input has /arguments/message',
      'policy_misfit: result.script:1:5: no input has /resullt (did you mean result?)',
    ]);
    const denied = await failure(registry.callTool(body({ server: 'ev', tool: 'echo', arguments: { message: 'y' } })));
    assert.equal([denied.code, denied.details.policy, denied.details.failure], ['policy_denied', 'typo', 'misfit']);
    // Other tools of the server are called.
    const called = await registry.callTool(body({ server: 'ev', tool: 'get-tiny-image', arguments: {} }));
    assert.is(called.outcome, 'ok');
    write('typo', '(if (= (get-in input [:arguments :message]) "x") {:verdict "deny"} {:verdict "allow"})');
    (await opened.prepare()).commit();
    assert.is(
      (await registry.callTool(body({ server: 'ev', tool: 'echo', arguments: { message: 'y' } }))).outcome,
      'ok',
    );
    assert.is((await registry.getServer('ev')).warnings.length, 2);
  } finally {
    await registry.close();
    opened.close();
  }
});

test('policies read how many calls the key has made today, across a restart', async () => {
  const store = openStore(':memory:');
  // Each process writes under a name of its own.
  const [audit, later] = ['run_1', 'run_2'].map((writer) =>
    createAudit({ store, writer, now: () => Date.now(), keepMs: 86_400_000, log: () => {} }),
  ) as [Audit, Audit];
  const budget = join(folder, 'budget');
  mkdirSync(budget, { recursive: true });
  writeFileSync(
    join(budget, 'two.script'),
    '(if (< (get-in input [:counts :tool]) 2) {:verdict "allow"} {:verdict "deny" :reason (str "made " (get-in input [:counts :key]))})',
  );
  const opened = await openPolicies(budget, () => {});
  const start = (own: Audit) =>
    startRegistry({
      store,
      audit: own,
      policies: opened,
      operatorServers: servers({ ev: { ...everything(), guards: { before: ['two'] } } }),
    });
  const say = (registry: Registry, caller: string) =>
    registry.callTool(body({ server: 'ev', tool: 'echo', arguments: { message: 'x' } }), { caller });
  try {
    const first = start(audit);
    await say(first, 'shop');
    // Who is denied has made no call.
    await failure(first.callTool(body({ server: 'ev', tool: 'echo', arguments: { message: 3 } }), { caller: 'shop' }));
    await audit.flush();
    await first.close();
    const second = start(later);
    // Two at once: one of them is one too many.
    const both = await Promise.allSettled([say(second, 'shop'), say(second, 'shop')]);
    assert.equal(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    assert.match((await failure(say(second, 'shop'))).message, /made 2/);
    assert.is((await say(second, 'other')).outcome, 'ok');
    await second.close();
  } finally {
    opened.close();
    await audit.close();
    await later.close();
    await store.close();
  }
});

test('a rule for tools that the server does not have is told of', async () => {
  const rules = { guards: { tools: { ecco: { before: ['deny'] } } }, tools: { deny: ['nothing-*', 'get-*'] } };
  const registry = startRegistry({ policies, operatorServers: servers({ ev: { ...everything(), ...rules } }) });
  try {
    await registry.refreshServer('ev');
    assert.equal((await registry.getServer('ev')).warnings, [
      'no_such_tool: ecco of guards.tools matches no tool of the server',
      'no_such_tool: nothing-* of tools.deny matches no tool of the server',
    ]);
  } finally {
    await registry.close();
  }
});

test('resources and prompts of a guarded server are withheld, unless its record lets them through', async () => {
  const see = async (guards: object, service: Partial<Guards> = {}) => {
    const registry = startRegistry({
      policies,
      guards: { before: [], after: [], ...service },
      operatorServers: servers({ ev: { ...everything(), guards } }),
    });
    try {
      const { capabilities } = await registry.viewServer('ev');
      const read = registry.relay('ev', 'resources/list', new Map()).then(
        () => 'read',
        ({ code }) => code as string,
      );
      return [capabilities.includes('resources'), capabilities.includes('prompts'), await read];
    } finally {
      await registry.close();
    }
  };
  assert.equal(await see({}), [true, true, 'read']);
  assert.equal(await see({ tools: { 'get-*': { after: ['redact'] } } }), [true, true, 'read'], 'of some tools');
  assert.equal(await see({ after: ['redact'] }), [false, false, 'policy_denied']);
  assert.equal(await see({ tools: { '*': { before: ['deny'] } } }), [false, false, 'policy_denied']);
  assert.equal(await see({}, { before: ['deny'] }), [false, false, 'policy_denied']);
  assert.equal(await see({ unguarded: ['resources'] }, { before: ['deny'] }), [true, false, 'read']);
});

test('a call that a policy denies never reaches the server', async () => {
  await withGuards({ before: ['deny'] }, async (registry) => {
    const error = await failure(registry.callTool(body({ server: 'raw', tool: 'crash' })));
    assert.is(error.code, 'policy_denied');
    assert.is((await registry.getServer('raw')).restarts, 0);
  });
});

test('one that wants a person to look holds the call back, unless another denies it', async () => {
  const run = (before: string[]) =>
    withGuards({ before }, (registry) =>
      failure(registry.callTool(body({ server: 'ev', tool: 'echo', arguments: { message: 'x' } }))),
    );
  const held = await run(['approve', 'allow']);
  assert.equal([held.code, held.details.reason], ['approval_required', 'somebody should look']);
  assert.is((await run(['approve', 'deny'])).code, 'policy_denied');
});

test('a result is redacted, cut at a character, or withheld', async () => {
  const redacted = await withGuards({ after: ['redact'] }, echo);
  assert.is(textOf(redacted), '[gone]');
  assert.is(redacted['result']._meta['evident/guarded'], 'redacted');
  // "Echo: h" is 7 bytes, and the é behind it needs two.
  assert.is(textOf(await withGuards({ after: ['cut'] }, echo)), 'Echo: h');
  const error = await withGuards({ after: ['withhold'] }, (registry) =>
    failure(registry.callTool(body({ server: 'ev', tool: 'echo', arguments: { message: 'x' } }))),
  );
  assert.match(error.message, /not for you/);
  assert.is(
    textOf(await withGuards({ after: ['cut', 'redact'] }, echo)),
    '[gone]',
    'each sees what the one before left',
  );
});

test('structure that was not written again goes with the text it would repeat', async () => {
  const answer = await withGuards({ after: ['redact'] }, (registry) =>
    call(registry, { server: 'ev', tool: 'get-structured-content', arguments: { location: 'New York' } }),
  );
  assert.is(answer['result'].structuredContent, undefined);
});

test('nothing else of a result goes on that a policy changed', async () => {
  for (const policy of ['redact', 'cut']) {
    const { result } = await withGuards({ after: [policy] }, (registry) =>
      call(registry, { server: 'raw', tool: 'odd' }),
    );
    assert.equal(Object.keys(result).sort(), ['_meta', 'content']);
    assert.equal(Object.keys(result._meta), ['evident/guarded']);
    const asked = await withGuards({ after: [policy] }, (registry) =>
      failure(registry.callTool(body({ server: 'raw', tool: 'asks' }))),
    );
    assert.equal([asked.code, asked.details.failure], ['policy_denied', 'no-content']);
  }
  const passed = await withGuards({ after: ['pass'] }, (registry) => call(registry, { server: 'raw', tool: 'asks' }));
  assert.is(passed['outcome'], 'input_required');
});

test('policies are asked about the error of a server as about a result that failed', async () => {
  const refuse = (after: string[]) =>
    withGuards({ after }, (registry) => failure(registry.callTool(body({ server: 'raw', tool: 'refuse' }))));
  assert.equal((await refuse(['pass'])).details.upstream, { code: -31999, message: 'refused', data: { why: 1 } });
  assert.equal((await refuse(['no-failures'])).details.upstream, { code: -31999, message: 'it failed' });
  assert.equal((await refuse(['cut'])).details.upstream, { code: -31999, message: 'refused' });
  assert.is((await refuse(['withhold'])).code, 'policy_denied');
});

test('what a server says on the way is not told where a policy decides about its result', async () => {
  const told = (after: string[]) =>
    withGuards({ after }, async (registry) => {
      const messages = new Set<unknown>();
      const onProgress = ({ message }: Progress): void => void messages.add(message?.length);
      await registry.callTool(body({ server: 'raw', tool: 'reports' }), { onProgress });
      return [...messages];
    });
  assert.equal(await told([]), [1024]);
  assert.equal(await told(['pass']), [undefined]);
});

test('a policy reads at most so many bytes', async () => {
  const fits = 'x'.repeat(POLICY_INPUT_BYTES_MAX - 1_000);
  await withGuards({ before: ['allow'] }, async (registry) => {
    const send = (message: string) => registry.callTool(body({ server: 'ev', tool: 'echo', arguments: { message } }));
    assert.is((await send(fits)).outcome, 'ok');
    assert.is((await failure(send(`${fits}${'x'.repeat(1_000)}`))).details.failure, 'too-large');
  });
});

test('guards of some tools are asked about those', async () => {
  const guards = { tools: { 'get-*': { before: ['deny'], after: [] } } };
  await withGuards(guards, async (registry) => {
    assert.is(textOf(await echo(registry)), 'Echo: héllo');
    const error = await failure(registry.callTool(body({ server: 'ev', tool: 'get-sum', arguments: { a: 1, b: 2 } })));
    assert.is(error.code, 'policy_denied');
  });
});

test('a policy sees the caller, the server, the tool, its annotations and the time', async () => {
  await withGuards({ before: ['sees-all'] }, async (registry) => {
    const request = body({ server: 'ev', tool: 'echo', arguments: { message: 'x' } });
    assert.is((await registry.callTool(request, { caller: 'shop' })).outcome, 'ok');
    assert.is((await failure(registry.callTool(request, { caller: null }))).code, 'policy_denied');
  });
});

test('a registration that names a policy nobody has is refused', async () => {
  const registry = startRegistry({ policies });
  const error = await failure(
    registry.registerServer(body({ name: 'x', url: 'https://x.example/mcp', guards: { before: ['nope'] } })),
  );
  assert.equal([error.code, error.details.problems[0].path], ['invalid_server', '/guards']);
  await registry.close();
});

test('a service asks its own policies about every call, and reads the folder again when it changes', async () => {
  const live = join(folder, 'live');
  mkdirSync(live);
  writeFileSync(join(live, 'gate.script'), POLICIES['allow'] as string);
  const config = join(folder, 'mcp.json');
  writeFileSync(config, JSON.stringify({ mcpServers: { ev: everything() } }));
  const server = await openServer({ mcpConfig: config, policies: live, guardsBefore: ['gate'] });
  try {
    const send = async (): Promise<number> =>
      (await server.post('/v1/mcp/call', '{"server":"ev","tool":"echo","arguments":{"message":"x"}}')).status;
    assert.is(await send(), 200);
    writeFileSync(join(live, 'gate.script'), POLICIES['deny'] as string);
    await until(async () => (await send()) === 403);
    // A script that is wrong changes nothing.
    writeFileSync(join(live, 'gate.script'), '(');
    await new Promise((resolve) => setTimeout(resolve, 400));
    assert.is(await send(), 403);
  } finally {
    await server.close();
  }
});

test('a folder that is put in the place of another is read, and so is a record with the policy it names', async () => {
  const [one, two] = ['one', 'two'].map((name) => {
    const path = join(folder, `release-${name}`);
    mkdirSync(path);
    writeFileSync(join(path, 'gate.script'), POLICIES[name === 'one' ? 'allow' : 'deny'] as string);
    return path;
  }) as [string, string];
  const current = join(folder, 'current');
  symlinkSync(one, current);
  const config = join(folder, 'linked.json');
  const write = (before: string[]): void =>
    writeFileSync(config, JSON.stringify({ mcpServers: { ev: { ...everything(), guards: { before } } } }));
  write(['gate']);
  const server = await openServer({ mcpConfig: config, policies: current });
  try {
    const send = async (): Promise<number> =>
      (await server.post('/v1/mcp/call', '{"server":"ev","tool":"echo","arguments":{"message":"x"}}')).status;
    assert.is(await send(), 200);
    const next = `${current}.next`;
    symlinkSync(two, next);
    renameSync(next, current);
    await until(async () => (await send()) === 403);
    // The link leads elsewhere now, and what is in it is watched.
    writeFileSync(join(two, 'gate.script'), POLICIES['allow'] as string);
    await until(async () => (await send()) === 200);
    writeFileSync(join(two, 'fresh.script'), POLICIES['deny'] as string);
    write(['fresh']);
    await server.reload();
    assert.is(await send(), 403);
  } finally {
    await server.close();
  }
});

test('a service does not start with a policy that is wrong or not there', async () => {
  const broken = join(folder, 'broken');
  mkdirSync(broken);
  writeFileSync(join(broken, 'bad.script'), '(let [x 1] (+ x y))');
  await rejects(openServer({ policies: broken }), /bad\.script:1:17: /);
  await rejects(openServer({ policies: scripts, guardsAfter: ['nobody'] }), /there is no policy nobody/);
});

async function rejects(work: Promise<unknown>, part: RegExp): Promise<void> {
  try {
    await work;
  } catch (error) {
    assert.match((error as Error).message, part);
    return;
  }
  assert.unreachable('it started');
}

// The examples of docs/policies, whose cases stand beside them.
const EXAMPLES = join(ROOT, 'docs/policies');

test('every example says in a comment what it is for, has cases that reach all of it, and passes them', () => {
  const line = openCommandLine();
  const { code, out, err } = line.evident(['test', EXAMPLES, '--coverage-min', '100']);
  line.close();
  assert.is(code, 0, out + err);
  const scripts = readdirSync(EXAMPLES).filter((file) => file.endsWith('.script'));
  assert.is(out.split('\n').filter((text) => text.endsWith('(100 %)')).length, scripts.length, out);
  for (const script of scripts) assert.match(readFileSync(join(EXAMPLES, script), 'utf8'), /^; /);
});

const examples = await openPolicies(EXAMPLES, () => {});
test.after(() => examples.close());

test('what the cases say is what policies answer to a call', () => {
  for (const file of readdirSync(EXAMPLES).filter((name) => name.endsWith('.cases.json'))) {
    const name = file.replace('.cases.json', '');
    for (const one of JSON.parse(readFileSync(join(EXAMPLES, file), 'utf8')) as any[]) {
      const run = examples.run(name, one.input);
      const verdict = run.kind === 'ran' ? (run.output as Map<string, unknown>).get('verdict') : run.why;
      assert.is(verdict, (one.output ?? one.output_has).verdict ?? 'redact', `${name}: ${one.name}`);
    }
  }
});

test.run();
