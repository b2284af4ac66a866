import { section } from '../section.ts';
import { text } from '../variable.ts';

/** Who works with the operator's command. */
export const OPERATOR = section({
  title: "The operator's command",
  properties: {
    OPERATOR: text('Who runs the command, as the history will name them. Default: the account it runs under.'),
  },
});
