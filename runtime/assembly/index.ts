// The runtime's exports: what emitted scripts and hosts call. The list is the ABI (see README.md); nothing is added to a
// module that an artifact does not use, for the build removes what is not reached.

export { fuel, charge, exhausted, status, steps } from './fuel';
export { callStack, fault } from './fault';
export { constantsBase, setMemoryLimit, staticEnd } from './memory';
