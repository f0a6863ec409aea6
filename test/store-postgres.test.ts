// The store on PostgreSQL: what every store does, and what only a database of several machines can get wrong.

import { newDatabase, open, withPostgres } from './support/postgres.ts';
import { testStore } from './support/store-conformance.ts';
import { test } from './support/test.ts';

testStore({
  define: (name, handler) => withPostgres(`in PostgreSQL: ${name}`, handler),
  async openTwice() {
    const url = newDatabase();
    return [await open(url), await open(url, { instance: 'two' })];
  },
});

test.run();
