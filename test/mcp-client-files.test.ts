// Files of MCP clients: what works in an editor works here as it is, and what means nothing here is said.

import * as assert from 'uvu/assert';
import { readClientFile } from '../server/mcp/client-files.ts';
import { readRegistration, type ServerConfig } from '../server/mcp/registration.ts';
import { test } from './support/test.ts';

interface Read {
  readonly configs: readonly ServerConfig[];
  readonly warnings: readonly string[];
}

function read(file: string | object): Read {
  const { body, warnings } = readClientFile(Buffer.from(typeof file === 'string' ? file : JSON.stringify(file)));
  return { configs: readRegistration(body), warnings };
}

const NPX = { command: 'npx', args: ['-y', 'notes-server', '/srv/notes'], env: { TOKEN: '${env:TOKEN}' } };
const HTTP = { url: 'https://notes.example/mcp', headers: { Authorization: 'Bearer ${secret:NOTES}' } };

/** What differs between two servers is only their name. */
function same(file: string | object, server: object, warnings: readonly (string | RegExp)[] = []): void {
  const got = read(file);
  const expected = read({ mcpServers: { notes: server } });
  assert.equal(got.configs, expected.configs);
  assert.is(got.warnings.length, warnings.length, got.warnings.join('\n'));
  for (const [at, warning] of warnings.entries()) assert.match(got.warnings[at] ?? '', warning);
}

test('Claude Desktop, Claude Code and Cursor', () => {
  same({ mcpServers: { notes: { type: 'stdio', ...NPX } }, globalShortcut: 'Ctrl+Space' }, NPX);
  same({ mcpServers: { notes: { type: 'http', ...HTTP } } }, HTTP);
  same({ mcpServers: { notes: { ...NPX, envFile: '.env' } } }, NPX, ['/mcpServers/notes/envFile: not read']);
});

test('VS Code: servers beside inputs, with comments and commas, and in its settings', () => {
  const file = `\uFEFF{
    // Ours.
    "servers": {
      "notes": { "type": "http", "url": "https://notes.example/mcp", /* a // "token" */
        "headers": { "Authorization": "Bearer \${secret:NOTES}", }, },
    },
    "inputs": [],
  }`;
  same(file, HTTP);
  same({ 'editor.fontSize': 14, mcp: { servers: { notes: NPX } } }, NPX);
  // Text is left alone.
  assert.equal(read('{"mcpServers":{"a":{"command":"x","args":["// no", "/* no */", ",]"]}}}').configs[0]?.args, [
    '// no',
    '/* no */',
    ',]',
  ]);
});

test('clients at authorization servers, under the names that Cursor, Claude Code, Gemini, opencode and VS Code give them', () => {
  const { url } = HTTP;
  same(
    { mcpServers: { notes: { url, auth: { CLIENT_ID: 'desk', scopes: ['read', 'write'] } } } },
    { url, auth: { client_id: 'desk', scope: 'read write' } },
  );
  same(
    { servers: { notes: { type: 'http', url, oauth: { clientId: 'desk', callbackPort: 8080 } } } },
    { url, auth: { client_id: 'desk' } },
    [/oauth\/callbackPort: not read/],
  );
  same({ mcp: { notes: { type: 'remote', url, oauth: false } } }, { url }, [/oauth: not read/]);
  // A secret that could be sent to whomever the server names is not.
  same(
    { mcpServers: { notes: { url, oauth: { enabled: true, clientId: 'desk', clientSecret: 'x' } } } },
    { url, auth: { client_id: 'desk' } },
    [/enabled/, /expected_issuer/],
  );
  const auth = {
    type: 'client_credentials',
    expected_issuer: 'https://a.example',
    client_id: 'robot',
    client_secret: 'x',
  };
  same({ mcpServers: { notes: { url, auth } } }, { url, auth });
});

test('what asks a person is switched off, and the way to a secret is told', () => {
  const { configs, warnings } = read({
    servers: { notes: { ...HTTP, headers: { Authorization: 'Bearer ${input:token}' } } },
  });
  assert.is(configs[0]?.enabled, false);
  assert.match(warnings[0] ?? '', '/servers/notes: switched off');
  assert.match(warnings[0] ?? '', '${secret:NAME}');
});

test('Windsurf, Cline, Roo Code and Gemini', () => {
  same({ mcpServers: { notes: { serverUrl: HTTP.url, headers: HTTP.headers } } }, HTTP);
  same(
    { mcpServers: { notes: { ...NPX, disabled: false, alwaysAllow: ['read'], autoApprove: [], timeout: 60 } } },
    NPX,
    [/alwaysAllow: not read/, /autoApprove: not read/, /timeout: not read/],
  );
  same(
    {
      mcpServers: {
        notes: {
          httpUrl: HTTP.url,
          headers: HTTP.headers,
          trust: true,
          includeTools: ['read'],
          excludeTools: ['drop'],
        },
      },
    },
    { ...HTTP, tools: { allow: ['read'], deny: ['drop'] } },
    [/trust/],
  );
});

test('Zed, Continue, opencode and Amp', () => {
  same({ theme: 'One', context_servers: { notes: { source: 'custom', ...NPX } } }, NPX);
  same({ context_servers: { notes: { command: { path: 'npx', args: NPX.args, env: NPX.env }, settings: {} } } }, NPX, [
    /settings/,
  ]);
  same({ mcpServers: [{ name: 'notes', type: 'stdio', ...NPX }], models: [] }, NPX);
  same(
    { experimental: { modelContextProtocolServers: [{ name: 'notes', transport: { type: 'stdio', ...NPX } }] } },
    NPX,
  );
  same({ mcp: { notes: { type: 'local', command: ['npx', ...NPX.args], environment: NPX.env, enabled: true } } }, NPX);
  same({ 'amp.mcpServers': { notes: NPX } }, NPX);
});

test('what Zed writes for an extension is left out, and its null is nothing', () => {
  same({ context_servers: { notes: { source: 'custom', ...NPX, env: null } } }, { ...NPX, env: {} });
  const servers = { a: { settings: { token: 'x' } }, b: { source: 'extension', enabled: true }, notes: NPX };
  same({ context_servers: servers }, NPX, [/context_servers\/a: left out/, /context_servers\/b: left out/]);
});

test('servers of single projects in the file of Claude Code are named', () => {
  const projects = { '/home/a': { mcpServers: { other: NPX } }, '/home/b': { mcpServers: {} } };
  same({ mcpServers: { notes: NPX }, projects }, NPX, [/^\/projects\/~1home~1a\/mcpServers: left out/]);
});

test('the list of tools in a file of GitHub Copilot is what may be called', () => {
  same(
    { mcpServers: { notes: { ...NPX, type: 'local', tools: ['read', 'list_*'] } } },
    {
      ...NPX,
      tools: { allow: ['read', 'list_*'] },
    },
  );
  same({ mcpServers: { notes: { ...NPX, tools: [] } } }, { ...NPX, tools: { deny: ['*'] } });
});

test('the registry’s server.json: an address, or a package run as its kind is run', () => {
  const { Authorization: value } = HTTP.headers;
  same(
    {
      name: 'io.github.ann/notes',
      version: '1.0.0',
      remotes: [{ type: 'streamable-http', url: HTTP.url, headers: [{ name: 'Authorization', value }] }],
    },
    HTTP,
  );
  const packaged = (one: object) => read({ name: 'io.github.ann/notes', packages: [one] }).configs[0];
  const npm = packaged({
    registryType: 'npm',
    identifier: '@ann/notes',
    version: '1.2.3',
    transport: { type: 'stdio' },
    packageArguments: [
      { type: 'named', name: '--root', value: '/srv' },
      { type: 'positional', valueHint: 'folder' },
    ],
    environmentVariables: [
      { name: 'TOKEN', isRequired: true },
      { name: 'MODE', default: 'fast' },
    ],
  });
  assert.equal(
    [npm?.name, npm?.command, npm?.args, npm?.env],
    ['notes', 'npx', ['-y', '@ann/notes@1.2.3', '--root', '/srv'], { MODE: 'fast', TOKEN: '${TOKEN}' }],
  );
  const pypi = packaged({ registryType: 'pypi', identifier: 'ann-notes', version: '1.2.3' });
  assert.equal([pypi?.command, pypi?.args], ['uvx', ['ann-notes==1.2.3']]);
});

test('what two members of a server say of its tools holds together', () => {
  const tools = (server: object) => read({ mcpServers: { notes: { ...NPX, ...server } } }).configs[0]?.tools;
  const base = { policy: 'tofu' };
  assert.equal(tools({ excludeTools: ['a'], disabledTools: ['b'] }), { ...base, allow: [], deny: ['a', 'b'] });
  assert.equal(tools({ tools: { deny: ['a'], policy: 'strict' }, disabledTools: ['b'] }), {
    allow: [],
    deny: ['a', 'b'],
    policy: 'strict',
  });
  assert.equal(tools({ tools: ['a', 'b'], includeTools: ['b', 'c'] }), { ...base, allow: ['b'], deny: [] });
  assert.equal(tools({ tools: ['a'], includeTools: ['b'] })?.deny, ['*'], 'what neither allows is not allowed');
});

test('a rule beside the servers is refused, and servers in a second place are named', () => {
  for (const name of ['guards', 'gaurds', 'stdioTemplate'])
    assert.throws(() => read({ mcpServers: { notes: NPX }, [name]: {} }), /no servers|not read|guards/, name);
  same({ mcpServers: { notes: NPX }, servers: { other: NPX } }, NPX, [/^\/servers: left out/]);
  same({ mcpServers: { notes: NPX }, inputs: [], env: {}, theme: 'guard' }, NPX);
});

test('who is called as we would call it keeps its name', () => {
  const { configs } = read({ mcpServers: { Up: NPX, up: { ...NPX, guards: { before: ['look'] } } } });
  assert.equal(
    configs.map(({ name, guards }) => [name, guards.before]),
    [
      ['up-2', []],
      ['up', ['look']],
    ],
  );
  const listed = read({
    mcpServers: [
      { name: 'notes', ...NPX },
      { name: 'notes', ...NPX },
    ],
  });
  assert.equal(
    listed.configs.map(({ name }) => name),
    ['notes', 'notes-2'],
  );
});

test('names are made fit, never two alike', () => {
  const servers = Object.fromEntries(
    ['My Notes', 'my_notes', 'my-notes', 'ä', `${'x'.repeat(40)}`, '@ann/notes'].map((name) => [name, NPX]),
  );
  const { configs, warnings } = read({ mcpServers: servers });
  assert.equal(
    configs.map(({ name }) => name),
    ['my-notes-2', 'my-notes-3', 'my-notes', 'server', 'x'.repeat(32), 'ann-notes'],
  );
  assert.ok(warnings.includes('/mcpServers/My Notes: its name here is my-notes-2'));
  assert.is(warnings.length, 5);
});

test('values are written as text, and what is wrong is still refused', () => {
  assert.equal(read({ mcpServers: { a: { command: 'x', env: { PORT: 3001, DEBUG: true } } } }).configs[0]?.env, {
    DEBUG: 'true',
    PORT: '3001',
  });
  for (const [file, message] of [
    ['[]', /an object is expected/],
    ['{"a":1}', /no servers: mcpServers, servers/],
    ['{"mcpServers":{"a":{}}}', /a command or a url/],
    // Near to one of ours: a misspelt rule must not be missed.
    ['{"mcpServers":{"a":{"command":"x","gaurds":{"before":["b"]}}}}', /gaurds: unknown field/],
    ['{"mcpServers":{"a":"x"}}', /an object is expected/],
    ['{"mcpServers":{"a":{"command":"x"}}', /./],
    ['{"mcpServers":{"a":{"command":"x"/*}}}', /./],
  ] as const)
    assert.throws(
      () => read(file),
      (error: Error) => message.test(`${error.message}`),
      file,
    );
});

test.run();
