/**
 * A few lines of a test runner for use inside an extension host, Node's or the browser's: test
 * files declare tests when they are imported, `runTests` runs them one after the other.
 */

export interface TestResult {
  readonly name: string;
  /** The failure; absent where the test passed. */
  readonly error?: string;
}

interface DeclaredTest {
  readonly name: string;
  readonly body: () => unknown;
}

/** How long a test may take before it counts as failed, in milliseconds. */
const TEST_LIMIT = 60_000;
/** How long `until` waits when it is not told, in milliseconds. */
const UNTIL_LIMIT = 20_000;
/** The pause between two looks, in milliseconds. */
const POLL_INTERVAL = 25;

const declared: DeclaredTest[] = [];
let currentSuite = '';

/** Declares a group of tests, whose names begin with its own. */
export function suite(name: string, declare: () => void): void {
  const outer = currentSuite;
  currentSuite = outer ? `${outer} > ${name}` : name;
  declare();
  currentSuite = outer;
}

/** Declares a test; it fails by throwing or rejecting. */
export function test(name: string, body: () => unknown): void {
  declared.push({ name: currentSuite ? `${currentSuite} > ${name}` : name, body });
}

/**
 * Looks again and again until there is something to see.
 *
 * @param look gives a truthy value as soon as the awaited is there; throwing means not yet
 * @param what names the awaited in the failure
 * @param limit the longest wait, in milliseconds
 * @returns the first truthy value
 * @throws {Error} when the time is over, with what was seen last
 */
export async function until<T>(
  look: () => T | PromiseLike<T>,
  what: string,
  limit = UNTIL_LIMIT,
): Promise<NonNullable<T>> {
  const deadline = Date.now() + limit;
  for (;;) {
    let last: unknown;
    try {
      const seen = await look();
      if (seen) return seen;
      last = seen;
    } catch (error) {
      last = error;
    }
    if (Date.now() > deadline) throw new Error(`no ${what} after ${limit} ms; last seen: ${last}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
  }
}

/**
 * Compares two values by their JSON; for hosts that have no `node:assert`.
 *
 * @throws {Error} when they differ
 */
export function equal(actual: unknown, expected: unknown): void {
  const [is, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== wanted) throw new Error(`is ${is}, should be ${wanted}`);
}

/** Begins a line of the host's log that is shown to whoever runs the tests. */
export const MEASURED = 'callsheet measured: ';

/** Shows a figure beside the results. */
export const measured = (what: string): void => console.log(MEASURED + what);

/** Runs the declared tests in their order; a failure stops none of the others. */
export async function runTests(): Promise<TestResult[]> {
  const results: TestResult[] = [];
  for (const { name, body } of declared) {
    try {
      await withinLimit(Promise.resolve().then(body));
      results.push({ name });
    } catch (error) {
      results.push({
        name,
        error: error instanceof Error ? (error.stack ?? error.message) : `${error}`,
      });
    }
  }
  return results;
}

function withinLimit(test: Promise<unknown>): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout>;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${TEST_LIMIT} ms`)), TEST_LIMIT);
  });
  return Promise.race([test, limit]).finally(() => clearTimeout(timer));
}
