/**
 * examples/ci/callsheet.yml, step by step, as GitHub would run it: in clones, with the packed command line
 * installed. What an action does is done here; its inputs are held against those that it has.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../scripts/bootstrap.mjs';
import { folderWith } from '../server/src/cli/testing.ts';
import { npm, OFFLINE, packInto, windows } from './packed.ts';

interface Step {
  readonly name?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string | number>>;
  readonly run?: string;
}

interface Job {
  readonly if?: string;
  readonly needs?: string;
  readonly strategy?: { readonly matrix: { readonly shard: readonly number[] } };
  readonly steps: readonly Step[];
}

type Event = 'push' | 'pull_request';

/** What the jobs of one workflow run share, and what one of them has for itself. */
interface Machine {
  readonly event: Event;
  /** The repository, and the branch that is checked out of it. */
  readonly origin: string;
  readonly branch: string;
  readonly artifacts: string;
  /** Where the job's clone goes. */
  readonly workspace: string;
  readonly temp: string;
}

interface Ended {
  readonly failed: readonly string[];
  readonly out: string;
}

const text = readFileSync(join(root, 'examples/ci/callsheet.yml'), 'utf8');
const { jobs } = parse(text) as { jobs: Record<string, Job> };

/** The conditions that the workflow uses, for a repository that is no fork. */
const CONDITIONS: Readonly<Record<string, (event: Event) => boolean>> = {
  'always()': () => true,
  "github.event_name == 'push'": (event) => event === 'push',
  "github.event_name == 'pull_request' && github.event.pull_request.head.repo.full_name == github.repository":
    (event) => event === 'pull_request',
};

function shell(machine: Machine, script: string) {
  const { event, workspace, temp } = machine;
  return spawnSync('bash', ['-e', '-c', script], {
    cwd: workspace,
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      npm_config_offline: 'true',
      RUNNER_TEMP: temp,
      GITHUB_STEP_SUMMARY: join(temp, 'summary.md'),
      ...(event === 'pull_request' && { GITHUB_BASE_REF: 'main' }),
    },
  });
}

interface Action {
  /** The inputs of its action.yml that are known here. */
  readonly inputs: readonly string[];
  act(machine: Machine, inputs: Readonly<Record<string, string>>): void;
}

const ACTIONS: Readonly<Record<string, Action>> = {
  'actions/checkout@v4': {
    inputs: ['fetch-depth'],
    act({ origin, branch, workspace }) {
      git(origin, 'clone', '--quiet', '--branch', branch, origin, workspace);
    },
  },
  'actions/setup-node@v4': {
    inputs: ['node-version', 'cache'],
    act({ workspace }, { cache }) {
      expect(cache).toBe('npm');
      expect(existsSync(join(workspace, 'package-lock.json'))).toBe(true);
    },
  },
  'actions/upload-artifact@v4': {
    inputs: ['name', 'path'],
    act({ artifacts, workspace }, { name = '', path = '' }) {
      const from = join(workspace, path);
      // GitHub only warns where there is nothing to keep.
      if (!existsSync(from)) return;
      const to = join(artifacts, name);
      cpSync(from, statSync(from).isDirectory() ? to : join(to, basename(path)), {
        recursive: true,
      });
    },
  },
  'actions/download-artifact@v4': {
    inputs: ['path', 'pattern'],
    act({ artifacts, workspace }, { path = '', pattern = '' }) {
      for (const name of readdirSync(artifacts)) {
        if (!name.startsWith(pattern.replace('*', ''))) continue;
        cpSync(join(artifacts, name), join(workspace, path, name), { recursive: true });
      }
    },
  },
  'github/codeql-action/upload-sarif@v3': {
    inputs: ['sarif_file'],
    act({ workspace }, { sarif_file: file = '' }) {
      const { version } = JSON.parse(readFileSync(join(workspace, file), 'utf8'));
      expect(version).toBe('2.1.0');
    },
  },
};

const git = (cwd: string, ...args: string[]): string => {
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  const { status, stdout, stderr } = spawnSync('git', [...who, ...args], { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout;
};

/** Runs the steps of a job, on one machine for each shard. */
function runJob(name: string, shared: Pick<Machine, 'event' | 'origin' | 'branch' | 'artifacts'>) {
  const { steps, strategy } = jobs[name]!;
  const ended = (strategy?.matrix.shard ?? [0]).map((shard) => {
    const fill = (value: string | number) =>
      String(value).replaceAll(/\$\{\{ matrix\.shard \}\}/g, String(shard));
    const temp = folderWith({ 'summary.md': '' });
    return runSteps({ ...shared, temp, workspace: join(temp, 'work') }, steps, fill);
  });
  return {
    failed: ended.flatMap(({ failed }) => failed),
    out: ended.map(({ out }) => out).join('\n'),
  };
}

function runSteps(
  machine: Machine,
  steps: readonly Step[],
  fill: (value: string | number) => string,
): Ended {
  const failed: string[] = [];
  let out = '';
  for (const step of steps) {
    if (failed.length > 0 && step.if !== 'always()') continue;
    if (step.if && !CONDITIONS[step.if]!(machine.event)) continue;
    if (step.uses) {
      const action = ACTIONS[step.uses]!;
      const inputs = Object.entries(step.with ?? {}).map(([key, value]) => [key, fill(value)]);
      expect(action.inputs).toEqual(expect.arrayContaining(inputs.map(([key]) => key)));
      action.act(machine, Object.fromEntries(inputs));
      continue;
    }
    const { status, stdout, stderr } = shell(machine, fill(step.run!));
    out += `${stdout}${stderr}`;
    if (status !== 0) failed.push(step.name ?? step.run!);
  }
  return { failed, out: out + readFileSync(join(machine.temp, 'summary.md'), 'utf8') };
}

/**
 * Every job that the event starts, in their order, with the steps that failed and what was printed. One that
 * needs another goes without where the other was left out or failed.
 */
function runWorkflow(event: Event, origin: string, branch: string): Record<string, Ended> {
  const artifacts = folderWith({});
  const ended: Record<string, Ended> = {};
  for (const [name, { if: condition, needs }] of Object.entries(jobs)) {
    if (condition && !CONDITIONS[condition]!(event)) continue;
    if (needs && ended[needs]?.failed.length !== 0) continue;
    ended[name] = runJob(name, { event, origin, branch, artifacts });
  }
  return ended;
}

const tool = (name: string, description: string) => ({
  name,
  description,
  inputSchema: {
    type: 'object',
    properties: { sku: { type: 'string', description: 'The stock number.' } },
    required: ['sku'],
  },
  annotations: { readOnlyHint: true },
});
const toolsOf = (reserve: string): string =>
  JSON.stringify({
    tools: [
      tool('reserve', reserve),
      tool('release', 'Give an article that was put aside back to the others.'),
    ],
  });

const caseOf = (id: string, name: string): string => `case_id: ${id}
tools: ./shop.tools.json
user_message: ${name} ${id}, please.
trace: ./${id}.trace.json
expected:
  calls:
    - name: ${name}
      args: { sku: ${id} }
`;
const CASES = { one: 'reserve', two: 'reserve', three: 'release' };
const runOf = (sku: string, name: string) => ({
  runs: [{ calls: [{ name, arguments: { sku }, status: 'ok' }] }],
});

const AGENT = `let text = '';
process.stdin.on('data', (chunk) => (text += chunk)).on('end', () => {
  const [, name, sku] = /(\\w+) (\\w+)/.exec(JSON.parse(text).messages[0].content);
  console.log(JSON.stringify({ runs: [{ calls: [{ name, arguments: { sku }, status: 'ok' }] }] }));
});
`;

describe.skipIf(windows)('the workflow to copy', { timeout: 240_000 }, () => {
  let origin: string;

  beforeAll(() => {
    origin = folderWith({
      '.gitignore': 'node_modules\n.callsheet\n',
      '.github/workflows/callsheet.yml': text,
      'package.json': '{ "private": true }',
      'agent.cjs': AGENT,
      'callsheet.config.yaml': JSON.stringify({
        runners: { agent: { type: 'command', command: ['node', 'agent.cjs'] } },
        gates: [{ metric: 'pass_rate', min: 1 }],
      }),
      'shop.tools.json': toolsOf('Put one article aside for a customer.'),
      ...Object.fromEntries(
        Object.entries(CASES).flatMap(([id, name]) => [
          [`${id}.case.yaml`, caseOf(id, name)],
          [`${id}.trace.json`, JSON.stringify(runOf(id, name))],
        ]),
      ),
    });
    const { filename } = packInto(origin);
    npm(origin, 'install', ...OFFLINE, '--save-dev', `./${filename}`);
    spawnSync('npx', ['callsheet', 'tools', 'label'], { cwd: origin });
    git(origin, 'init', '--quiet', '--initial-branch', 'main');
    git(origin, 'add', '.');
    git(origin, 'commit', '--quiet', '--message', 'Cases');
  }, 120_000);

  it('uses actions and conditions that are known here', () => {
    const steps = Object.values(jobs).flatMap((job) => job.steps);
    const conditions = [...Object.values(jobs), ...steps].flatMap((each) => each.if ?? []);
    expect(Object.keys(CONDITIONS)).toEqual(expect.arrayContaining(conditions));
    expect(Object.keys(ACTIONS)).toEqual(
      expect.arrayContaining(steps.flatMap(({ uses }) => uses ?? [])),
    );
  });

  it('passes on a push, and judges the shards together', () => {
    const ended = runWorkflow('push', origin, 'main');
    expect(
      Object.entries(ended).flatMap(([job, { failed }]) => failed.map((step) => [job, step])),
    ).toEqual([]);
    expect(Object.keys(ended)).toEqual(['recorded', 'run', 'judge']);
    for (const id of Object.keys(CASES)) {
      expect(ended.run!.out).toContain(`✓ ${id}`);
      expect(ended.judge!.out).toContain(id);
    }
    expect(ended.judge!.out).toContain('3 passed');
  });

  it('stops at a changed tool whose cases nobody looked at, and runs those that it touches', () => {
    git(origin, 'checkout', '--quiet', '-b', 'reword');
    writeFileSync(join(origin, 'shop.tools.json'), toolsOf('Order one article for a customer.'));
    git(origin, 'commit', '--quiet', '--all', '--message', 'Reword');
    git(origin, 'checkout', '--quiet', 'main');
    const { recorded, touched, ...others } = runWorkflow('pull_request', origin, 'reword');
    expect(others).toEqual({});
    expect(recorded!.failed).toEqual(['Tools that changed since a case was labelled']);
    expect(recorded!.out).toMatch(/^::error file=one\.case\.yaml/m);
    expect(recorded!.out).toMatch(/^::error file=two\.case\.yaml/m);
    expect(recorded!.out).not.toContain('three.case.yaml');
    expect(touched).toMatchObject({ failed: [] });
    expect(touched!.out).toMatch(/one, trial 1/);
    expect(touched!.out).toMatch(/two, trial 1/);
    expect(touched!.out).not.toContain('three');
  });
});
