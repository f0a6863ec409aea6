// Texts: expressions as people read them in a sentence: on one line, without comments.

import type { CheckResult } from '../../compiler/check.ts';

export class Texts {
  readonly #canonical: Buffer;
  readonly #places: CheckResult['canonicalPlace'];

  constructor({ canonical, canonicalPlace }: Pick<CheckResult, 'canonical' | 'canonicalPlace'>) {
    this.#canonical = Buffer.from(canonical ?? '');
    this.#places = canonicalPlace;
  }

  expression(node: number): string {
    const { start, end } = this.#places(node);
    return this.#canonical.toString('utf8', start, end).replaceAll('\n', ' ');
  }
}
