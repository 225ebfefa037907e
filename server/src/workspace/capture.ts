import { type Captured, type CaptureOptions, capture } from '../convert/capture/capture.ts';
import { say } from '../l10n/say.ts';
import { createToolset } from '../manifest/index.ts';
import type { Toolset } from '../model/tool.ts';
import type { Uri } from './files/uri.ts';
import type { Surroundings } from './links/scopes.ts';
import { manifestOf } from './links/toolsets.ts';
import { traceOf } from './links/traces.ts';
import type { Workspace } from './workspace.ts';

export interface TraceCaptureOptions extends Omit<CaptureOptions, 'toolset' | 'domains'> {
  /** The manifest of the tools; every manifest that is known where absent. */
  readonly manifest?: Uri;
}

/**
 * Captures from a trace file as it is now, in the editor or on disk, with what the configuration says of
 * errors and of sensitive data.
 *
 * @returns a sentence where there is nothing to capture
 */
export async function captureFromTrace(
  workspace: Workspace,
  uri: Uri,
  options: TraceCaptureOptions,
): Promise<Captured | string> {
  await workspace.snapshot(uri);
  const state = await workspace.store.load(uri);
  const around = workspace.peek(uri, 'trace')?.around;
  if (!state.document || !around) return state.failure ?? say`it cannot be read`;
  const { runs, problems } = traceOf(state, around.config.errorPattern);
  if (runs.length === 0) return problems[0]?.message ?? say`there is no run in it`;
  return capture(runs, {
    ...options,
    domains: around.config.sensitiveDomains.map((domain) => domain.toLowerCase()),
    toolset: await toolsetFor(workspace, around, options.manifest),
  });
}

async function toolsetFor(
  workspace: Workspace,
  { config }: Surroundings,
  manifest: Uri | undefined,
): Promise<Toolset> {
  const { store } = workspace;
  if (manifest !== undefined) {
    const parts = [{ manifest: manifestOf(await store.load(manifest)) }];
    return createToolset(parts, config.policies, true);
  }
  return workspace.knownTools.load(config);
}
