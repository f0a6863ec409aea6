// The global Buffer of Node in a browser. The build puts it where a file names it.

export { Buffer } from 'buffer/index.js';
