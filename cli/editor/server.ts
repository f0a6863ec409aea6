// Server: the language server, over standard input and output.
// In: messages of an editor (Language Server Protocol 3.17). Out: what problems.ts and help.ts say. Why here alone: no other
// file knows the protocol.

import {
  createConnection,
  ErrorCodes,
  ProposedFeatures,
  ResponseError,
  type ServerCapabilities,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { ModuleTexts } from '../../compiler/modules.ts';
import { type Name, nameAt, placesIn, readNames, rename } from '../../compiler/names.ts';
import type { RecursionPolicy } from '../../compiler/recursion/recursion.ts';
import { format } from '../../grammar/format.ts';
import type { Span } from '../../grammar/span.ts';
import { completionsAt, hoverAt, resolved, signatureAt } from './help.ts';
import { modulesFor, moduleUri, textOf } from './modules.ts';
import { rangeOf } from './places.ts';
import { type CheckedDocument, checkDocument, diagnosticsOf, fixesOf, hintsOf } from './problems.ts';

interface ServerOptions {
  readonly recursion: RecursionPolicy | undefined;
  readonly version: string;
}

/** Answers until the editor ends it or closes the stream. */
export function serveEditor({ recursion, version }: ServerOptions): void {
  const connection = createConnection(ProposedFeatures.all, process.stdin, process.stdout);
  const documents = new TextDocuments(TextDocument);
  // A check holds as long as nothing was written anywhere: a document may use what another defines.
  let checks = new WeakMap<TextDocument, CheckedDocument>();
  const modulesOf = (uri: string): ModuleTexts => modulesFor(uri, (one) => documents.get(one)?.getText() ?? null);
  const checkedOf = (document: TextDocument): CheckedDocument => {
    const known = checks.get(document);
    if (known !== undefined) return known;
    const checked = checkDocument(document, recursion, modulesOf(document.uri));
    checks.set(document, checked);
    return checked;
  };
  const tell = (document: TextDocument): void => {
    void connection.sendDiagnostics({
      uri: document.uri,
      version: document.version,
      diagnostics: diagnosticsOf(checkedOf(document)),
    });
  };
  const tellAgain = (): void => {
    const before = checks;
    checks = new WeakMap();
    // Those that use a module, whichever it is.
    for (const document of documents.all()) if ((before.get(document)?.result.modules.length ?? 0) > 0) tell(document);
  };
  const found = <Result>(uri: string, answer: (document: TextDocument) => Result, otherwise: Result): Result => {
    const document = documents.get(uri);
    return document === undefined ? otherwise : answer(document);
  };

  connection.onInitialize(() => ({ serverInfo: { name: 'evident', version }, capabilities: CAPABILITIES }));
  documents.onDidChangeContent(({ document }) => {
    tellAgain();
    tell(document);
  });
  documents.onDidSave(tellAgain);
  documents.onDidClose(({ document }) => {
    void connection.sendDiagnostics({ uri: document.uri, diagnostics: [] });
    tellAgain();
  });

  connection.onHover(({ textDocument, position }) =>
    found(textDocument.uri, (one) => hoverAt(one, position, modulesOf(one.uri)), null),
  );
  connection.onSignatureHelp(({ textDocument, position }) =>
    found(textDocument.uri, (one) => signatureAt(one, position, modulesOf(one.uri)), null),
  );
  connection.onCompletion(({ textDocument, position }) =>
    found(textDocument.uri, (one) => completionsAt(one, position, modulesOf(one.uri)), []),
  );
  connection.onCompletionResolve(resolved);
  connection.onCodeAction(({ textDocument, range }) =>
    found(textDocument.uri, (one) => fixesOf(checkedOf(one), range), []),
  );
  connection.languages.inlayHint.on(({ textDocument, range }) =>
    found(textDocument.uri, (one) => hintsOf(checkedOf(one), range), []),
  );
  connection.onDocumentFormatting(({ textDocument }) => found(textDocument.uri, formatted, []));
  answerNames(connection, found, modulesOf);

  documents.listen(connection);
  connection.listen();
}

const CAPABILITIES: ServerCapabilities = {
  textDocumentSync: TextDocumentSyncKind.Incremental,
  hoverProvider: true,
  signatureHelpProvider: { triggerCharacters: ['(', ' '] },
  completionProvider: { triggerCharacters: ['(', ':'], resolveProvider: true },
  definitionProvider: true,
  referencesProvider: true,
  documentHighlightProvider: true,
  documentSymbolProvider: true,
  renameProvider: { prepareProvider: true },
  documentFormattingProvider: true,
  codeActionProvider: { codeActionKinds: ['quickfix'] },
  inlayHintProvider: true,
};

type Found = <Result>(uri: string, answer: (document: TextDocument) => Result, otherwise: Result) => Result;

/** What is asked about names and their places. */
function answerNames(
  connection: ReturnType<typeof createConnection>,
  found: Found,
  modulesOf: (uri: string) => ModuleTexts,
): void {
  const nameIn = (document: TextDocument, position: { line: number; character: number }): Name | null =>
    nameAt(readNames(document.getText(), modulesOf(document.uri)), document.offsetAt(position));
  connection.onDefinition(({ textDocument, position }) =>
    found(
      textDocument.uri,
      (document) => {
        const name = nameIn(document, position);
        if (name === null) return null;
        const text = name.module === null ? null : textOf(modulesOf(document.uri), name.module);
        const place =
          text === null
            ? document
            : TextDocument.create(moduleUri(document.uri, name.module!), document.languageId, 0, text);
        return { uri: place.uri, range: rangeOf(place, name.definition) };
      },
      null,
    ),
  );
  connection.onReferences(({ textDocument, position, context }) =>
    found(
      textDocument.uri,
      (document) =>
        placesOf(nameIn(document, position), context.includeDeclaration).map((span) => ({
          uri: document.uri,
          range: rangeOf(document, span),
        })),
      [],
    ),
  );
  connection.onDocumentHighlight(({ textDocument, position }) =>
    found(
      textDocument.uri,
      (document) => placesOf(nameIn(document, position), true).map((span) => ({ range: rangeOf(document, span) })),
      [],
    ),
  );
  connection.onDocumentSymbol(({ textDocument }) =>
    found(
      textDocument.uri,
      (document) =>
        readNames(document.getText())
          .names.filter(({ kind }) => kind === 'function' || kind === 'value')
          .map(({ name, kind, definition }) => ({
            name,
            kind: SYMBOL_KIND[kind as 'function' | 'value'],
            range: rangeOf(document, definition),
            selectionRange: rangeOf(document, definition),
          })),
      [],
    ),
  );
  connection.onPrepareRename(({ textDocument, position }) =>
    found(
      textDocument.uri,
      (document) => {
        const name = nameIn(document, position);
        if (name === null) return null;
        // Renaming it would not rename it elsewhere.
        if (name.module !== null) return null;
        const at = document.offsetAt(position);
        const span = placesOf(name, true).find(({ start, end }) => start <= at && at <= end)!;
        return { range: rangeOf(document, span), placeholder: name.name };
      },
      null,
    ),
  );
  connection.onRenameRequest(({ textDocument, position, newName }) =>
    found(
      textDocument.uri,
      (document) => {
        const name = nameIn(document, position);
        if (name === null) return null;
        const renaming = rename(document.getText(), name, newName, modulesOf(document.uri));
        if (renaming.kind === 'refused') throw new ResponseError(ErrorCodes.InvalidRequest, renaming.why);
        const edits = renaming.places.map((span) => ({ range: rangeOf(document, span), newText: newName }));
        return { changes: { [document.uri]: edits } };
      },
      null,
    ),
  );
}

// Of the protocol.
const SYMBOL_KIND = { function: 12, value: 14 } as const;

function placesOf(name: Name | null, withDefinition: boolean): Span[] {
  if (name === null) return [];
  return (withDefinition ? placesIn(name) : [...name.uses]).sort((a, b) => a.start - b.start);
}

/** One edit of the whole text; none where it stays as it is, or cannot be read. */
function formatted(document: TextDocument): { range: ReturnType<typeof rangeOf>; newText: string }[] {
  const text = document.getText();
  const result = format(text);
  if (result.kind === 'unreadable' || result.text === text) return [];
  return [{ range: rangeOf(document, { start: 0, end: text.length }), newText: result.text }];
}
