import type { JsonObject } from '../model/value.ts';

/** What a made-up tool does and takes: each argument with its type, those it can do without marked. */
type Sketch = readonly [
  description: string,
  args: Readonly<Record<string, string>>,
  reads?: 'reads',
];

/** Tools of trades that have little to do with one another, to be offered beside those of a case. */
const SKETCHES: Readonly<Record<string, Sketch>> = {
  get_weather: [
    'Get the weather forecast of a place for the coming days.',
    { place: 'string', days: 'integer?' },
    'reads',
  ],
  convert_currency: [
    "Convert an amount of money from one currency into another at today's rate.",
    { amount: 'number', from: 'string', to: 'string' },
    'reads',
  ],
  translate_text: [
    'Translate a text into another language.',
    { text: 'string', language: 'string' },
    'reads',
  ],
  search_news: ['Search the news of the last week.', { query: 'string' }, 'reads'],
  find_recipe: ['Find recipes that use the given ingredients.', { ingredients: 'string' }, 'reads'],
  get_directions: [
    'Get the way from one place to another, on foot, by car or by train.',
    { from: 'string', to: 'string', mode: 'string?' },
    'reads',
  ],
  list_playlists: ['List the playlists of a listener.', { listener_id: 'string' }, 'reads'],
  set_thermostat: ['Set the temperature of a room.', { room: 'string', celsius: 'number' }],
  create_reminder: ['Create a reminder for a time of day.', { text: 'string', at: 'string' }],
  post_message: ['Post a message to a chat channel.', { channel: 'string', text: 'string' }],
  resize_image: [
    'Resize an image to a width and a height in pixels.',
    { image_id: 'string', width: 'integer?', height: 'integer?' },
  ],
  book_court: ['Book a tennis court for an hour.', { court: 'string', starts_at: 'string' }],
};

/** The same as MCP lists tools. */
export const DISTRACTORS: readonly (JsonObject & { readonly name: string })[] = Object.entries(
  SKETCHES,
).map(([name, [description, args, reads]]) => ({
  name,
  description,
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(args).map(([arg, type]) => [arg, { type: type.replace('?', '') }]),
    ),
    required: Object.keys(args).filter((arg) => !args[arg]!.endsWith('?')),
  },
  annotations: { readOnlyHint: reads === 'reads' },
}));
