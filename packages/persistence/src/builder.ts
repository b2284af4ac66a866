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
import { NAMING } from './entities/columns.ts';
import type { Tables } from './entities/entities.ts';

/** Builds statements, typed by the entities. */
export type Builder = Kysely<Tables>;

/** A builder whose statements call columns by their properties, in what they select and in what they answer. */
export const builderOf = (em: EntityManager): Builder =>
  em
    .getKysely<Tables>()
    .withPlugin(answeringByProperty)
    // Last, so that it turns what the other has named into columns.
    .withPlugin(new MikroKyselyPlugin(em, NAMING));

/**
 * MikroORM's plugin gives the rows back their properties one by one; here the server does, since a statement says
 * `as "companyId"` of each column that it answers.
 */
const answeringByProperty: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (SelectQueryNode.is(node))
      return { ...node, ...(node.selections && { selections: node.selections.map(named) }) };
    if (!('returning' in node) || node.returning === undefined) return node;
    return { ...node, returning: ReturningNode.create(node.returning.selections.map(named)) };
  },
  transformResult: async ({ result }) => result,
};

const named = (node: SelectionNode): SelectionNode => {
  const { selection } = node;
  const column = ReferenceNode.is(selection) ? selection.column : selection;
  return ColumnNode.is(column)
    ? SelectionNode.create(AliasNode.create(selection, IdentifierNode.create(column.column.name)))
    : node;
};
