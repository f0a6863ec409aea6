// Components: which functions call each other in circles.

/** Strongly connected components (Tarjan, with a stack of its own): for each function the members of its own, in source order. */
export function components(graph: readonly (readonly number[])[]): number[][] {
  const order = new Array<number>(graph.length).fill(-1);
  const low = new Array<number>(graph.length).fill(-1);
  const open = new Array<boolean>(graph.length).fill(false);
  const result = new Array<number[]>(graph.length);
  const stack: number[] = [];
  let counter = 0;
  for (let start = 0; start < graph.length; start += 1) {
    if (order[start] !== -1) continue;
    const work = [{ at: start, next: 0 }];
    while (work.length > 0) {
      const frame = work.at(-1)!;
      const { at } = frame;
      if (frame.next === 0) {
        order[at] = low[at] = counter;
        counter += 1;
        stack.push(at);
        open[at] = true;
      }
      const target = graph[at]![frame.next];
      frame.next += 1;
      if (target === undefined) {
        work.pop();
        const parent = work.at(-1);
        if (parent !== undefined) low[parent.at] = Math.min(low[parent.at]!, low[at]!);
        if (low[at] === order[at]) {
          const members = stack.splice(stack.lastIndexOf(at)).sort((a, b) => a - b);
          for (const member of members) {
            open[member] = false;
            result[member] = members;
          }
        }
      } else if (order[target] === -1) {
        work.push({ at: target, next: 0 });
      } else if (open[target] === true) {
        low[at] = Math.min(low[at]!, order[target]!);
      }
    }
  }
  return result;
}
