interface Placed {
  readonly table: string;
  /** The column that assigns rows to nodes. Null for a reference table, because every node has a complete copy. */
  readonly by: string | null;
  /** Whether the table stays on the coordinator. Such a table is distributed while no other node receives shards. */
  readonly isOnCoordinator: boolean;
  readonly statement: string;
}

/** All other tables that are distributed by company are colocated with this table. */
const FIRST = 'company_counter';

/** In these tables, all rows of a company are on the same node. */
const withCompany = (table: string): Placed => ({
  table,
  by: 'company_id',
  isOnCoordinator: false,
  statement: `select create_distributed_table('${table}', 'company_id', colocate_with => '${table === FIRST ? 'none' : FIRST}')`,
});

/**
 * A table whose keys are unique over all companies. The table is on the coordinator, which handles every statement in
 * any case. So a lost node affects only its own companies. The table has shards, so that an administrator can move it.
 */
const registry = (table: string, by: string): Placed => ({
  table,
  by,
  isOnCoordinator: true,
  statement: `select create_distributed_table('${table}', '${by}', colocate_with => 'none', shard_count => 4)`,
});

/**
 * The distributed tables, in order. All other tables stay on the coordinator, because they are small, or are read
 * before the company is known.
 */
export const PLACEMENT: readonly Placed[] = [
  { table: 'company', by: null, isOnCoordinator: false, statement: `select create_reference_table('company')` },
  ...[
    FIRST,
    'list_count',
    'vehicle',
    'pending_upload',
    'quote',
    'payment',
    'refund',
    'contract',
    'contract_ending',
    'certificate_request',
    'change',
    'dismissal',
    'event',
    'journal',
    'statement_difference',
    'idempotency_key',
    'entry',
    'posting',
    'account_day',
    'account_month',
    'entry_unsummed',
    'figure_day',
    'figure_progress',
  ].map(withCompany),
  registry('payment_reference', 'payment_id'),
  registry('policy_number', 'policy_number'),
  registry('certificate_number', 'certificate_number'),
  registry('statement_line', 'transaction_id'),
];

/**
 * Foreign keys that a distributed database lacks. A registry is distributed by another column, so Citus allows no
 * foreign key to a registry. The unit of work that writes the row also writes the row of the registry.
 */
export const UNREFERENCED: readonly string[] = ['payment -> payment_reference', 'contract -> policy_number'];
