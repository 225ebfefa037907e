import { CompletionItemKind } from 'vscode-languageserver-types';
import { phrase, say } from '../../l10n/say.ts';
import type { SchemaKind } from '../../model/schema/index.ts';
import { filePaths } from './files.ts';
import { asValue, type Content, type EntryContent, type Offer, scalar } from './offer.ts';
import type { Site } from './site.ts';

interface Scaffold {
  readonly label: string;
  readonly detail: string;
  readonly entries: (site: Site) => readonly EntryContent[];
}

const stop = (text: string | number): Content => ({ kind: 'stop', text });
const map = (...entries: EntryContent[]): Content => ({ kind: 'map', entries });
const list = (...items: Content[]): Content => ({ kind: 'list', items });

/** The manifest that is nearest; none is named where a dataset or the configuration may name it. */
function toolsEntry(site: Site): EntryContent[] {
  if (site.kind === 'case-item' || site.scope.toolset.tools.length > 0) return [];
  const [nearest] = filePaths('tools')(site);
  return [['tools', nearest ? asValue(nearest.write) : stop('my.tools.json')]];
}

const toolStop = ({ scope }: Site): Content => stop(scope.toolset.tools[0]?.name ?? 'tool_name');

const caseOf =
  (message: string, expected: (site: Site) => readonly EntryContent[]): Scaffold['entries'] =>
  (site) => [
    ['case_id', stop('case_id')],
    ['user_message', stop(message)],
    ...toolsEntry(site),
    ['expected', map(...expected(site))],
  ];

const CASES: readonly Scaffold[] = [
  {
    label: phrase`Case with calls`,
    detail: phrase`a request, and the calls that it should lead to`,
    entries: caseOf('What the user says', (site) => [
      ['calls', list(map(['name', toolStop(site)], ['args', { kind: 'open', of: 'map' }]))],
    ]),
  },
  {
    label: phrase`Clarify case`,
    detail: phrase`an ambiguous request: the agent must ask instead of act`,
    entries: caseOf('An ambiguous request', () => [['tool_behavior', scalar('clarify')]]),
  },
  {
    label: phrase`Irrelevance case`,
    detail: phrase`a question that no tool is for`,
    entries: caseOf('A question that needs no tool', () => [['tool_behavior', scalar('no_call')]]),
  },
];

/** What an empty file begins as, by its kind. */
const SCAFFOLDS: Partial<Record<SchemaKind, readonly Scaffold[]>> = {
  case: CASES,
  'case-item': CASES,
  golden: [
    {
      label: phrase`Golden trajectory`,
      detail: phrase`a known good run, with its recorded outputs`,
      entries: (site) => [
        ['golden_id', stop('golden_id')],
        ['user_message', stop('What the user says')],
        ...toolsEntry(site),
        [
          'calls',
          list(
            map(
              ['name', toolStop(site)],
              ['args', { kind: 'open', of: 'map' }],
              ['returns', { kind: 'open', of: 'map' }],
            ),
          ),
        ],
      ],
    },
  ],
  dataset: [
    {
      label: phrase`Dataset`,
      detail: phrase`shared defaults and many cases`,
      entries: (site) => [
        ['dataset', stop('name')],
        ...toolsEntry(site),
        ['cases', list(map(['include', stop('cases/*.case.yaml')]))],
      ],
    },
  ],
  config: [
    {
      label: phrase`Configuration`,
      detail: phrase`the manifest of all cases, and what its tools do`,
      entries: (site) => [
        ...toolsEntry(site),
        ['policies', map(['tool_name', map(['consequence', stop('read')])])],
      ],
    },
  ],
};

/** Whole files for an empty file, whole cases for an empty item of a dataset. */
export const scaffolds = (site: Site): Offer[] =>
  (SCAFFOLDS[site.kind] ?? []).map(({ label, detail, entries }) => ({
    label: say(label),
    // Not as a snippet: editors that leave out snippets of their own would leave these out too.
    kind: CompletionItemKind.Struct,
    detail: say(detail),
    write: { value: { kind: 'map', entries: entries(site) } },
  }));
