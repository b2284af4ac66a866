import { visitor, type Visitor } from '../../../console/test/visitor.ts';
import type { OperatorCommand } from '../operator/operator-command.ts';

type Operator = Pick<OperatorCommand, 'json'>;

export const linkOf = async (operator: Operator, name: string, role: 'look' | 'act'): Promise<URL> => {
  const { link } = await operator.json<{ readonly link: string }>('console', 'link', '--name', name, '--role', role);
  return new URL(link);
};

export const signIn = async (operator: Operator, name: string, role: 'look' | 'act'): Promise<Visitor> => {
  const link = await linkOf(operator, name, role);
  const browser = visitor(link.origin);
  const seen = await browser.fill(`${link.pathname}${link.search}`, '/sign-in');
  if (seen.status !== 200) throw new Error(`${name} was not let in: ${seen.status} ${seen.text}`);
  return browser;
};
