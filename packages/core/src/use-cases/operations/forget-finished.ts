import { FLEETING_KINDS, type DueWork } from '../../ports/due-work.ts';
import { inBatches } from './in-batches.ts';

/** Forgets what was kept for its work alone and is finished: notifications and stored files that are looked after. */
export const forgetFinished =
  ({ dueWork }: { readonly dueWork: DueWork }) =>
  async (): Promise<void> => {
    for (const kind of FLEETING_KINDS) await inBatches((most) => dueWork.forget(kind, most));
  };
