/** Node → the number of its strongly connected component (Tarjan). */
export function stronglyConnected(
  size: number,
  targets: (node: number) => readonly number[],
): Int32Array {
  const order = new Int32Array(size).fill(-1);
  const lowest = new Int32Array(size);
  const component = new Int32Array(size).fill(-1);
  const open: number[] = [];
  let counter = 0;
  const visit = (node: number): void => {
    order[node] = lowest[node] = counter++;
    open.push(node);
    for (const target of targets(node)) {
      if (order[target] === -1) {
        visit(target);
        lowest[node] = Math.min(lowest[node]!, lowest[target]!);
      } else if (component[target] === -1) {
        lowest[node] = Math.min(lowest[node]!, order[target]!);
      }
    }
    if (lowest[node] !== order[node]) return;
    for (let member = -1; member !== node; ) {
      member = open.pop()!;
      component[member] = node;
    }
  };
  for (let node = 0; node < size; node++) if (order[node] === -1) visit(node);
  return component;
}
