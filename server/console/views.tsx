// Views: the one table of what the page shows.

import type { ComponentType } from 'preact';
import { Decide } from './views/decide.tsx';
import { Log } from './views/log.tsx';
import { Route } from './views/route.tsx';
import { Script } from './views/script.tsx';
import { Tools } from './views/tools/view.tsx';

export type ViewName = 'decide' | 'route' | 'script' | 'tools' | 'log';

interface ViewProps {
  /** What the link that led here carries; null without. It comes from a stranger. */
  readonly data: unknown;
}

export const VIEWS: Readonly<Record<ViewName, { readonly title: string; readonly View: ComponentType<ViewProps> }>> = {
  decide: { title: 'Decide', View: Decide },
  route: { title: 'Route', View: Route },
  script: { title: 'Script', View: Script },
  tools: { title: 'Tools', View: Tools },
  log: { title: 'Log', View: Log },
};
