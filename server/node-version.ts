// Node version: whether this Node can run us. In: the version that runs. Out: what is wrong with it, or null.
// Why here: the server and the command line ask before they import anything that an older Node cannot even load.

/** node:sqlite without a flag came with this version; package.json says the same to npm. */
const NODE_MIN = [22, 13] as const;

export function nodeProblem(version: string = process.versions.node): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1])) return null;
  return `evident needs Node ${NODE_MIN.join('.')} or newer; this is ${version}.`;
}
