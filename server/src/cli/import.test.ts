import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeCorpora } from '../../../test/corpora.ts';
import { readValues } from '../convert/values.ts';
import type { JsonObject } from '../model/value.ts';
import { type Place, placeWith } from './testing.ts';

/** The cases of a file that was written. */
function casesIn(place: Place, path: string): JsonObject[] {
  const read = readValues(place.read(path));
  if (!read.ok) throw new Error(read.reason);
  return read.values as JsonObject[];
}

interface Report {
  readonly imports: readonly {
    readonly cases: number;
    readonly not_carried: readonly { readonly case?: string; readonly key: string }[];
  }[];
}

const errorsOf = async (place: Place, path: string): Promise<string[]> => {
  const { out } = await place.run('check', path, '--format', 'json');
  const { diagnostics } = JSON.parse(out) as {
    diagnostics: { severity: string; code: string; message: string }[];
  };
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code}: ${message}`);
};

const task = (over: JsonObject = {}): JsonObject => ({
  user_id: 'ada',
  instruction: 'Cancel it.',
  actions: [
    { name: 'get_order', kwargs: { id: 1 } },
    { name: 'cancel_order', kwargs: { id: 1 } },
  ],
  outputs: ['12.50'],
  ...over,
});

describe('import', () => {
  it('writes a report of what could not be carried', async () => {
    const place = placeWith({ 'tasks.json': JSON.stringify([task({ mood: 'angry' })]) });
    const done = await place.run('import', 'tau-bench', 'tasks.json', '--report', 'report.json');
    expect(done).toMatchObject({ code: 0, out: 'tasks.json: 1 case in .\n' });
    expect(done.err.split('\n')).toContain(
      'tasks.json: not carried: tasks-0: mood: has no counterpart in a case',
    );
    const { imports } = JSON.parse(place.read('report.json')) as Report;
    expect(imports[0]).toMatchObject({ cases: 1 });
    expect(imports[0]!.not_carried.map(({ key }) => key)).toEqual([
      'mood',
      'instruction',
      'database',
    ]);
  });

  it('keeps the writes of a tau-bench task, and policies that say which they are', async () => {
    const place = placeWith({ 'tasks.json': JSON.stringify([task()]) });
    await place.run('import', 'tau-bench', 'tasks.json', '--out', 'cases');
    expect(casesIn(place, 'cases/tasks.case.yaml')).toEqual([
      {
        case_id: 'tasks-0',
        user_message: 'Cancel it.',
        expected: {
          calls: [{ name: 'cancel_order', args: { id: 1 } }],
          match: { calls: 'any_order', extra_calls: 'reads' },
          must_mention: ['12.50'],
        },
      },
    ]);
    expect(place.read('cases/callsheet.config.yaml')).toContain(
      'cancel_order:\n    consequence: write\n  get_order:\n    consequence: read\n',
    );
  });

  it('keeps what a tau2 task is judged by, and says what of it cannot be', async () => {
    const tasks = [
      {
        id: 't1',
        description: { purpose: 'Cancelling' },
        user_scenario: { instructions: { reason_for_call: 'Cancel.', known_info: 'Order 1.' } },
        initial_state: { seed: 1 },
        evaluation_criteria: {
          actions: [
            { name: 'cancel_order', arguments: { id: 1, why: 'x' }, compare_args: ['id'] },
            { name: 'get_order', arguments: { id: 1 } },
            { name: 'reboot', arguments: {}, requestor: 'user' },
          ],
          communicate_info: ['12.50'],
          nl_assertions: ['is kind'],
          reward_basis: ['DB', 'COMMUNICATE', 'NL_ASSERTION'],
        },
      },
    ];
    const simulations = [
      { id: 's1', task_id: 't1', messages: [{ role: 'assistant', content: '' }] },
    ];
    const place = placeWith({ 'sim.json': JSON.stringify({ tasks, simulations }) });
    const { err } = await place.run('import', 'tau2', 'sim.json');
    expect(casesIn(place, 'sim.case.yaml')).toEqual([
      {
        case_id: 'sim-t1',
        description: 'Cancelling',
        user_message: 'Cancel.\nOrder 1.',
        trace: './sim.trace.json',
        expected: {
          calls: [{ name: 'cancel_order', args: { id: 1 }, match: { args: 'partial' } }],
          match: { calls: 'any_order', extra_calls: 'reads' },
          must_mention: ['12.50'],
        },
      },
    ]);
    expect(JSON.parse(place.read('sim.trace.json'))).toMatchObject({
      simulations: [{ task_id: 'sim-t1' }],
    });
    const lost = ['initial_state', 'nl_assertions', 'NL_ASSERTION', 'reboot', 'user_scenario'];
    for (const each of lost) expect(err).toContain(each);
  });

  it('pairs calls with answers in events of the agent development kit', async () => {
    const part = (value: JsonObject) => ({ content: { parts: [value] } });
    const set = {
      eval_set_id: 's',
      eval_cases: [
        {
          eval_id: 'order',
          conversation: [
            {
              user_content: { parts: [{ text: 'Where is it?' }] },
              intermediate_data: {
                invocation_events: [
                  part({ function_call: { id: 'a', name: 'find', args: { id: 1 } } }),
                  part({ function_response: { id: 'a', name: 'find', response: { at: 'sea' } } }),
                ],
              },
            },
            { user_content: { parts: [{ text: 'Thanks' }] }, rubrics: ['is kind'] },
          ],
        },
      ],
    };
    const place = placeWith({ 'order.evalset.json': JSON.stringify(set) });
    const { err } = await place.run('import', 'adk', 'order.evalset.json');
    expect(casesIn(place, 'order.case.yaml')).toEqual([
      {
        case_id: 'order',
        user_message: 'Where is it?',
        replies: [{ content: 'Thanks' }],
        expected: {
          calls: [{ name: 'find', turn: 0, args: { id: 1 }, returns: { at: 'sea' } }],
          match: { calls: 'exact', compare: 'exact' },
        },
      },
    ]);
    expect(err).toBe(
      'order.evalset.json: not carried: order: conversation[1].rubrics: has no counterpart in a case\n',
    );
  });

  it('keeps files of one name apart', async () => {
    const text = JSON.stringify([task()]);
    const place = placeWith({ 'a/tasks.json': text, 'b/tasks.json': text });
    const { code, err } = await place.run('import', 'tau-bench', 'a/tasks.json', 'b/tasks.json');
    expect(code).toBe(2);
    expect(err).toContain('two files would be written as tasks.case.yaml');
  });

  it('writes a dataset in JSON when asked', async () => {
    const place = placeWith({ 'tasks.json': JSON.stringify([task()]) });
    await place.run('import', 'tau-bench', 'tasks.json', '--format', 'json');
    expect(JSON.parse(place.read('tasks.dataset.json'))).toMatchObject({
      dataset: 'tasks',
      cases: [{ case_id: 'tasks-0' }],
    });
  });

  it.each([
    ['a file of another format', ['tau2', 'tasks.json'], 'cannot import tasks.json as tau2'],
    ['a file that is not there', ['adk', 'none.json'], 'there is no file none.json'],
    ['broken text', ['adk', 'broken.json'], 'cannot read broken.json'],
    ['a manifest without tools', ['adk', 'tasks.json', '--tools', 'none.json'], '--tools'],
    ['an unknown format', ['bflc', 'tasks.json'], 'bflc'],
  ])('refuses %s', async (_, args, message) => {
    const place = placeWith({ 'tasks.json': JSON.stringify([task()]), 'broken.json': '{"a": [' });
    const { code, err } = await place.run('import', ...args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  it('replaces nothing that a person has changed', async () => {
    const place = placeWith({
      'tasks.json': JSON.stringify([task()]),
      'tasks.case.yaml': 'case_id: mine\n',
    });
    const refused = await place.run('import', 'tau-bench', 'tasks.json');
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('tasks.case.yaml exists and differs');
    const forced = await place.run('import', 'tau-bench', 'tasks.json', '--force');
    expect(forced.code).toBe(0);
    expect(casesIn(place, 'tasks.case.yaml')).toHaveLength(1);
  });
});

describeCorpora('tau-bench results, imported with their runs', 'tau-bench', (folder) => {
  it('pass as their reward says, in all runs but two', async () => {
    const file = join(folder, 'gpt-4o-airline.tasks-0-24.json');
    const place = placeWith();
    const tools = join(folder, 'airline.tools.json');
    await place.run('import', 'tau-bench', file, '--tools', tools, '--out', 'airline');
    const { out } = await place.run('score', 'airline', '--format', 'json');
    const { cases } = JSON.parse(out) as {
      cases: { runs: { run_id: string; verdict: string }[] }[];
    };
    const results = JSON.parse(readFileSync(file, 'utf8')) as {
      task_id: number;
      trial: number;
      reward: number;
    }[];
    const runs = cases.flatMap((each) => each.runs);
    expect(runs).toHaveLength(100);
    const different = results.flatMap(({ task_id, trial, reward }) => {
      const run = runs.find(({ run_id }) => run_id.endsWith(`-24-${task_id}-${trial}`));
      return (run?.verdict === 'pass') === (reward === 1) ? [] : [`${task_id}-${trial}`];
    });
    expect(different.sort()).toEqual(['2-1', '5-1']);
    expect(await errorsOf(place, 'airline')).toEqual([]);
  });
});

describeCorpora('evaluation files of the agent development kit', 'adk', (folder) => {
  it('are imported in both generations, with nothing in them that is an error', async () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
    const place = placeWith();
    const done = await place.run('import', 'adk', ...files.map((name) => join(folder, name)));
    expect(done.code).toBe(0);
    const cases = readdirSync(place.folder).flatMap((name) => casesIn(place, name));
    const calls = cases.map(({ expected }) => ((expected as JsonObject).calls as unknown[]) ?? []);
    expect(cases).toHaveLength(8);
    expect(calls.map((made) => made.length)).toEqual([7, 1, 2, 1, 6, 1, 0, 12]);
    expect(await errorsOf(place, '.')).toEqual([]);
    expect(done.err).toContain('session_input: has no counterpart');
    expect(done.err.match(/replies are compared/g)).toHaveLength(8);
  });
});

describeCorpora('promptfoo configurations', 'promptfoo', (folder) => {
  const importOne = async (name: string) => {
    const place = placeWith();
    const done = await place.run('import', 'promptfoo', join(folder, name));
    return { place, ...done };
  };

  it('keep sequences and arguments, and say what they lose', async () => {
    const { place, err } = await importOne('assertion_blocks.yaml');
    const [first, second] = casesIn(place, 'assertion_blocks.case.yaml');
    expect(first!.expected).toEqual({
      calls: [
        { name: 'lookup_reservation', match: { args: 'ignore' } },
        {
          name: 'update_seat',
          match: { args: 'partial' },
          args: { confirmation_number: 'ABC123', new_seat: '14C' },
        },
        { name: 'faq_lookup', match: { args: 'ignore' } },
      ],
      match: { calls: 'in_order', extra_calls: 'any', compare: 'exact' },
    });
    expect(second!.expected).toMatchObject({
      calls: [
        {
          name: 'search_orders',
          args: { status: 'Q', page: { allowed: [1], optional: true } },
          match: { args: 'exact', ignore_args: ['cursor'] },
        },
      ],
    });
    expect(err).toContain('trajectory:step-count');
    expect(err).toContain('trace-error-spans: has no counterpart');
    expect(err).toContain('a share of the calls (0.8) cannot be said');
    expect(await errorsOf(place, '.')).toEqual([]);
  });

  it('fill in the prompt', async () => {
    const { place } = await importOne('integration-opentelemetry_promptfooconfig.trajectory.yaml');
    const [only] = casesIn(place, 'integration-opentelemetry_promptfooconfig.trajectory.case.yaml');
    expect(only).toMatchObject({
      case_id: 'trajectory-test-case-1',
      user_message: 'Explain how quantum computing works in simple terms',
      expected: { match: { calls: 'exact', extra_calls: 'none' } },
    });
  });

  it('bring their mistakes to light', async () => {
    const { place } = await importOne('tool-use_promptfooconfig.yaml');
    expect(await errorsOf(place, '.')).toEqual([
      'schema-invalid: get_weather: the input schema stands under "input_schema", where OpenAI Chat reads "parameters"',
    ]);
  });
});

describe('import bfcl', () => {
  const question = (id: string) => ({
    id,
    question: [[{ role: 'user', content: 'Look it up.' }]],
    function: [
      { name: 'look', description: 'Looks.', parameters: { type: 'dict', properties: {} } },
    ],
  });

  it('names the flag of the answers where there are none', async () => {
    const place = placeWith({
      'BFCL_v4_simple.json': JSON.stringify(question('simple_0')),
      'BFCL_v4_irrelevance.json': JSON.stringify(question('irrelevance_0')),
    });
    const { code, out, err } = await place.run('import', 'bfcl', 'BFCL_v4_simple.json');
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('name it with --answers');
    // Questions that want no call have no answers to begin with.
    expect((await place.run('import', 'bfcl', 'BFCL_v4_irrelevance.json')).code).toBe(0);
  });
});
