// node:worker_threads in a browser. The build puts it in that one's place.
// A page cannot wait for a thread, so an artifact that nobody vouches for is not run by it: the caller runs the artifact in a worker
// and ends that at the deadline.

class NotHere {
  constructor() {
    throw new TypeError('in a browser pass `vouched: true`, and end the worker that runs it at a deadline');
  }
}

export const MessageChannel = NotHere;
export const Worker = NotHere;
export const receiveMessageOnPort = (): never => {
  throw new TypeError('a page has no ports to wait for');
};
