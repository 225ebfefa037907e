import { afterEach, describe, expect, it } from 'vitest';
import { Client } from './harness.ts';

const TOOLS = JSON.stringify({
  tools: [
    {
      name: 'search_flights',
      inputSchema: {
        type: 'object',
        properties: { origin: { type: 'string' }, limit: { type: 'integer' } },
        required: ['origin'],
      },
      annotations: { readOnlyHint: true },
    },
  ],
});

const CASE = `case_id: one
tools: ./flights.tools.json
user_message: Find flights from SFO.
expected:
  calls:
    - name: search_flights
      args: { origin: SFO, limit: two }
`;

let client: Client;
afterEach(() => client.stop());

describe('pushed diagnostics', () => {
  it('tells a wrong argument on its value, with the version it is for', async () => {
    client = await Client.start({ files: { 'flights.tools.json': TOOLS } });
    const uri = await client.open('one.case.yaml', CASE);
    const { diagnostics, version } = await client.diagnostics(uri);
    expect(version).toBe(1);
    expect(diagnostics).toMatchObject([
      {
        code: 'arg-type',
        source: 'callsheet',
        severity: 1,
        range: { start: { line: 6, character: 34 }, end: { line: 6, character: 37 } },
      },
    ]);
  });
});
