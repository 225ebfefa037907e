/** Files to measure with: realistic, the same on every run, twenty lines a case. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LINES_PER_CASE = 20;
const HEAD = [
  'dataset: speed',
  'version: 1',
  'tools: shop.tools.json',
  'defaults: { language: en, trials: 5 }',
  'cases:',
];

const object = (properties: Record<string, unknown>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** A manifest of three tools, as a server of the Model Context Protocol lists them. */
export const MANIFEST = JSON.stringify(
  {
    tools: [
      {
        name: 'search_orders',
        description: 'Find the orders of a customer.',
        inputSchema: object(
          {
            customer_id: { type: 'string', description: 'The customer', pattern: '^C-[0-9]+$' },
            status: { enum: ['open', 'shipped', 'delivered'], description: 'The state' },
            since: { type: 'string', format: 'date', description: 'The earliest day' },
            limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
          },
          ['customer_id'],
        ),
        outputSchema: object({
          orders: { type: 'array', items: object({ id: { type: 'string' } }) },
        }),
        annotations: { readOnlyHint: true },
      },
      {
        name: 'issue_refund',
        description: 'Pay money back for an order.',
        inputSchema: object(
          {
            order_id: { type: 'string', description: 'The order' },
            amount: { type: 'number', exclusiveMinimum: 0, description: 'How much, in euros' },
            reason: { enum: ['damaged', 'late', 'other'], description: 'Why' },
            notify: { type: 'boolean', default: true },
          },
          ['order_id', 'amount', 'reason'],
        ),
        annotations: { destructiveHint: true, idempotentHint: true },
      },
      {
        name: 'send_message',
        description: 'Write to a customer.',
        inputSchema: object({ customer_id: { type: 'string' }, text: { type: 'string' } }),
        annotations: { readOnlyHint: false, destructiveHint: false },
      },
    ],
  },
  null,
  2,
);

function caseLines(number: number): string[] {
  const customer = `C-${10_000 + number}`;
  return [
    `- case_id: refund_${number}`,
    `  title: Refund the late order of customer ${customer}`,
    `  user_message: My order came a week late. I am customer ${customer}, give me ${number % 90}.50 back.`,
    '  language: en',
    '  category: refunds',
    '  tags: [regression, money]',
    '  expected:',
    '    calls:',
    '      - id: search',
    '        name: search_orders',
    `        args: { customer_id: ${customer}, status: delivered }`,
    '        returns: { orders: [{ id: "7310" }, { id: "7311" }] }',
    '      - name: issue_refund',
    '        args:',
    '          order_id: { from_call: search, path: "$.orders[*].id" }',
    `          amount: ${number % 90}.5`,
    '          reason: late',
    '          notify: { optional: true, allowed: [true] }',
    '    forbidden_tools: [send_message]',
    '    must_not_mention: ["internal error"]',
  ];
}

/** A dataset of so many lines, and the manifest `shop.tools.json` that it names. */
export function dataset(lines: number): string {
  const cases = Math.floor((lines - HEAD.length) / LINES_PER_CASE);
  const body = Array.from({ length: cases }, (_, i) => caseLines(i).map((line) => `  ${line}`));
  return `${[...HEAD, ...body.flat()].join('\n')}\n`;
}

/** One case as a file of its own. */
export const caseFile = (number: number): string =>
  `${['tools: shop.tools.json', ...caseLines(number).map((line) => line.slice(2))].join('\n')}\n`;

/** The line in mid-file that edits and completions are tried at: the `reason` of a refund. */
export function middleLine(text: string): { readonly line: number; readonly character: number } {
  const lines = text.split('\n');
  const from = Math.floor(lines.length / 2);
  const line = lines.findIndex((each, i) => i >= from && each.trim() === 'reason: late');
  return { line, character: lines[line]!.length };
}

/** A folder that is the machine's to clean up, with the files in it. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-bench-'));
  for (const [path, text] of Object.entries(files)) {
    const at = join(folder, path);
    mkdirSync(join(at, '..'), { recursive: true });
    writeFileSync(at, text);
  }
  return folder;
}
