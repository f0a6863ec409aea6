// Packed: the package as a registry would hand it out. In: the build in dist/. Out: a tarball, and the names of what is in it.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './paths.ts';

export interface Packed {
  readonly tarball: string;
  /** Paths in the package, sorted. */
  readonly files: readonly string[];
  readonly unpackedBytes: number;
}

/** Packs what is built, without building it again. */
export function packInto(folder: string): Packed {
  // The registry is not asked; an update of npm is not, either.
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['pack', '--ignore-scripts', '--json', '--no-update-notifier', '--pack-destination', folder],
    { cwd: ROOT, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`npm pack ended with ${status}: ${stderr}`);
  const reports: unknown = JSON.parse(stdout);
  // npm 11 has a list, npm 12 an object by name.
  const [report] = Object.values(reports as Record<string, Report>);
  if (report === undefined) throw new Error(`npm pack said nothing of a package: ${stdout}`);
  return {
    tarball: join(folder, report.filename),
    files: report.files.map(({ path }) => path).sort(),
    unpackedBytes: report.unpackedSize,
  };
}

interface Report {
  readonly filename: string;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}
