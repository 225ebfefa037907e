import { say } from '../l10n/say.ts';
import type { Finding, Place } from '../model/finding.ts';
import type { Tool, ToolAnnotations } from '../model/tool.ts';
import { isObject, type Json } from '../model/value.ts';
import {
  findNode,
  type MapNode,
  type Node,
  type Path,
  type SegmentTree,
  type SeqNode,
  type Span,
  toValue,
} from '../syntax/index.ts';
import { DIALECTS, type Dialect, dialectOfTool } from './dialects/index.ts';
import { isSchema, type Schema } from './keywords.ts';

/** The tools that one file, or one inline list, defines. */
export interface Manifest {
  readonly uri: string;
  /** Of its first tool; `unknown` where there is none. */
  readonly dialect: string;
  readonly tools: readonly Tool[];
  /** What reading shows; `schemaFindings` looks into the schemas. */
  readonly problems: readonly Finding[];
}

export interface ManifestSource {
  readonly uri: string;
  /** The file's documents: one of a JSON file, one a line of JSON lines. */
  readonly documents: readonly SegmentTree[];
}

const EMPTY_TREE: SegmentTree = { text: '', root: null, problems: [] };

/**
 * Reads a manifest of any dialect of the format. A tool that cannot be read is a problem of its own and
 * hides no other.
 */
export function readManifest({ uri, documents }: ManifestSource): Manifest {
  const reader = new Reader(uri);
  for (const tree of documents) if (tree.root) reader.readList(tree.root, tree);
  return reader.finish(documents[0] ?? EMPTY_TREE, documents[0]?.root ?? undefined);
}

/** Reads the tools that a case writes out in its `tools`. */
export function readInlineTools(node: SeqNode, tree: SegmentTree, uri: string): Manifest {
  const reader = new Reader(uri);
  reader.readList(node, tree);
  return reader.finish(tree, node);
}

/** Keys whose lists hold tools, or containers of tools. */
const LISTS = [
  'tools',
  'functions',
  'functionDeclarations',
  'function_declarations',
  'gen_ai.tool.definitions',
  'function',
];

/** Keys whose mappings hold such lists: a JSON-RPC envelope, a request to Bedrock. */
const ENVELOPES = ['result', 'toolConfig'];

/** What says nothing of arguments: a schema with no other keys is none. */
const SILENT_KEYWORDS = ['$schema', '$id', '$comment', 'title', 'description'];

const DEPRECATED = /\bDEPRECATED\b|\(Deprecated\)/;

class Reader {
  private readonly tools: Tool[] = [];
  private readonly problems: Finding[] = [];
  private readonly uri: string;
  private dialect: string | undefined;

  constructor(uri: string) {
    this.uri = uri;
  }

  finish(tree: SegmentTree, root: Node | undefined): Manifest {
    if (this.tools.length === 0 && this.problems.length === 0) {
      const span = root ?? { start: 0, end: 0 };
      this.report('tools-unreadable', say`no tool is defined here`, tree, span);
    }
    const { uri, tools, problems } = this;
    return { uri, dialect: this.dialect ?? 'unknown', tools, problems };
  }

  readList(node: Node, tree: SegmentTree, container?: string): void {
    if (node.kind === 'seq') {
      for (const item of node.items) this.readList(item, tree, container);
    } else if (node.kind === 'map') {
      this.readMapping(node, tree, container);
    } else if (container !== undefined) {
      this.report('wrong-type', say`expected a tool, which is a mapping`, tree, node);
    }
  }

  private readMapping(node: MapNode, tree: SegmentTree, container?: string): void {
    const lists = LISTS.filter((key) => findNode(node, [key])?.kind === 'seq');
    const envelopes = ENVELOPES.filter((key) => findNode(node, [key])?.kind === 'map');
    for (const key of lists) this.readList(findNode(node, [key])!, tree, key);
    for (const key of envelopes) this.readList(findNode(node, [key])!, tree);
    if (lists.length === 0 && envelopes.length === 0) {
      const isTool = container !== undefined || TOOL_KEYS.some((key) => findNode(node, [key]));
      if (isTool) this.readTool(node, tree, container);
    }
  }

  private readTool(node: MapNode, tree: SegmentTree, container?: string): void {
    const dialect = dialectOfTool(node, container);
    const body = findNode(node, dialect.body);
    const nameNode = findNode(body, ['name']);
    const name = nameNode?.kind === 'scalar' ? nameNode.value : undefined;
    if (!nameNode || typeof name !== 'string' || name === '') {
      // A provider's tool may go by its type alone: it is called by no name that a case could write.
      if (dialect.id !== 'provider') this.nameless(node, nameNode, tree);
      return;
    }
    this.dialect ??= dialect.id;
    const text = (key: string) => {
      const value = findNode(body, [key]);
      return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined;
    };
    const place: Place = { tree, start: nameNode.start, end: nameNode.end, uri: this.uri };
    const title = text('title');
    const description = text('description');
    const annotations = readAnnotations(findNode(body, ['annotations']));
    const input = this.schema(body, dialect, dialect.input, place, name);
    const output = this.schema(body, dialect, dialect.output, place, name);
    if (input === undefined) this.withoutInput(body, dialect, place, name);
    const usable = this.usable(input, dialect, place, name);
    const said = [node, body, findNode(body, ['annotations'])].some(
      (each) => each && isTrue(each, ['deprecated']),
    );
    this.tools.push({
      name,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(input !== undefined && { inputSchema: input }),
      ...(output !== undefined && { outputSchema: output }),
      schemas: {
        ...(usable !== undefined && { input: usable }),
        ...(output !== undefined && { output: normalised(output, dialect) }),
      },
      ...(annotations && { annotations }),
      deprecated:
        said ||
        (isObject(input) && input.deprecated === true) ||
        [title, description, annotations?.title].some((words) => DEPRECATED.test(words ?? '')),
      place,
      uri: this.uri,
    });
  }

  private nameless(node: MapNode, name: Node | undefined, tree: SegmentTree): void {
    const span = name ?? node.entries[0]?.key ?? node;
    if (name) this.report('wrong-type', say`expected a name, which is a text`, tree, span);
    else this.report('missing-key', say`the tool has no "name"`, tree, span);
  }

  private schema(
    body: Node | undefined,
    dialect: Dialect,
    paths: readonly Path[],
    place: Place,
    name: string,
  ): Schema | undefined {
    const path = paths.find((each) => findNode(body, each));
    const node = path && findNode(body, path);
    if (!node || (node.kind === 'scalar' && node.value === null)) return undefined;
    const value = toValue(node) as Json;
    if (isSchema(value)) return value;
    const message = say`${name}: "${path?.join('.')}" is no schema, which is a mapping`;
    this.report('schema-invalid', message, place.tree, place);
    return dialect.withoutInput === 'broken' ? false : undefined;
  }

  /** The input schema as arguments can be checked by it; undefined where it tells nothing of them. */
  private usable(
    input: Schema | undefined,
    dialect: Dialect,
    place: Place,
    name: string,
  ): Schema | undefined {
    if (input === undefined) {
      return dialect.withoutInput === 'no-arguments'
        ? { type: 'object', properties: {} }
        : undefined;
    }
    const schema = normalised(input, dialect);
    if (typeof schema === 'boolean') return undefined;
    if (Object.keys(schema).every((key) => SILENT_KEYWORDS.includes(key))) {
      if (dialect.withoutInput === 'broken') {
        const message = say`${name}: the input schema describes no arguments (it lacks "type" and "properties")`;
        this.report('schema-invalid', message, place.tree, place);
      }
      return undefined;
    }
    const types = schema.type === undefined ? ['object'] : [schema.type].flat();
    if (!types.includes('object')) {
      const message = say`${name}: arguments are an object, but the input schema asks for ${types.join(' or ')}`;
      this.report('schema-invalid', message, place.tree, place);
      return undefined;
    }
    return schema;
  }

  private withoutInput(body: Node | undefined, dialect: Dialect, place: Place, name: string): void {
    if (dialect.withoutInput === 'unknown') return;
    const [expected] = dialect.input.map((path) => path.join('.'));
    const astray = INPUT_KEYS.find((key) => findNode(body, [key])?.kind === 'map');
    if (astray !== undefined) {
      const message = say`${name}: the input schema stands under "${astray}", where ${dialect.title} reads "${expected}"`;
      this.report('schema-invalid', message, place.tree, place);
    } else if (dialect.withoutInput === 'broken') {
      const message = say`${name}: the tool has no "${expected}"`;
      this.report('schema-invalid', message, place.tree, place);
    }
  }

  private report(code: string, message: string, tree: SegmentTree, { start, end }: Span): void {
    this.problems.push({ code, severity: 'error', message, place: { tree, start, end } });
  }
}

const INPUT_KEYS = [
  ...new Set(DIALECTS.flatMap(({ input }) => input.map((path) => String(path[0])))),
];

/** A mapping outside a list of tools is one where it has any of these. */
const TOOL_KEYS = [...INPUT_KEYS, ...new Set(DIALECTS.flatMap(({ body }) => body.map(String)))];

const normalised = (schema: Schema, dialect: Dialect): Schema =>
  dialect.normalise?.(schema) ?? schema;

const isTrue = (node: Node, path: Path): boolean => {
  const found = findNode(node, path);
  return found?.kind === 'scalar' && found.value === true;
};

function readAnnotations(node: Node | undefined): ToolAnnotations | undefined {
  if (node?.kind !== 'map') return undefined;
  const value = toValue(node) as Json;
  return isObject(value) ? (value as ToolAnnotations) : undefined;
}
