// The extension of VS Code: starts `evident lsp` for scripts, and hands everything else to it.

'use strict';

const { workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

exports.activate = () => {
  const settings = workspace.getConfiguration('evident');
  const [command, ...args] = settings.get('command');
  client = new LanguageClient(
    'evident',
    'Evident',
    { command, args: [...args, 'lsp', '--stdio', '--recursion', settings.get('recursion')] },
    { documentSelector: [{ language: 'evident' }] },
  );
  return client.start();
};

exports.deactivate = () => client?.stop();
