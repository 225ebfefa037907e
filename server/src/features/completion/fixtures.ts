/** Tools and files that the completion tests work on. */
export const TOOLS = JSON.stringify({
  tools: [
    {
      name: 'search_flights',
      title: 'Find flights',
      description: 'Finds *flights* <b>now</b>.',
      inputSchema: {
        type: 'object',
        properties: {
          cabin: { type: 'string', enum: ['economy', 'yes', '10'], default: 'economy' },
          origin: { type: 'string', description: 'Where [from](x)' },
          direct: { type: 'boolean' },
          date: { type: 'string', examples: ['2026-06-12'] },
          days: { type: 'array', items: { type: 'integer', enum: [1, 2] } },
        },
        required: ['origin', 'date'],
      },
      outputSchema: {
        type: 'object',
        properties: {
          results: {
            type: 'array',
            items: {
              type: 'object',
              properties: { price: { type: 'number' }, id: { type: 'string' } },
            },
          },
        },
      },
      annotations: { readOnlyHint: true },
    },
    {
      name: 'book_flight',
      inputSchema: {
        type: 'object',
        properties: {
          note: { type: 'string' },
          flight_id: { type: 'string' },
          passengers: {
            type: 'array',
            items: {
              type: 'object',
              properties: { seat: { enum: ['aisle', 'window'] }, name: { type: 'string' } },
              required: ['name'],
            },
          },
          payment: {
            type: 'object',
            properties: { card: { type: 'string' }, amount: { type: 'number' } },
            required: ['card'],
          },
        },
        required: ['flight_id'],
      },
    },
    { name: 'list_airports', inputSchema: { type: 'object' } },
  ],
});

export const FILES: Readonly<Record<string, string>> = {
  'f.tools.json': TOOLS,
  'more/g.tools.json': TOOLS,
  'runs/a.trace.json': '{}',
};

/** A case up to its calls. */
export const HEAD = 'case_id: a\ntools: f.tools.json\nexpected:\n  calls:\n';
