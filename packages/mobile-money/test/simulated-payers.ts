/** The scripts of both simulators, by the last digits of the payer's phone. */
export const PAYERS = {
  opened: '+2250701010100',
  'opened, with a slow debit': '+2250701010016',
  refused: '+2250701010002',
  'opened, but unanswered': '+2250701010004',
  'opened, then silence': '+2250701010009',
} as const;

const act = async (url: string | null, what: string): Promise<void> => {
  const response = await fetch(`${url}/${what}`, { method: 'POST' });
  await response.arrayBuffer();
};

/** Confirms as the payer, from another number if one is given. */
export const payerConfirms = ({ url }: { readonly url: string | null }, from?: string): Promise<void> =>
  act(url, `confirm${from === undefined ? '' : `?from=${encodeURIComponent(from)}`}`);

export const payerFails = ({ url }: { readonly url: string | null }): Promise<void> => act(url, 'refuse');
