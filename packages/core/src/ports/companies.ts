import type { Company } from '../domain/company/company.ts';

/** Companies, inside a unit of work. */
export interface Companies {
  find(id: string): Promise<Company | undefined>;
  named(name: string): Promise<Company | undefined>;
  /** All of them, in the order in which they were added. */
  list(): Promise<readonly Company[]>;
  /**
   * Gives the company its number, and opens the counters from which its lists are numbered. Throws where the name is taken:
   * the unit of work keeps nothing then.
   */
  add(company: Omit<Company, 'number'>): Promise<Company>;
  save(company: Company): Promise<void>;
}
