// Main: the page. Tabs, the dialog that asks for a key, light and dark.
// A view is made when it is first looked at, and keeps what is in it while another is shown.

import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type KeyStanding, keepKey, keyStanding, onKeyStanding, onKeyWanted } from './service.ts';
import { readFragment } from './share.ts';
import { VIEWS, type ViewName } from './views.tsx';

const NAMES = Object.keys(VIEWS) as ViewName[];
const THEMES = ['auto', 'light', 'dark'] as const;
/** What the button says of the key. */
const KEY_LABELS: Readonly<Record<KeyStanding, string>> = {
  none: 'Key',
  untried: 'Key',
  accepted: 'Key ✓',
  refused: 'Key not accepted',
};

function Page({ first, data }: { readonly first: ViewName; readonly data: unknown }) {
  const [shown, setShown] = useState<ViewName>(first);
  const [seen, setSeen] = useState<ReadonlySet<ViewName>>(new Set([first]));
  const show = (name: ViewName): void => {
    setShown(name);
    setSeen((before) => new Set([...before, name]));
    history.replaceState(null, '', `#${name}`);
  };
  const moveTo = (event: KeyboardEvent, name: ViewName): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const next = NAMES[(NAMES.indexOf(name) + step + NAMES.length) % NAMES.length] as ViewName;
    show(next);
    document.getElementById(`tab-${next}`)?.focus();
    event.preventDefault();
  };
  return (
    <>
      <header class="top">
        <h1>Evident</h1>
        <div role="tablist" aria-label="Views">
          {NAMES.map((name) => (
            <button
              key={name}
              id={`tab-${name}`}
              type="button"
              role="tab"
              aria-selected={shown === name}
              aria-controls={`view-${name}`}
              tabIndex={shown === name ? 0 : -1}
              onClick={() => show(name)}
              onKeyDown={(event) => moveTo(event, name)}
            >
              {VIEWS[name].title}
            </button>
          ))}
        </div>
        <Key />
        <Theme />
      </header>
      <main>
        {NAMES.map((name) => {
          const { View } = VIEWS[name];
          return (
            <div key={name} id={`view-${name}`} role="tabpanel" aria-labelledby={`tab-${name}`} hidden={shown !== name}>
              {seen.has(name) && <View data={name === first ? data : null} />}
            </div>
          );
        })}
      </main>
    </>
  );
}

function Theme() {
  const [theme, setTheme] = useState<string>(localStorage.getItem('evident-theme') ?? 'auto');
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
    localStorage.setItem('evident-theme', theme);
  }, [theme]);
  return (
    <label class="theme">
      <span>Colours</span>
      <select value={theme} onChange={(event) => setTheme(event.currentTarget.value)}>
        {THEMES.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The dialog for a key: opened by whoever is refused without one, or by its button. */
function Key() {
  const dialog = useRef<HTMLDialogElement>(null);
  const answer = useRef<(key: string | null) => void>(() => {});
  const asked = useRef<Promise<string | null> | null>(null);
  const [why, setWhy] = useState('');
  const [given, setGiven] = useState('');
  const [standing, setStanding] = useState(keyStanding());
  const open = (reason: string): Promise<string | null> => {
    asked.current ??= new Promise<string | null>((resolve) => {
      setWhy(reason);
      setGiven('');
      dialog.current?.showModal();
      answer.current = resolve;
    }).finally(() => {
      asked.current = null;
      dialog.current?.close();
    });
    return asked.current;
  };
  const take = (key: string | null): void => {
    if (key !== null) keepKey(key);
    answer.current(key);
  };
  useEffect(() => onKeyWanted(open), []);
  useEffect(() => onKeyStanding(setStanding), []);
  return (
    <>
      <button type="button" onClick={() => void open('The key is kept in this tab until it is closed.')}>
        {KEY_LABELS[standing]}
      </button>
      <dialog ref={dialog} aria-labelledby="key-title" onCancel={() => take(null)}>
        <form
          method="dialog"
          onSubmit={(event) => {
            event.preventDefault();
            take(given.trim() === '' ? null : given.trim());
          }}
        >
          <h2 id="key-title">API key</h2>
          <p>{why}</p>
          <label for="key-text">Key (evd_…)</label>
          <input
            id="key-text"
            type="password"
            autocomplete="off"
            value={given}
            onInput={(event) => setGiven(event.currentTarget.value)}
          />
          <div class="actions">
            <button type="submit" class="primary">
              Use this key
            </button>
            <button
              type="button"
              onClick={() => {
                keepKey(null);
                take(null);
              }}
            >
              Without a key
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}

const { view, data } = await readFragment(location.hash);
const page = document.getElementById('page') as HTMLElement;
page.textContent = '';
render(<Page first={NAMES.find((name) => name === view) ?? 'decide'} data={data} />, page);
