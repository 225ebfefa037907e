import type { JsonObject } from '../model/value.ts';
import { commandRunner, readCommand } from '../runner/command.ts';
import type { Runner } from '../runner/runner.ts';
import { readTrace } from '../trace/index.ts';
import type { Unit } from './contents.ts';
import { CannotRun, type RunHost } from './run-host.ts';
import type { Snapshot } from './workspace.ts';

/** The case that a runner is made for. */
export interface RunnerContext {
  readonly snapshot: Snapshot;
  readonly unit: Unit;
  /** That relative paths of the configuration start from. */
  readonly folder: string;
}

export interface MadeRunner {
  readonly runner: Runner;
  /** The exact command line, where the runner starts a program. */
  readonly commandLine?: readonly string[];
}

type Make = (written: JsonObject, context: RunnerContext, host: RunHost) => MadeRunner | string;

const MAKERS: Readonly<Record<string, Make>> = {
  command(written, { snapshot, folder }, { environment, resolve }) {
    const spec = readCommand(written, folder, resolve, environment);
    if (typeof spec === 'string') return spec;
    const { errorPattern } = snapshot.around.config;
    const read = (text: string) =>
      readTrace(text, errorPattern === undefined ? {} : { errorPattern });
    return { runner: commandRunner(spec, { read }), commandLine: spec.command };
  },
};

/**
 * Makes the runner that the configuration describes under a name.
 *
 * @throws CannotRun where it is of no kind that runs here, or not written as it has to be
 */
export function makeRunner(
  name: string,
  written: JsonObject,
  context: RunnerContext,
  host: RunHost,
): MadeRunner {
  const type = String(written.type);
  const make = Object.hasOwn(MAKERS, type) ? MAKERS[type] : undefined;
  if (!make) throw new CannotRun(`runner “${name}”: the type \`${type}\` does not run here`);
  const made = make(written, context, host);
  if (typeof made === 'string') throw new CannotRun(`runner “${name}”: ${made}`);
  return made;
}
