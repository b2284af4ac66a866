import { ATTENTION_KINDS, subjectOf, type Attention, type AttentionKind } from '../../ports/attention.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts';
import { fields, optional, type InvalidRequest, type Rule } from '../../shared/invalid-request.ts';
import { oneOf } from '../../shared/number.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { plainText } from '../../shared/text.ts';
import type { ListAttention } from './list-attention.ts';

/** The item to dismiss, why it needs no action, and who says so. */
export interface DismissAttentionCommand {
  /** The payments and contracts that may be meant. */
  readonly ids: readonly string[];
  /** Which of their troubles is meant, where they have several. */
  readonly kind?: AttentionKind | undefined;
  readonly why: string;
  readonly by: string;
}

/** Nothing of this is on the list. */
export interface ItemNotListed {
  readonly code: 'item_not_listed';
}

/** Several things on the list are meant; nothing was dismissed. */
export interface ItemAmbiguous {
  readonly code: 'item_ambiguous';
  readonly items: readonly Attention[];
}

/** Takes an item off the list, and gives it as it stood there. */
export type DismissAttention = (
  command: DismissAttentionCommand,
) => Promise<Result<Attention, InvalidRequest | ItemNotListed | ItemAmbiguous>>;

/**
 * An operator has seen an item and says that it needs no action. Who said so and why is kept in the history of the
 * payment or contract. The item comes back if the trouble begins anew.
 */
export const dismissAttention =
  ({
    unitOfWork,
    listAttention,
    clock,
  }: {
    unitOfWork: UnitOfWork;
    listAttention: ListAttention;
    clock: Clock;
  }): DismissAttention =>
  async (command) => {
    const checked = fields(command, RULES);
    if (checked.isErr()) return checked;
    const { ids, kind, why, by } = checked.value;
    const items = (await listAttention(ids)).filter((item) => kind === null || item.kind === kind);
    const [item] = items;
    if (!item) return Err({ code: 'item_not_listed' });
    if (items.length > 1) return Err({ code: 'item_ambiguous', items });
    return unitOfWork.run<Attention, ItemNotListed>(async (tx) => {
      const status = await statusOf(tx, item);
      if (status === undefined) return Err({ code: 'item_not_listed' });
      const { companyId, id } = item;
      const at = clock.now();
      await tx.dismissals.add({ kind: item.kind, companyId, id, at });
      await tx.history.add(companyId, {
        what: subjectOf(item.kind),
        id,
        from: status,
        to: status,
        at,
        why: `dismissed: ${why}`,
        by,
        evidence: { dismissed: item.kind, was: item.why },
      });
      return Ok(item);
    });
  };

const plainTexts: Rule<readonly string[]> = (input) => {
  // Of an array with holes too, every place is a value.
  const texts = Array.isArray(input) ? Array.from(input, (each: unknown) => plainText(each)) : undefined;
  return texts?.every((text) => text.isOk()) === true ? Ok(input as readonly string[]) : Err('must be texts');
};

const RULES = { ids: plainTexts, kind: optional(oneOf(ATTENTION_KINDS)), why: plainText, by: plainText } as const;

const statusOf = async (
  { payments, contracts }: Transaction,
  { kind, companyId, id }: Attention,
): Promise<string | undefined> =>
  (await (subjectOf(kind) === 'payment' ? payments : contracts).find(companyId, id))?.status;
