// Progress: a bar on standard error while something takes long; nothing where no person looks at it.

interface Progress {
  show(done: number, all: number): void;
  /** Takes the bar away. */
  close(): void;
}

const WIDTH = 32;

export function openProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  if (stream.isTTY !== true) return { show: () => {}, close: () => {} };
  let shown = '';
  return {
    show(done, all) {
      const filled = Math.floor((WIDTH * done) / all);
      const bar = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${Math.floor((100 * done) / all)} %`;
      if (bar === shown) return;
      shown = bar;
      stream.write(`\r${bar}`);
    },
    close() {
      if (shown !== '') stream.write(`\r${' '.repeat(shown.length)}\r`);
    },
  };
}
