import type { Company } from '../domain/company/company.ts';
import type { AuditEntry } from '../domain/journal/fact.ts';

/** Companies, inside a unit of work. */
export interface Companies {
  find(id: string): Promise<Company | undefined>;
  /**
   * Finds the company and locks it until the unit of work ends. Use cases in which companies change their own keys lock
   * the company first, so that concurrent changes wait.
   */
  lock(id: string): Promise<Company | undefined>;
  named(name: string): Promise<Company | undefined>;
  /** All companies, in the order in which they were added. */
  list(): Promise<readonly Company[]>;
  /**
   * Assigns the company's number, and creates the counters for the ordinals of its vehicles, quotes and contracts.
   * Throws if the name is taken, so that the unit of work is rolled back.
   */
  add(company: Omit<Company, 'number'>, entry: AuditEntry): Promise<Company>;
  save(company: Company, entry: AuditEntry): Promise<void>;
}
