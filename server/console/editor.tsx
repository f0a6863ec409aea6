// Editor: CodeMirror as a field of the page.
// In: a script and what is known of it. Out: the script as it is typed. Tab leaves the editor, as it leaves any field.
// It lives in a shadow root: there CodeMirror's styles are style sheets of their own, and in the page they would be inline styles, which
// the page's policy does not let in.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { lintGutter, lintKeymap, type Diagnostic as Shown, setDiagnostics } from '@codemirror/lint';
import { EditorState, StateEffect, StateField, type Transaction } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { useEffect, useRef } from 'preact/hooks';
import { scriptLanguage } from './script-language.ts';

/** A place in UTF-8 bytes, as the service tells it. */
export interface Told {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly help: string | null;
  readonly start: number;
  readonly end: number;
}

/** The steps of each line. */
export type Heat = readonly { readonly line: number; readonly steps: number }[];

interface EditorProps {
  readonly value: string;
  /** Counts the times that `value` was replaced, as typing does not: what is typed is ahead of `value`, and must not be taken back. */
  readonly revision: number;
  readonly onChange: (value: string) => void;
  readonly diagnostics: readonly Told[];
  readonly names: readonly string[];
  readonly heat: Heat;
  readonly onRun: () => void;
  readonly onFormat: () => void;
}

const HEAT_LEVELS = 5;
const showHeat = StateEffect.define<Heat>();

/** Lines coloured by their share of the hottest line's steps; gone when the script is changed. */
const heatField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    let next = transaction.docChanged ? Decoration.none : shown;
    for (const effect of transaction.effects) {
      if (!effect.is(showHeat)) continue;
      const most = Math.max(1, ...effect.value.map(({ steps }) => steps));
      const { doc } = transaction.state;
      next = Decoration.set(
        effect.value
          .filter(({ line }) => line <= doc.lines)
          .map(({ line, steps }) =>
            Decoration.line({ class: `heat-${Math.ceil((steps / most) * HEAT_LEVELS)}` }).range(doc.line(line).from),
          ),
      );
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const heatColour = (level: number): string => `color-mix(in srgb, var(--heat) ${level * 3}%, transparent)`;

/** The colours are the page's. */
const LOOKS = EditorView.theme({
  '&': {
    border: '1px solid var(--line)',
    borderRadius: '6px',
    background: 'var(--panel)',
    color: 'var(--text)',
    minHeight: '16rem',
    // A long script does not push what is below it out of sight.
    maxHeight: '70vh',
    fontSize: '13px',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)' },
  '.cm-content': { caretColor: 'var(--text)', minHeight: '16rem' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { background: 'var(--back)', color: 'var(--quiet)', borderColor: 'var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'color-mix(in srgb, var(--accent) 8%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 30%, transparent)',
  },
  '.cm-scroller': { overflow: 'auto' },
  '.cm-tooltip': { color: 'var(--text)', background: 'var(--panel)', border: '1px solid var(--line)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionDetail': { color: 'inherit' },
  '.help': { padding: '.5rem .7rem', maxWidth: '30rem' },
  '.help p': { margin: '.4rem 0', font: '14px/1.5 system-ui, sans-serif' },
  '.help code': { display: 'block', fontFamily: 'ui-monospace, Menlo, Consolas, monospace' },
  ...Object.fromEntries(
    Array.from({ length: HEAT_LEVELS }, (_, at) => [
      `.heat-${at + 1}`,
      { background: heatColour(at + 1), boxShadow: `inset ${at + 1}px 0 0 var(--heat)` },
    ]),
  ),
});

/**
 * What is typed over a selection is put in by us: left to itself the browser would give it the style of what it replaces, as an inline
 * style, which the page's policy blocks with a complaint.
 */
const TYPED_OVER = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data: text } = event;
    const { from, to, empty } = view.state.selection.main;
    if (inputType !== 'insertText' || text === null || empty || view.composing) return false;
    const insert = (): Transaction =>
      view.state.update(view.state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true });
    const handlers = view.state.facet(EditorView.inputHandler);
    if (!handlers.some((handle) => handle(view, from, to, text, insert))) view.dispatch(insert());
    event.preventDefault();
    return true;
  },
});

export function Editor(props: EditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const run = (work: () => void) => () => {
      work();
      return true;
    };
    const root = (place.current as HTMLDivElement).attachShadow({ mode: 'open' });
    const editor = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: props.value,
        extensions: [
          keymap.of([
            { key: 'Mod-Enter', run: run(() => latest.current.onRun()) },
            { key: 'Shift-Alt-f', run: run(() => latest.current.onFormat()) },
            ...closeBracketsKeymap,
            ...completionKeymap,
            ...lintKeymap,
            ...historyKeymap,
            ...defaultKeymap,
          ]),
          [lineNumbers(), lintGutter(), history(), drawSelection(), highlightSpecialChars(), highlightActiveLine()],
          [bracketMatching(), closeBrackets(), autocompletion(), indentUnit.of('  '), heatField],
          scriptLanguage(() => latest.current.names),
          [LOOKS, TYPED_OVER],
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': 'Script', tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);
  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === props.value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: props.value } });
  }, [props.revision]);
  useEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    editor.dispatch(setDiagnostics(editor.state, props.diagnostics.map(placedIn(editor.state.doc.toString()))));
  }, [props.diagnostics]);
  useEffect(() => {
    view.current?.dispatch({ effects: showHeat.of(props.heat) });
  }, [props.heat]);
  return <div ref={place} />;
}

function placedIn(text: string): (told: Told) => Shown {
  const bytes = new TextEncoder().encode(text);
  const units = (end: number): number => new TextDecoder().decode(bytes.subarray(0, end)).length;
  return ({ start, end, severity, message, help }) => ({
    from: Math.min(units(start), text.length),
    to: Math.min(units(end), text.length),
    severity,
    message: help === null ? message : `${message}: ${help}`,
  });
}
