import { certificateNumberKey } from '../../domain/certificate/whose-certificate.ts';
import { licencePlate } from '../../domain/vehicle/licence-plate.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { Hit, SearchTerms } from '../../ports/look-ups.ts';
import { Ok } from '../../shared/result.ts';
import { mobileNumber } from '../../shared/rules.ts';

const LOWEST = '00000000-0000-0000-0000-000000000000';
const HIGHEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Reads a text that an operator has typed. */
export const readSearchTerms = (typed: string): SearchTerms => {
  const word = typed.trim();
  return {
    ids: idsBeginningWith(word.toLowerCase()),
    policyNumbers: [...new Set([word, word.toUpperCase()])],
    licencePlate: licencePlate(word).unwrapOr(null),
    phone: mobileNumber(word).unwrapOr(null),
    sessionId: word,
  };
};

const idsBeginningWith = (word: string): SearchTerms['ids'] => {
  const isBeginning =
    word !== '' &&
    word.length <= LOWEST.length &&
    [...word].every((letter, place) => (LOWEST[place] === '-' ? letter === '-' : /[0-9a-f]/.test(letter)));
  return isBeginning ? { from: word + LOWEST.slice(word.length), to: word + HIGHEST.slice(word.length) } : null;
};

/** The hits found by their own id or, if there are none, all hits. */
export const namedFirst = (hits: readonly Hit[]): readonly Hit[] => {
  const own = hits.filter((hit) => hit.own);
  return own.length > 0 ? own : hits;
};

/** The id of the contract whose certificate has this number, in any notation; empty if there is none. */
export const contractsCertified =
  ({ unitOfWork }: Pick<Dependencies, 'unitOfWork'>) =>
  async (number: string): Promise<readonly string[]> => {
    const key = certificateNumberKey(number);
    const owner = await unitOfWork.run(async ({ certificateNumbers }) => Ok(await certificateNumbers.owner(key)));
    return owner.map((found) => (found ? [found.contractId] : [])).unwrap();
  };
