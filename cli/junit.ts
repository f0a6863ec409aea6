// JUnit: what became of cases, as the XML that build servers read.
// In: what was tested. Out: the text. A script is a suite.

import type { Tested } from './test.ts';

export function junit(tested: readonly Tested[]): string {
  const suites = tested.map(({ file, cases }) => {
    const failures = cases.filter(({ failure }) => failure !== null).length;
    const lines = cases.map(({ name, failure }) => {
      const head = `    <testcase classname="${escape(file)}" name="${escape(name)}"`;
      return failure === null ? `${head}/>` : `${head}><failure message="${escape(failure)}"/></testcase>`;
    });
    return [
      `  <testsuite name="${escape(file)}" tests="${cases.length}" failures="${failures}">`,
      ...lines,
      '  </testsuite>',
    ].join('\n');
  });
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suites, '</testsuites>', ''].join('\n');
}

/** Characters that XML 1.0 cannot hold are replaced. */
function escape(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
    .replaceAll(/[&<>"\t\n\r]/g, (character) => `&#${character.codePointAt(0)};`);
}
