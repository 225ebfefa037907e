import type { Range, TextEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import { say } from '../l10n/say.ts';
import { replaceToken } from '../rules/fixes.ts';
import type { Uri } from '../workspace/files/uri.ts';
import type { Snapshot } from '../workspace/workspace.ts';
import { workspaceEdit } from './edits.ts';
import type { FeatureContext } from './host.ts';
import { type FoundMention, mentionAt, sameMentions, toolOf } from './mention-search.ts';
import type { Mention, MentionOf } from './mentions.ts';
import { withoutRepeats } from './references.ts';
import { trajectoriesOf } from './target.ts';

/** Why something cannot be renamed, in words for a person. */
export class RenameRefused extends Error {}

type Renamable = Exclude<Mention, { kind: 'file' } | { kind: 'runner' }>;

/**
 * What a rename at an offset would rename; undefined where nothing stands that has a name.
 *
 * @throws RenameRefused where the name is one that is not renamed
 */
export function prepareRename(
  { snapshot }: FeatureContext,
  offset: number,
): { readonly range: Range; readonly placeholder: string } | undefined {
  const mention = mentionAt(snapshot, offset);
  if (!mention) return undefined;
  assertRenamable(snapshot, mention);
  const range = snapshot.file.rangeOf(mention.tree, mention.text);
  return range && { range, placeholder: mention.name };
}

/**
 * Renames what stands at an offset wherever it is named, but in manifests and recorded runs.
 *
 * @param snapshots the files of the workspace
 * @throws RenameRefused where the new name is taken, empty or malformed
 */
export function rename(
  context: FeatureContext,
  offset: number,
  newName: string,
  snapshots: readonly Snapshot[],
): WorkspaceEdit | undefined {
  const { snapshot } = context;
  const mention = mentionAt(snapshot, offset);
  if (!mention) return undefined;
  assertRenamable(snapshot, mention);
  const from = { snapshot, mention };
  const { fault, kind } = NAMES[mention.kind](newName);
  if (fault) throw new RenameRefused(say`“${newName}” is no name for a ${kind}: ${fault}.`);
  if (newName === mention.name) return workspaceEdit(context, new Map());
  const taken = TAKEN[mention.kind](from as never, newName, snapshots);
  if (taken) throw new RenameRefused(say`“${newName}” is taken: ${taken}.`);
  return workspaceEdit(context, editsOf(from, newName, snapshots));
}

function assertRenamable(snapshot: Snapshot, mention: Mention): asserts mention is Renamable {
  if (mention.kind === 'file') {
    throw new RenameRefused(say`A path is renamed with its file: the editor then updates it here.`);
  }
  if (mention.kind === 'runner') {
    throw new RenameRefused(say`A runner is renamed in the configuration, by hand.`);
  }
  if (snapshot.file.kind === 'tools') {
    throw new RenameRefused(
      say`A manifest is its server’s: rename the tool where a case names it.`,
    );
  }
}

interface NameCheck {
  readonly kind: string;
  readonly fault?: string;
}

const CALL_ID = /^[A-Za-z_][A-Za-z0-9_-]*$/;
/** The widest of the names that tool dialects allow, with the separator of an alias. */
const TOOL_NAME = /^[\p{L}\p{N}_./:-]{1,192}$/u;
const BAD_TEXT = /^\s|\s$|[\p{Cc}\p{Zl}\p{Zp}]/u;

const check = (kind: string, fault: string | false): NameCheck => ({
  kind,
  ...(fault && { fault }),
});

const textFault = (name: string): string | false =>
  name.trim() === ''
    ? say`it is empty`
    : BAD_TEXT.test(name) && say`it has blanks around it, or characters that cannot be seen`;

const NAMES: { readonly [K in Renamable['kind']]: (name: string) => NameCheck } = {
  call: (name) =>
    check(
      'call',
      textFault(name) ||
        (!CALL_ID.test(name) && say`letters, digits, “_” and “-”, and a letter or “_” first`),
    ),
  tool: (name) =>
    check(
      'tool',
      textFault(name) || (!TOOL_NAME.test(name) && say`letters, digits and “_ . - / :” alone`),
    ),
  case: (name) => check('case', textFault(name)),
  golden: (name) => check(say`golden trajectory`, textFault(name)),
};

type TakenCheck<K extends Mention['kind']> = (
  from: FoundMention<MentionOf<K>>,
  name: string,
  snapshots: readonly Snapshot[],
) => string | false;

/** Whether others are called so already: they would become one, or none of them could be told. */
const bearsName = (
  from: FoundMention,
  name: string,
  snapshots: readonly Snapshot[],
): readonly FoundMention[] => {
  const renamed = { snapshot: from.snapshot, mention: { ...from.mention, name } as Mention };
  return sameMentions(renamed, snapshots);
};

/** Whether a `from_call` that names the tool would come to mean a call by its id. */
const isCaptured = (from: FoundMention, name: string, snapshots: readonly Snapshot[]): boolean =>
  sameMentions(from, snapshots).some(
    ({ mention: { unit, ...mention } }) =>
      unit !== undefined &&
      'calls' in mention &&
      trajectoriesOf(unit).some(({ calls }) => calls.some(({ id }) => id?.value === name)),
  );

const TAKEN: { readonly [K in Renamable['kind']]: TakenCheck<K> } = {
  call: ({ snapshot, mention }, name) => {
    const { trajectory } = mention;
    if (trajectory.calls.some(({ id }) => id?.value === name)) {
      return say`another call of this trajectory has it as its id`;
    }
    const used = bearsName({ snapshot, mention }, name, [snapshot]).length > 0;
    const tool = trajectory.calls.some((call) => call.name?.value === name);
    return (
      (used && say`this trajectory refers to it`) ||
      (tool && say`a tool that this trajectory calls has this name`)
    );
  },
  case: (from, name, snapshots) =>
    bearsName(from, name, snapshots).length > 0 && say`another case has it, or a pair names it`,
  golden: (from, name, snapshots) =>
    bearsName(from, name, snapshots).length > 0 && say`another golden trajectory has it`,
  tool: (from, name, snapshots) => {
    const { snapshot, mention } = from;
    if (isCaptured(from, name, snapshots)) {
      return say`a call has it as its id, and a \`from_call\` would mean that call`;
    }
    const old = toolOf(snapshot, mention);
    const other = toolOf(snapshot, { ...mention, name });
    // A tool that was renamed in its manifest: the cases follow.
    if (!old && other) return false;
    if (other && old && (other.uri !== old.uri || other.name !== old.name)) {
      return say`the manifest has another tool of this name`;
    }
    return (
      !other && bearsName(from, name, snapshots).length > 0 && say`cases speak of another tool so`
    );
  },
};

function editsOf(
  from: FoundMention,
  newName: string,
  snapshots: readonly Snapshot[],
): ReadonlyMap<Uri, readonly TextEdit[]> {
  const { mention } = from;
  const found = withoutRepeats(sameMentions(from, snapshots)).filter(
    ({ snapshot }) => snapshot.file.kind !== 'tools',
  );
  // Where several bear a name, what refers to it cannot be told apart: only the one at hand changes.
  const rivals = found.filter(({ mention: { isDefinition } }) => isDefinition).length > 1;
  const changed = mention.isDefinition && rivals ? [from] : found;
  const spell = mention.kind === 'tool' ? toolSpeller(from, newName) : () => newName;
  const edits = new Map<Uri, TextEdit[]>();
  for (const { snapshot, mention: each } of changed) {
    const range = snapshot.file.rangeOf(each.tree, each.isPart ? each.text : each.scalar);
    if (!range) continue;
    const its = edits.get(snapshot.file.uri) ?? [];
    its.push({ range, newText: written(each, spell(each.name)) });
    edits.set(snapshot.file.uri, its);
  }
  return edits;
}

/** A tool may be named with the prefix of its manifest's alias, or with dots as underscores: that stays. */
function toolSpeller(
  { snapshot, mention }: FoundMention,
  newName: string,
): (spelling: string) => string {
  const own = (mention.kind === 'tool' && toolOf(snapshot, mention)?.name) || mention.name;
  const undotted = own.replaceAll('.', '_');
  const prefixOf = (spelling: string) =>
    [own, undotted].flatMap((end) =>
      spelling.endsWith(end) ? [spelling.slice(0, spelling.length - end.length)] : [],
    )[0] ?? '';
  const prefix = prefixOf(mention.name);
  const newOwn = newName.startsWith(prefix) ? newName.slice(prefix.length) : newName;
  return (spelling) => {
    if (spelling === mention.name) return newName;
    const dotless = own !== undotted && !spelling.endsWith(own);
    return prefixOf(spelling) + (dotless ? newOwn.replaceAll('.', '_') : newOwn);
  };
}

/** A new name in the quotes that stand there, or that it needs. */
function written({ tree, scalar, isPart }: Mention, name: string): string {
  if (!isPart) return replaceToken(tree, scalar, name).text;
  const quote = tree.text[scalar.start];
  if (quote === "'") return name.replaceAll("'", "''");
  return quote === '"' ? JSON.stringify(name).slice(1, -1) : name;
}
