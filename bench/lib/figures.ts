/** Figures from samples, and how they are printed. */

export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

export const mean = (samples: readonly number[]): number =>
  samples.reduce((sum, each) => sum + each, 0) / samples.length;

/** The slope of the least-squares line through points. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const x = mean(points.map(([each]) => each));
  const y = mean(points.map(([, each]) => each));
  const over = points.reduce((sum, [px, py]) => sum + (px - x) * (py - y), 0);
  return over / points.reduce((sum, [px]) => sum + (px - x) ** 2, 0);
}

/** Three digits that mean something. */
export const short = (value: number): string =>
  Number.isFinite(value) ? String(Number(value.toPrecision(3))) : '–';

/** Prints rows under a title, in columns. */
export function table(title: string, rows: readonly (readonly string[])[]): void {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join('  '),
  );
  console.log(`\n${title}\n${lines.map((line) => `  ${line.trimEnd()}`).join('\n')}`);
}
