/** What the calls of one or several passing runs had for an argument, as one matcher. */
import { equalJson } from '../../model/json-text.ts';
import { isObject, type Json, type JsonObject } from '../../model/value.ts';
import { literal, looksLikeMatcher } from '../matchers.ts';
import { bestOrigin, type Origin, type Origins, withoutIndexes } from './origins.ts';
import type { Redactor } from './redact.ts';

type Path = readonly (string | number)[];

/** A place inside the arguments of a captured call that takes its value from an earlier call. */
export interface Proposal {
  readonly call: number;
  /** The argument's name first. */
  readonly place: Path;
  readonly producer: number;
  readonly path?: string;
}

export interface ArgumentContext {
  /** The runs, the first of them the one that is captured. */
  readonly runs: readonly Origins[];
  readonly redactor: Redactor;
  /** Whether the schema lists the values that may stand at a place: such a value comes from there. */
  isListed(call: number, place: Path): boolean;
  /** The id by which a call is referred to. */
  idOf(call: number): string;
}

/** A value that some run used. */
interface Use {
  readonly value: Json;
  readonly run: Origins;
}

type Written =
  | { readonly kind: 'literal'; readonly value: Json }
  | { readonly kind: 'matcher'; readonly value: JsonObject }
  /** A literal with matchers inside. */
  | { readonly kind: 'structure'; readonly value: Json };

/** Writes the arguments of captured calls, and keeps what it proposed. */
export class ArgumentWriter {
  readonly proposals: Proposal[] = [];
  private readonly support: readonly ReadonlyMap<number, number>[];

  constructor(private readonly context: ArgumentContext) {
    const [base] = context.runs;
    this.support = base!.calls.map((_, call) => base!.supportOf(call));
  }

  /** The `args` of a call; an argument that some runs left out is optional. */
  write(call: number): JsonObject {
    const { runs } = this.context;
    const used = runs.map((run) => ({ run, args: run.calls[call]!.arguments ?? {} }));
    const names = new Set(used.flatMap(({ args }) => Object.keys(args)));
    return Object.fromEntries(
      [...names].map((name) => {
        const uses = used.flatMap(({ run, args }): Use[] =>
          Object.hasOwn(args, name) ? [{ run, value: args[name]! }] : [],
        );
        const written = this.one(uses, call, [name]);
        return [name, uses.length < runs.length ? this.optional(written, uses) : written.value];
      }),
    );
  }

  private optional(written: Written, uses: readonly Use[]): Json {
    if (written.kind === 'matcher') return { ...written.value, optional: true };
    return { ...this.choice(uses).value, optional: true };
  }

  private one(uses: readonly Use[], call: number, place: Path): Written {
    const values = uses.map(({ value }) => value);
    if (values.every(isObject)) return this.object(uses, call, place);
    if (values.every(Array.isArray)) return this.list(uses, call, place);
    if (values.some((value) => typeof value === 'object' && value !== null)) {
      return this.choice(uses);
    }
    return this.origin(uses, call, place) ?? this.scalar(uses);
  }

  private object(uses: readonly Use[], call: number, place: Path): Written {
    const [first] = uses.map(({ value }) => Object.keys(value as JsonObject));
    const alike = uses.every(
      ({ value }) =>
        !looksLikeMatcher(value) &&
        Object.keys(value as JsonObject).length === first!.length &&
        first!.every((key) => Object.hasOwn(value as JsonObject, key)),
    );
    if (!alike) return this.choice(uses);
    const parts = first!.map((key) => {
      const inner = uses.map(({ run, value }) => ({ run, value: (value as JsonObject)[key]! }));
      return [key, this.one(inner, call, [...place, key])] as const;
    });
    const value = Object.fromEntries(parts.map(([key, part]) => [key, part.value]));
    return { kind: isLiteral(parts.map(([, part]) => part)) ? 'literal' : 'structure', value };
  }

  private list(uses: readonly Use[], call: number, place: Path): Written {
    const lists = uses.map(({ run, value }) => ({ run, items: value as Json[] }));
    const { length } = lists[0]!.items;
    if (lists.some(({ items }) => items.length !== length)) return this.choice(uses);
    const parts = Array.from({ length }, (_, index) =>
      this.one(
        lists.map(({ run, items }) => ({ run, value: items[index]! })),
        call,
        [...place, index],
      ),
    );
    return {
      kind: isLiteral(parts) ? 'literal' : 'structure',
      value: parts.map((part) => part.value),
    };
  }

  /** A reference to the call that gave the value, where one did in every run. */
  private origin(uses: readonly Use[], call: number, place: Path): Written | undefined {
    if (this.context.isListed(call, place)) return undefined;
    const found = uses.map(({ run, value }) => run.of(value, call));
    const best = bestOrigin(common(found), this.support[call]!);
    if (!best) return undefined;
    const hidden = best.path !== undefined && this.context.redactor.isSensitive(best.path);
    const path = hidden ? undefined : best.path;
    const { producer } = best;
    this.proposals.push({ call, place, producer, ...(path !== undefined && { path }) });
    const value = { from_call: this.context.idOf(producer), ...(path !== undefined && { path }) };
    return { kind: 'matcher', value };
  }

  private scalar(uses: readonly Use[]): Written {
    const { redactor } = this.context;
    const values = unique(uses);
    const [only] = values;
    if (values.some((value) => typeof value === 'string' && redactor.isSensitive(value))) {
      if (uses.every(({ run, value }) => run.isSaid(value))) {
        for (const value of values) redactor.value(value);
        return { kind: 'matcher', value: { from_user: true } };
      }
      const hidden = values.length === 1 && typeof only === 'string' && redactor.predicate(only);
      return hidden ? { kind: 'matcher', value: hidden as JsonObject } : this.choice(uses);
    }
    if (values.length === 1) return { kind: 'literal', value: only! };
    return { kind: 'matcher', value: { allowed: values } };
  }

  /** One of the whole values; any, where they would tell what must not be told. */
  private choice(uses: readonly Use[]): { readonly kind: 'matcher'; readonly value: JsonObject } {
    const values = unique(uses);
    const redacted = this.context.redactor.value(values);
    const isOpen = equalJson(values, redacted);
    return { kind: 'matcher', value: isOpen ? { allowed: values } : { predicate: 'any' } };
  }
}

const isLiteral = (parts: readonly Written[]): boolean =>
  parts.every((part) => part.kind === 'literal' && literal(part.value) === part.value);

function unique(uses: readonly Use[]): Json[] {
  const seen: Json[] = [];
  for (const { value } of uses) {
    if (!seen.some((other) => equalJson(other, value))) seen.push(value);
  }
  return seen;
}

/** The origins that all runs share: by path, else by a path to any member, else by the call alone. */
function common(found: readonly (readonly Origin[])[]): Origin[] {
  const [first = [], ...others] = found;
  const shared = (view: (path: string | undefined) => string | undefined): Origin[] =>
    first
      .filter(({ producer, path }) =>
        others.every((origins) =>
          origins.some((other) => other.producer === producer && view(other.path) === view(path)),
        ),
      )
      .map(({ producer, path }) => {
        const seen = view(path);
        return { producer, ...(seen !== undefined && { path: seen }) };
      });
  const views = [
    (path: string | undefined) => path,
    (path: string | undefined) => path && withoutIndexes(path),
    () => undefined,
  ];
  return views.map(shared).find((origins) => origins.length > 0) ?? [];
}
