/** The shape of a file, checked against the model of its kind, with each fault on the token it is about. */

import type * as z from 'zod';
import { phrase, say } from '../l10n/say.ts';
import { getEntry } from '../syntax/index.ts';
import type { MapNode, Node, Path, SeqNode, Span } from '../syntax/node.ts';
import type { MatcherNode } from './located.ts';
import { readMatcher } from './read-matcher.ts';
import { factsOf } from './schema/dsl.ts';
import { SCHEMAS, type SchemaKind } from './schema/index.ts';
import {
  type Form,
  formOf,
  meantOption,
  type ObjectSchema,
  type Schema,
  takes,
  typeOf,
  typesOf,
  unwrap,
  valuesOf,
} from './schema/inspect.ts';
import { matcherSchema } from './schema/matcher.ts';
import { isSplit, keyName, keyProblems, type Level, splitProblem } from './shape-keys.ts';
import { choiceFault, leafFault, wordsOf, wrongType } from './shape-leaf.ts';
import type { Toolset } from './tool.ts';
import type { JsonObject } from './value.ts';

export interface ShapeProblem {
  readonly code: 'unknown-key' | 'missing-key' | 'wrong-type' | 'bad-value' | 'exclusive-keys';
  /** To the key or value; for a missing key, to the mapping that lacks it. */
  readonly path: Path;
  readonly span: Span;
  readonly message: string;
  readonly related?: readonly { readonly message: string; readonly span: Span }[];
  /**
   * For a quick fix: `key`; of an unknown key `nearest` (near misses, nearest first) and `moveTo`
   * (`path` of the mapping it belongs in, or with `item` of the list); of a missing key `keys` (any of
   * which will do) and `join` (the previous list item is the same item); of an argument beside its call's
   * `args` the same `moveTo`, and `under` (the key to write where the call lacks it); of a wrong type `expected`,
   * `actual`, `quote` (a text was wanted) and `convert` (what the text spells); of a bad value `nearest`
   * and `values`.
   */
  readonly data?: JsonObject;
}

export interface ShapeOptions {
  /** The list that was cut out of the tree: its items are checked one by one elsewhere. */
  readonly splitKey?: string;
  /** Decides whether a mapping with a matcher's keys is a literal of the argument's own schema. */
  readonly toolset?: Pick<Toolset, 'schema'>;
}

const ROOT_LABELS: Readonly<Record<SchemaKind, string>> = {
  case: phrase`the case`,
  golden: phrase`the golden trajectory`,
  dataset: phrase`the dataset`,
  'case-item': phrase`the case`,
  config: phrase`the configuration`,
  trace: phrase`the trace`,
};

/**
 * The faults in a file's shape, in no particular order: one for each mistake. Of a union only the branch
 * that was meant is looked at. Mixed matchers and duplicate keys are told elsewhere.
 */
export function checkShape(
  kind: SchemaKind,
  node: Node,
  options: ShapeOptions = {},
): ShapeProblem[] {
  const walk = new Walk(options);
  walk.value(SCHEMAS[kind], node, {
    path: [],
    span: node,
    label: say(ROOT_LABELS[kind]),
    above: [],
  });
  return withoutMoved(walk.problems);
}

/** A required key that stands in the wrong place is not missing as well. */
function withoutMoved(problems: readonly ShapeProblem[]): ShapeProblem[] {
  const place = (path: unknown, key: unknown): string => JSON.stringify([path, key]);
  const moved = new Set(
    problems.flatMap(({ data }) => {
      const target = data?.moveTo as { path: Path } | undefined;
      return target ? [place(target.path, data?.key)] : [];
    }),
  );
  return problems.filter(
    ({ code, path, data }) => code !== 'missing-key' || !moved.has(place(path, data?.key)),
  );
}

const lengthIssues = new WeakMap<Schema, Map<number, z.core.$ZodIssue | undefined>>();

/** What a schema has against a list of so many items. */
function lengthIssue(schema: Schema, length: number): z.core.$ZodIssue | undefined {
  if (!schema._zod.def.checks?.length) return undefined;
  const known = lengthIssues.get(schema) ?? new Map<number, z.core.$ZodIssue | undefined>();
  lengthIssues.set(schema, known);
  if (!known.has(length)) {
    const result = (schema as z.ZodType).safeParse(new Array(length).fill(undefined));
    known.set(
      length,
      result.error?.issues.find((issue) => issue.path.length === 0),
    );
  }
  return known.get(length);
}

/** Where the walk is. */
interface At {
  readonly path: Path;
  /** Of the key, for a value that is not written. */
  readonly span: Span;
  readonly label: string;
  /** The mappings around, outermost first. */
  readonly above: readonly Level[];
}

class Walk {
  readonly problems: ShapeProblem[] = [];
  private readonly options: ShapeOptions;

  constructor(options: ShapeOptions) {
    this.options = options;
  }

  value(wanted: Schema, node: Node, at: At): void {
    const schema = unwrap(wanted);
    if (factsOf(schema).argument) {
      this.argument(node, at);
      return;
    }
    const types = typesOf(schema);
    if (!takes(types, typeOf(node))) {
      this.report(node, at, wrongType(node, types));
      return;
    }
    const form = formOf(schema);
    if (form.kind === 'union') {
      const fitting = form.options.filter((each) => takes(typesOf(each), typeOf(node)));
      // Several forms of text (a date, a date-time): any will do.
      if (node.kind === 'scalar' && fitting.length > 1) this.leaf(schema, node, at);
      else if (!this.discriminated(form, node, at)) return;
      else this.value(meantOption(schema, node) ?? schema, node, at);
    } else if (form.kind === 'object' && node.kind === 'map') this.mapping(form.schema, node, at);
    else if (form.kind === 'array' && node.kind === 'seq') this.list(schema, form.item, node, at);
    else if (form.kind === 'record' && node.kind === 'map') this.record(form.value, node, at);
    else if (form.kind === 'leaf') this.leaf(schema, node, at);
  }

  /** Whether the key that tells a union's options apart names one of them; reported where it does not. */
  private discriminated(form: Form & { kind: 'union' }, node: Node, at: At): boolean {
    const { discriminator } = form;
    const entry =
      discriminator !== undefined && node.kind === 'map'
        ? getEntry(node, discriminator)
        : undefined;
    if (!entry || discriminator === undefined) return true;
    const keys = form.options.flatMap((option) => {
      const inner = formOf(option);
      return inner.kind === 'object' ? [inner.keys.get(discriminator)!] : [];
    });
    const values = keys.flatMap(valuesOf);
    const fault = choiceFault(values, entry.value);
    if (!fault) return true;
    this.report(entry.value, { ...at, path: [...at.path, discriminator], span: entry.key }, fault);
    return false;
  }

  private report(node: Node, at: At, fault: Pick<ShapeProblem, 'code' | 'message' | 'data'>): void {
    const span = node.start === node.end ? at.span : node;
    this.problems.push({ ...fault, path: at.path, span: { start: span.start, end: span.end } });
  }

  private leaf(schema: Schema, node: Node, at: At): void {
    const fault = node.kind === 'scalar' ? leafFault(schema, node) : undefined;
    if (fault) this.report(node, at, fault);
  }

  private mapping(schema: ObjectSchema, node: MapNode, at: At): void {
    const form = formOf(schema);
    if (form.kind !== 'object') return;
    const level: Level = { schema, node, path: at.path, label: at.label };
    for (const each of keyProblems(level, at.above, this.ownerOf(level))) this.problems.push(each);
    const above = [...at.above, level];
    for (const entry of node.entries) {
      const key = keyName(entry);
      const wanted = form.keys.get(key);
      if (!wanted || (at.path.length === 0 && key === this.options.splitKey)) continue;
      const path = [...at.path, key];
      this.value(wanted, entry.value, { path, span: entry.key, label: `\`${key}\``, above });
    }
  }

  /** The tool whose argument a key of a call is, where it is one. */
  private ownerOf({ schema, node }: Level): (key: string) => string | undefined {
    const form = formOf(schema);
    const name = getEntry(node, 'name')?.value;
    const isCall = form.kind === 'object' && form.keys.has('args') && form.keys.has('name');
    if (!isCall || name?.kind !== 'scalar') return () => undefined;
    const tool = String(name.value);
    const known = this.options.toolset?.schema(tool)?.argumentNames;
    return (key) => (known?.includes(key) ? tool : undefined);
  }

  private record(wanted: Schema, node: MapNode, at: At): void {
    for (const entry of node.entries) {
      const key = keyName(entry);
      const path = [...at.path, key];
      this.value(wanted, entry.value, { ...at, path, span: entry.key, label: `\`${key}\`` });
    }
  }

  private list(schema: Schema, item: Schema, node: SeqNode, at: At): void {
    // Of the list itself only its length can be wrong: the items are looked at one by one.
    const length = lengthIssue(schema, node.items.length);
    if (length) this.report(node, at, { code: 'bad-value', message: wordsOf(length) });
    for (const [i, each] of node.items.entries()) {
      const path = [...at.path, i];
      const before = node.items[i - 1];
      const after = node.items[i + 1];
      if (isSplit(before, each, item)) {
        this.problems.push(splitProblem(before as MapNode, each as MapNode, path));
        this.values(item, each, { ...at, path });
      } else if (after && isSplit(each, after, item)) {
        this.values(item, each, { ...at, path });
      } else {
        this.value(item, each, { ...at, path, span: each, label: say`an item of ${at.label}` });
      }
    }
  }

  /** The values of an item that a stray `-` cut in two: what keys it lacks is told once. */
  private values(item: Schema, node: Node, at: At): void {
    const form = formOf(item);
    if (form.kind !== 'object' || node.kind !== 'map') return;
    const level: Level = { schema: form.schema, node, path: at.path, label: at.label };
    for (const entry of node.entries) {
      const wanted = form.keys.get(keyName(entry));
      const path = [...at.path, keyName(entry)];
      const label = `\`${keyName(entry)}\``;
      const above = [...at.above, level];
      if (wanted) this.value(wanted, entry.value, { path, span: entry.key, label, above });
    }
  }

  private argument(node: Node, at: At): void {
    const call = at.above.at(-1)?.node;
    const tool = call && getEntry(call, 'name')?.value;
    const name = tool?.kind === 'scalar' ? String(tool.value) : '';
    const schema = this.options.toolset?.schema(name);
    const argument = String(at.path.at(-1));
    const read = readMatcher(node, schema ? (path) => schema.at([argument, ...path]) : undefined);
    this.matcher(read, at);
  }

  private matcher(read: MatcherNode, at: At): void {
    if (read.kind === 'matcher') this.value(matcherSchema, read.node, at);
    else if (read.kind === 'object') {
      for (const { entry, matcher } of read.children) {
        this.matcher(matcher, { ...at, path: [...at.path, keyName(entry)], span: entry.key });
      }
    } else if (read.kind === 'list') {
      for (const [i, child] of read.children.entries()) {
        this.matcher(child, { ...at, path: [...at.path, i], span: child.node });
      }
    }
  }
}
