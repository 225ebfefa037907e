import type { Expectation } from '../../model/expectation.ts';
import type { Consequence, ToolSchema, Toolset } from '../../model/tool.ts';

/** All that a case and its tools say of one name, looked up once. */
export interface ToolFacts {
  /** Equal for names that mean the same tool. */
  readonly id: number;
  readonly name: string;
  /** In a manifest of the case. */
  readonly known: boolean;
  /** In no manifest, where all the manifests are known. */
  readonly hallucinated: boolean;
  readonly consequence: Consequence;
  /** Of consequence write or destructive. */
  readonly writes: boolean;
  /** Calling it twice does no more than calling it once; reads are so by nature. */
  readonly idempotent: boolean;
  readonly idempotencyKey?: string;
  /** What the policy says, over the weight of its consequence. */
  readonly weight?: number;
  readonly schema: ToolSchema | null;
  /** `forbidden_tools` names it (its index there), or `allowed_tools` leaves it out. */
  readonly forbidden?: {
    readonly key: 'forbidden_tools' | 'allowed_tools';
    readonly item?: number;
  };
  /** `allowed_tools` names it. */
  readonly listed: boolean;
  /** Its index in `confirm_before`, or -1. */
  readonly confirm: number;
}

/** The tools of a case by any name that a golden or an emitted call uses. */
export class ToolBook {
  private readonly byName = new Map<string, ToolFacts>();
  private readonly expectation: Expectation;
  private readonly toolset: Toolset;

  constructor(expectation: Expectation, toolset: Toolset) {
    this.expectation = expectation;
    this.toolset = toolset;
  }

  of(name: string): ToolFacts {
    const known = this.byName.get(name);
    if (known) return known;
    const facts = this.read(name);
    this.byName.set(name, facts);
    return facts;
  }

  private read(name: string): ToolFacts {
    const { expectation, toolset } = this;
    const tool = toolset.find(name);
    const policy = toolset.policy(name);
    const consequence = toolset.consequence(name);
    const isIt = (other: string) => toolset.same(other, name);
    const listed = expectation.allowedTools?.some(isIt) ?? false;
    const forbiddenItem = expectation.forbiddenTools.findIndex(isIt);
    const writes = consequence === 'write' || consequence === 'destructive';
    return {
      id: this.idOf(name),
      name,
      known: tool !== undefined,
      hallucinated: tool === undefined && toolset.complete,
      consequence,
      writes,
      idempotent:
        consequence === 'read' || (policy.idempotent ?? tool?.annotations?.idempotentHint ?? false),
      idempotencyKey: policy.idempotencyKey,
      weight: policy.weight,
      schema: toolset.schema(name),
      forbidden:
        forbiddenItem >= 0
          ? { key: 'forbidden_tools', item: forbiddenItem }
          : expectation.allowedTools && !listed
            ? { key: 'allowed_tools' }
            : undefined,
      listed,
      confirm: expectation.confirmBefore.findIndex(isIt),
    };
  }

  private idOf(name: string): number {
    for (const [other, facts] of this.byName) {
      if (this.toolset.same(other, name)) return facts.id;
    }
    return this.byName.size;
  }
}
