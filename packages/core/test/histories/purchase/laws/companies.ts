import type { Law } from '../law.ts';

/** A company sees only its own data, and its contracts are numbered without gaps. */
export const companiesApart: Law = (world) => {
  const { book, store, companies, insured } = world;
  return {
    rest: async () => {
      const contracts = await world.contracts();
      for (const id of companies) {
        for (const { quote } of insured)
          if (quote.companyId !== id && (await store.quoteQueries.status(id, quote.id)))
            book.broke('a company sees another company’s quote');
        for (const { contract } of contracts)
          if (contract.companyId !== id && (await store.contractQueries.find(id, contract.id)))
            book.broke('a company sees another company’s contract');
        const ordinals = contracts
          .filter(({ contract }) => contract.companyId === id)
          .map(({ contract }) => contract.ordinal)
          .sort((a, b) => a - b);
        if (ordinals.some((ordinal, index) => ordinal !== index + 1))
          book.broke(`a company’s contracts have the numbers ${ordinals.join()}`);
      }
      const numbers = contracts.map(({ contract }) => contract.policyNumber);
      if (new Set(numbers).size !== numbers.length) book.broke('a policy number was given twice');
      const bought = contracts.map(({ contract }) => contract.quoteId);
      if (new Set(bought).size !== bought.length) book.broke('a quote has two contracts');
      for (const { contract } of contracts) {
        const { quote } = insured.find((each) => each.quote.id === contract.quoteId) ?? {};
        if (quote?.companyId !== contract.companyId) book.broke('a contract and its quote differ in company');
      }
    },
  };
};
