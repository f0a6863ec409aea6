// Requests through proxies: closed without keys, open with them, and the operator's own proxies are believed. Also what the
// settings of who may talk must look like.

import * as assert from 'uvu/assert';
import { isAddressRange } from '../server/address-range.ts';
import { readConfig } from '../server/config.ts';
import { createProxyTrust, forwardedHost, isForwarded } from '../server/http/proxies.ts';
import { openKeyFolder } from './support/keys.ts';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

/** As a proxy sends them on: over a socket of its own, with any header it likes. */
async function statusOf(server: TestServer, headers: string, path = '/v1/models'): Promise<number> {
  const answer = await server.raw(`GET ${path} HTTP/1.1\r\nConnection: close\r\n${headers}\r\n\r\n`);
  return Number(answer.slice(9, 12));
}

const FORWARDING = [
  'Forwarded: for=203.0.113.7',
  'forwarded: ',
  'X-Forwarded-For: 203.0.113.7',
  'x-forwarded-for: 127.0.0.1',
  'X-Forwarded-Proto: https',
  'X-Forwarded-Host: localhost',
  'X-Forwarded-Port: 443',
  'X-Forwarded-Anything: x',
  'Via: 1.1 proxy',
  'X-Real-IP: 127.0.0.1',
];

test('without keys a request that was forwarded is 403, whatever its Host and wherever it goes', async () => {
  const server = await openServer({ allowHosts: ['decisions.example'] });
  assert.is(await statusOf(server, 'Host: localhost'), 200);
  for (const header of FORWARDING) {
    for (const host of ['localhost', '127.0.0.1:8787', 'decisions.example']) {
      for (const path of ['/v1/models', '/health', '/nope', '/v1/mcp/%E0%A4%A'])
        assert.is(await statusOf(server, `Host: ${host}\r\n${header}`, path), 403, `${header} ${host} ${path}`);
    }
  }
  const refused = await fetch(`${server.url}/v1/models`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
  assert.is(((await refused.json()) as { readonly error: { readonly code: string } }).error.code, 'proxy_not_trusted');
  // Not what a proxy adds.
  for (const header of ['X-Forward: x', 'Forwarding: x', 'Viaduct: x', 'X-Request-Id: a'])
    assert.is(await statusOf(server, `Host: localhost\r\n${header}`), 200, header);
  await server.close();
});

test('with keys a forwarded request needs one like any other', async () => {
  const folder = openKeyFolder();
  const token = await folder.add('a', 'decide');
  const server = await openServer({ data: folder.path });
  for (const header of FORWARDING) {
    assert.is(await statusOf(server, `Host: decisions.example\r\n${header}`), 401, header);
    assert.is(
      await statusOf(server, `Host: decisions.example\r\n${header}\r\nAuthorization: Bearer ${token}`),
      200,
      header,
    );
  }
  await server.close();
  folder.remove();
});

test('a proxy that the operator trusts may forward without keys, for the names that are allowed', async () => {
  const server = await openServer({ trustProxies: ['127.0.0.0/8'], allowHosts: ['decisions.example'] });
  for (const header of FORWARDING) assert.is(await statusOf(server, `Host: localhost\r\n${header}`), 200, header);
  assert.is(await statusOf(server, 'Host: localhost\r\nX-Forwarded-Host: decisions.example'), 200);
  assert.is(await statusOf(server, 'Host: localhost\r\nX-Forwarded-Host: evil.example'), 403);
  assert.is(
    await statusOf(server, 'Host: localhost\r\nX-Forwarded-Host: localhost, evil.example'),
    403,
    'the last word is of the proxy next to us',
  );
  assert.is(await statusOf(server, 'Host: localhost\r\nForwarded: for=1.2.3.4;host="evil.example"'), 403);
  assert.is(await statusOf(server, 'Host: evil.example\r\nX-Forwarded-For: 1.2.3.4'), 403);
  assert.is(await statusOf(server, 'Host: evil.example'), 403, 'the name still counts without a proxy');
  await server.close();
});

test('the own Origin is that of the name the client called, when a trusted proxy says it', async () => {
  const server = await openServer({ trustProxies: ['127.0.0.1'], allowHosts: ['decisions.example'] });
  const through = 'Host: 127.0.0.1:8787\r\nX-Forwarded-Host: decisions.example\r\nX-Forwarded-Proto: https';
  assert.is(await statusOf(server, `${through}\r\nOrigin: https://decisions.example`), 200);
  assert.is(await statusOf(server, `${through}\r\nOrigin: https://evil.example`), 403);
  await server.close();
});

test('a proxy at another address is not trusted', async () => {
  const server = await openServer({ trustProxies: ['10.0.0.0/8', '::1'], allowHosts: ['decisions.example'] });
  assert.is(await statusOf(server, 'Host: localhost\r\nX-Forwarded-For: 10.0.0.1'), 403);
  assert.is(await statusOf(server, 'Host: localhost'), 200);
  await server.close();
});

test('ranges hold to the bit, in both families, and IPv4 behind IPv6 is IPv4', () => {
  const trusts = createProxyTrust(['10.1.0.0/16', '192.0.2.1', 'fd00::/8', '::1']);
  for (const address of ['10.1.0.0', '10.1.255.255', '::ffff:10.1.2.3', '192.0.2.1', 'fd12::1', '::1'])
    assert.ok(trusts(address), address);
  for (const address of ['10.0.255.255', '10.2.0.0', '192.0.2.2', '::ffff:10.2.0.0', 'fc00::1', '::2', undefined, ''])
    assert.not(trusts(address), String(address));
  assert.not(createProxyTrust([])('127.0.0.1'));
});

test('a range is an address, with bits that it has', () => {
  for (const text of ['10.0.0.1', '10.0.0.0/8', '0.0.0.0/0', '1.2.3.4/32', '::1', '::/0', 'fd00::/8', '::1/128'])
    assert.ok(isAddressRange(text), text);
  for (const text of [
    '',
    'localhost',
    '10.0.0/8',
    '10.0.0.0/33',
    '::1/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '10.0.0.0/08',
    'fe80::1%eth0',
    '*',
    '10.0.0.0-10.0.0.9',
  ])
    assert.not(isAddressRange(text), text);
});

test('what a proxy says is read without being believed too far', () => {
  assert.ok(isForwarded({ via: '1.1 a' }));
  assert.not(isForwarded({ host: 'localhost', 'user-agent': 'via' }));
  assert.is(
    forwardedHost({ forwarded: 'for=a;host=x.example;proto=https, for=b;Host="y.example:8443"' }),
    'y.example:8443',
  );
  assert.is(forwardedHost({ forwarded: 'for=a;myhost=x.example' }), undefined);
  assert.is(forwardedHost({ 'x-forwarded-host': 'a.example', forwarded: 'host=b.example' }), 'a.example');
  assert.is(forwardedHost({ 'x-forwarded-for': 'a' }), undefined);
});

for (const args of [
  ['--cors-origin', 'https://app.example/'],
  ['--cors-origin', 'app.example'],
  ['--cors-origin', '*'],
  ['--cors-origin', 'null'],
  ['--cors-origin', 'HTTPS://app.example'],
  ['--cors-origin', 'https://app.example:443'],
  ['--cors-origin', 'https://app.example/x'],
  ['--cors-origin', 'https://u@app.example'],
  ['--cors-origin', 'https://*.example'],
  ['--trust-proxy', 'proxy'],
  ['--trust-proxy', '10.0.0.0/40'],
  ['--require-keys', '--insecure-no-auth'],
]) {
  test(`${args.join(' ')} is refused at the start`, () => {
    const reading = readConfig(args, {});
    assert.is(reading.kind, 'invalid');
    assert.match(reading.kind === 'invalid' ? reading.message : '', args[0] as string);
  });
}

for (const origin of [
  'https://app.example',
  'http://localhost:3000',
  'https://app.example:8443',
  'http://[::1]:3000',
  'chrome-extension://abcdefgh',
  'capacitor://localhost',
]) {
  test(`--cors-origin ${origin} is an origin`, () => {
    assert.is(readConfig(['--cors-origin', origin], {}).kind, 'ok');
  });
}

test('a preflight of an admitted origin admits the headers that clients send, and no others', async () => {
  const server = await openServer({ corsOrigins: ['https://app.example'] });
  const allowed = async (origin: string, asked: string): Promise<string | null> => {
    const answer = await fetch(`${server.url}/v1/chat/completions`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': asked },
    });
    return answer.headers.get('access-control-allow-headers');
  };
  const names =
    (
      await allowed(
        'https://app.example',
        'authorization,X-Stainless-Arch, x-stainless-retry-count,x-evil,x-stainless-,x-stainless-a b,traceparent,user-agent',
      )
    )?.split(', ') ?? [];
  for (const name of [
    'authorization',
    'content-type',
    'user-agent',
    'traceparent',
    'tracestate',
    'x-stainless-arch',
    'x-stainless-retry-count',
  ])
    assert.ok(names.includes(name), name);
  for (const name of ['x-evil', 'x-stainless-', 'x-stainless-a b']) assert.not(names.includes(name), name);
  assert.is(await allowed('https://evil.example', 'x-stainless-arch'), null);
  await server.close();
});

test.run();
