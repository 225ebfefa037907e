/** The command could not run: usage, or input that cannot be read. The message says what to do. */
export class Failure extends Error {}

/** Exit codes, as pinned for everybody who calls the tool. */
export const EXIT = { fine: 0, findings: 1, failure: 2 } as const;
