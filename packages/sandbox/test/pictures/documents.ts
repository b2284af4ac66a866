import type { Wish } from './insured-car.ts';

/** A paper of which docs/documents.md shows some pages. */
export interface ShownPaper {
  readonly name: string;
  readonly paper: 'contract' | 'receipt';
  readonly wish: Wish;
  readonly pages: readonly number[];
}

const contract = (name: string, wish: Wish, pages: readonly number[] = [1]): ShownPaper => ({
  ...{ name, paper: 'contract', wish, pages },
});

/** The papers that readers are shown. */
export const SHOWN_PAPERS: readonly ShownPaper[] = [
  contract('all-risk', { coverage: -1 }, [1, 2, 3, 4]),
  contract('motorbike', { vehicle: { type: 'bike', power: 125, noSeat: 2 } }),
  contract('rental', { usage: 'renting' }),
  contract('long-name', { holder: `${'Kouassi Konan '.repeat(5)}Yao N’Dri` }),
  contract('arabic', { holder: 'محمد بن عبد الله' }),
  contract('west-african', { holder: 'Kɔ̀fí Ɛ̃sɛ̀n Yao' }),
  contract('romanised', { holder: '王小明' }),
  contract('english', { language: 'en' }),
  { name: 'receipt-english', paper: 'receipt', wish: { language: 'en' }, pages: [1] },
];
