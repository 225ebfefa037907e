/** How long work may hold up what waits, in milliseconds. */
const SLICE_MS = 10;

let since = 0;

/** In long work: lets waiting requests, and their cancellations, through every now and then. */
export async function pause(): Promise<void> {
  const now = performance.now();
  if (now - since < SLICE_MS) return;
  await new Promise<void>((resume) => setTimeout(resume, 0));
  since = performance.now();
}
