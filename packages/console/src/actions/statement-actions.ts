import { Err, explainDifference, openDifferences } from '@vehicle-insurance/core';
import { WHY, type Action } from './action.ts';

const statementExplain: Action = {
  name: 'statement-explain',
  title: 'Justifier l’écart',
  about: 'difference',
  isDangerous: false,
  consequence:
    'L’écart disparaît de la liste ; votre nom et votre motif sont conservés. L’écart réapparaît s’il change.',
  fields: [{ name: 'seen', label: '', kind: 'hidden' }, WHY],
  run: async ({ id, fields, by }, ports) => {
    const [difference, ...others] = await openDifferences(ports.store)(id);
    if (!difference) return Err({ code: 'difference_not_open' });
    if (others.length > 0) return Err({ code: 'difference_ambiguous' });
    const explained = await explainDifference(ports)({
      ...difference,
      reason: fields['why'] ?? '',
      by,
      seen: fields['seen'] || undefined,
    });
    return explained.map(() => 'L’écart est justifié.');
  },
};

/** The actions for discrepancies between statement and records. */
export const STATEMENT_ACTIONS: readonly Action[] = [statementExplain];
