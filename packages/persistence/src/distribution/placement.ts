/** How a table is distributed. */
interface Placed {
  readonly table: string;
  /** The column that says on which node a row lies; null of a table that every node has as a whole. */
  readonly by: string | null;
  /** Made while the coordinator alone takes shards. */
  readonly isOnCoordinator: boolean;
  readonly statement: string;
}

/** Beside its rows lie those of all other tables of companies. */
const FIRST = 'company_counter';

/** A company's rows of these tables lie together on one node. */
const withCompany = (table: string): Placed => ({
  table,
  by: 'company_id',
  isOnCoordinator: false,
  statement: `select create_distributed_table('${table}', 'company_id', colocate_with => '${table === FIRST ? 'none' : FIRST}')`,
});

/**
 * Keys that are unique over all companies. On the coordinator, which every statement passes anyway: so a lost node takes
 * its own companies with it and no others. In shards, so that they can be moved.
 */
const registry = (table: string, by: string): Placed => ({
  table,
  by,
  isOnCoordinator: true,
  statement: `select create_distributed_table('${table}', '${by}', colocate_with => 'none', shard_count => 4)`,
});

/**
 * The tables that are distributed, in order. All others stay on the coordinator: they are small, or asked for before the
 * company is known.
 */
export const PLACEMENT: readonly Placed[] = [
  { table: 'company', by: null, isOnCoordinator: false, statement: `select create_reference_table('company')` },
  ...[
    FIRST,
    'vehicle',
    'loose_document',
    'quote',
    'payment',
    'refund',
    'contract',
    'certificate_request',
    'change',
    'dismissal',
    'event',
    'journal',
    'statement_difference',
    'idempotency_key',
    'entry',
    'posting',
    'books',
  ].map(withCompany),
  registry('payment_reference', 'payment_id'),
  registry('policy_number', 'policy_number'),
  registry('certificate_number', 'certificate_number'),
  registry('statement_line', 'transaction_id'),
];

/**
 * Foreign keys from a company's rows to a registry cannot be while each lies by a key of its own. The unit of work that
 * writes the row writes the registry's too.
 */
export const UNREFERENCED: readonly string[] = ['payment -> payment_reference', 'contract -> policy_number'];
