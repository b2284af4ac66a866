import { ACTION_ITEM_KINDS, subjectOfItem, type ActionItem, type ActionItemKind } from '../../ports/action-items.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { By } from '../../shared/author.ts';
import * as FAULTS from '../../shared/faults.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import {
  author,
  fields,
  oneOf,
  optional,
  plainText,
  shortText,
  type InvalidRequest,
  type Rule,
} from '../../shared/rules.ts';
import { recordInHistory } from '../record-in-history.ts';
import { listActionItems, type ListingDependencies } from './list-action-items.ts';

/** The item to dismiss, why the item needs no action, and by whom. */
export interface DismissActionItemCommand {
  /** The ids of the payments and contracts whose items may match. */
  readonly ids: readonly string[];
  /** The kind of item, needed if several items match. */
  readonly kind?: ActionItemKind | undefined;
  readonly why: string;
  readonly by: By;
  /** The `since` of the item that the operator has read. If absent, `since` is not compared. */
  readonly seen?: string | undefined;
}

/** There is no such action item. */
export interface ItemNotListed {
  readonly code: 'item_not_listed';
}

/** The item's `since` is not the one that the operator has read: the problem has begun again. */
export interface ItemChanged {
  readonly code: 'item_changed';
}

/** Several action items match; none was dismissed. */
export interface ItemAmbiguous {
  readonly code: 'item_ambiguous';
  readonly items: readonly ActionItem[];
}

/**
 * An operator decides that an item needs no action. The operator's name and reason are recorded in the history of the
 * payment or contract. The item is listed again if the problem begins again.
 */
export const dismissActionItem =
  ({ unitOfWork, ...listing }: Pick<Dependencies, 'unitOfWork'> & ListingDependencies) =>
  async (
    command: DismissActionItemCommand,
  ): Promise<Result<ActionItem, InvalidRequest | ItemNotListed | ItemAmbiguous | ItemChanged>> => {
    const checked = fields(command, RULES);
    if (checked.isErr()) return checked;
    const { ids, kind, why, by, seen } = checked.value;
    const items = (await listActionItems(listing)(ids)).filter((item) => kind === null || item.kind === kind);
    const [item] = items;
    if (!item) return Err({ code: 'item_not_listed' });
    if (items.length > 1) return Err({ code: 'item_ambiguous', items });
    if (seen !== null && seen !== item.since) return Err({ code: 'item_changed' });
    return unitOfWork.run<ActionItem, ItemNotListed>(async (tx) => {
      const { companyId, id } = item;
      const at = listing.clock.now();
      const isKept = await recordInHistory(
        tx,
        { what: subjectOfItem(item.kind), companyId, id },
        { at, why: { code: 'item_dismissed', note: why }, by, evidence: { dismissed: item.kind, was: item.why } },
      );
      if (!isKept) return Err({ code: 'item_not_listed' });
      await tx.dismissals.add({ kind: item.kind, companyId, id, at });
      return Ok(item);
    });
  };

const plainTexts: Rule<readonly string[]> = (input) => {
  // `every` would skip holes in an array. `Array.from` replaces holes by `undefined`.
  const texts = Array.isArray(input) ? Array.from(input, (each: unknown) => plainText(each)) : undefined;
  return texts?.every((text) => text.isOk()) === true ? Ok(input as readonly string[]) : Err(FAULTS.texts);
};

const RULES = {
  ids: plainTexts,
  kind: optional(oneOf(ACTION_ITEM_KINDS)),
  why: shortText,
  by: author,
  seen: optional(plainText),
} as const;
