import { section } from '../section.ts';
import { text } from '../variable.ts';

export const OPERATOR = section({
  title: "The operator's command",
  properties: {
    OPERATOR: text('Name of the command’s user, as recorded in histories. Default: the system account.'),
  },
});
