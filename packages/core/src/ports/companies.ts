import type { Company } from '../domain/company/company.ts';
import type { AuditEntry } from '../domain/journal/fact.ts';

/** Companies, inside a unit of work. */
export interface Companies {
  find(id: string): Promise<Company | undefined>;
  /**
   * Finds the company and locks it until the unit of work ends. Callers that change their company's keys lock it first,
   * so that their decisions hold.
   */
  lock(id: string): Promise<Company | undefined>;
  named(name: string): Promise<Company | undefined>;
  /** All companies, in the order in which they were added. */
  list(): Promise<readonly Company[]>;
  /**
   * Assigns the company's number, and creates the counters that number its lists. Throws if the name is taken, so that
   * the unit of work is rolled back.
   */
  add(company: Omit<Company, 'number'>, entry: AuditEntry): Promise<Company>;
  save(company: Company, entry: AuditEntry): Promise<void>;
}
