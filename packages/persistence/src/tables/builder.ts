import type { Bookkeeping } from '@vehicle-insurance/core';
import { MikroKyselyPlugin, type EntityManager } from '@mikro-orm/postgresql';
import {
  AliasNode,
  ColumnNode,
  IdentifierNode,
  ReferenceNode,
  ReturningNode,
  SelectionNode,
  SelectQueryNode,
  type Kysely,
  type KyselyPlugin,
} from 'kysely';
import { openDatabase, type Database } from '../database/database.ts';
import { NAMING } from './columns.ts';
import { ENTITIES, type Tables } from './entities.ts';
import type { StoreOptions } from './store-options.ts';

/** Builds statements with types from the entities. */
export type Builder = Kysely<Tables>;

export interface TypedDatabase extends Database {
  readonly builder: Builder;
  readonly bookkeeping: Bookkeeping;
}

export const openTypedDatabase = async ({ bookkeeping, ...options }: StoreOptions): Promise<TypedDatabase> => {
  const database = await openDatabase(ENTITIES, options);
  return { ...database, builder: builderOf(database.em), bookkeeping };
};

/** A builder whose statements name columns by their properties, both in selections and in result rows. */
const builderOf = (em: EntityManager): Builder =>
  em
    .getKysely<Tables>()
    .withPlugin(answeringByProperty)
    // This plugin comes last. It translates property names into column names, and the plugin before it needs the
    // property names.
    .withPlugin(new MikroKyselyPlugin(em, NAMING));

/**
 * MikroORM's plugin would rename the columns of each row in JavaScript. Here, the server renames the columns: every
 * selected column has an alias such as `as "companyId"`.
 */
const answeringByProperty: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (SelectQueryNode.is(node))
      return { ...node, ...(node.selections && { selections: node.selections.map(withAlias) }) };
    if (!('returning' in node) || node.returning === undefined) return node;
    return { ...node, returning: ReturningNode.create(node.returning.selections.map(withAlias)) };
  },
  transformResult: async ({ result }) => result,
};

const withAlias = (node: SelectionNode): SelectionNode => {
  const { selection } = node;
  const column = ReferenceNode.is(selection) ? selection.column : selection;
  return ColumnNode.is(column)
    ? SelectionNode.create(AliasNode.create(selection, IdentifierNode.create(column.column.name)))
    : node;
};
