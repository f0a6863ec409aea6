// The engine of a test file's process: decisions share its machine and its caches, as requests of one thread do.

import { Engine } from '../../server/engines/engine.ts';

export const engine = new Engine();
